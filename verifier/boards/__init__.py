"""Boards: positions with a script of choices and expectations, and the runner that plays them."""
