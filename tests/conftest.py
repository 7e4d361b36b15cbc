"""Every test begins without known verdicts, and none touches those of whoever runs the tests."""

from pathlib import Path

import pytest

from verifier.verdict_cache import FOLDER


@pytest.fixture(autouse=True)
def no_known_verdicts(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this test keeps verdicts."""
    where = tmp_path_factory.mktemp("verdicts")
    monkeypatch.setenv(FOLDER, str(where))
    return where
