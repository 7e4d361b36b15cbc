"""Reads boards strictly: from a YAML or JSON document to frozen records, or an error with file and field.

The reader knows no card and no rule. It refuses what no position can be whatever the cards are; whether the cards can
stand as they are placed is checked where cards are known.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from verifier.documents import load_document, validate
from verifier.errors import InputError

from .board import (
    DEFAULT_EDITION,
    SEATS,
    Act,
    Board,
    Copy,
    Delayed,
    Expectation,
    Grant,
    Item,
    Placed,
    SeenLibrary,
    SeenObject,
    Shelved,
    Wrong,
)

__all__ = ["load_board", "parse_board"]


def load_board(path: str | Path) -> Board:
    """The board in the file at `path`. Raises `InputError`, naming file and field, for anything that is no board."""
    return parse_board(load_document(path), str(path))


def parse_board(document: object, where: str) -> Board:
    """The board that `document` describes; `where` is what errors call it. Raises `InputError`."""
    validate(document, _schema(), where)
    return _Reader(where, document).board()


@cache
def _schema() -> dict[str, Any]:
    text = Path(__file__).with_name("board.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


class _Reader:
    def __init__(self, where: str, data: Any) -> None:
        self.where, self.data = where, data
        self.ids: tuple[str, ...] = (*data["objects"], *self.shelved_ids(data))

    def fail(self, place: str, message: str) -> NoReturn:
        raise InputError(self.where, place, message)

    def shelved_ids(self, data: Any) -> list[str]:
        """The ids of cards in libraries, checked."""
        ids: list[str] = []
        for seat, cards in data.get("libraries", {}).items():
            for i, one in enumerate(cards):
                id = one.get("id") if isinstance(one, dict) else None
                if id in (*data["objects"], *ids):
                    self.fail(f"libraries.{seat}[{i}].id", f"something else is called `{id}`")
                ids += [id] if id else []
        return ids

    def shelved(self, data: Any) -> Shelved:
        """A card in a library: a name, an abridged card, or either with an id."""
        if isinstance(data, dict) and "faces" not in data:
            return Shelved(data["card"], data.get("id"))
        return Shelved(data)

    def known(self, id: str, place: str) -> str:
        """An object's id, checked."""
        if id not in self.ids:
            self.fail(place, f"no object is called `{id[:60]}`; there are {', '.join(self.ids)}")
        return id

    def board(self) -> Board:
        data = self.data
        script = tuple(self.item(item, f"script[{i}]") for i, item in enumerate(data["script"]))
        names = [item.expectation.name for item in script if item.expectation]
        for i, item in enumerate(script):
            if item.expectation and names.count(item.expectation.name) > 1:
                self.fail(f"script[{i}].expect.name", f"two points are called `{item.expectation.name}`")
        if not names:
            self.fail("script", "expects nothing; it needs at least one `expect`")
        provenance = data.get("provenance", {})
        return Board(
            path=self.where,
            id=data["id"],
            title=data["title"],
            objects=tuple(self.placed(id, one, f"objects.{id}") for id, one in data["objects"].items()),
            script=script,
            summary=data.get("summary", "").strip(),
            editions=tuple(data.get("editions", (DEFAULT_EDITION,))),
            rules=tuple(data.get("rules", ())),
            case=provenance.get("case", ""),
            source=provenance.get("source", ""),
            omits=tuple(one for one in data.get("omits", ()) if isinstance(one, str)),
            grants={
                i: Grant(one["card"], one["leaves-out"], one["because"])
                for i, one in enumerate(data.get("omits", ()))
                if not isinstance(one, str)
            },
            life={seat: data.get("seats", {}).get(seat, {}).get("life", 20) for seat in SEATS},
            libraries={seat: tuple(map(self.shelved, cards)) for seat, cards in data.get("libraries", {}).items()},
            active=data.get("active", "A"),
            step=data.get("step", "main"),
            delayed=tuple(self.delayed(one, f"delayed[{i}]") for i, one in enumerate(data.get("delayed", ()))),
            wrong=self.wrong(data["wrong"], names) if "wrong" in data else None,
        )

    def placed(self, id: str, data: Any, place: str) -> Placed:
        zone, owner = data["zone"], data["owner"]
        if zone != "battlefield":
            for key, value in (("face", "back"), ("tapped", True), ("token", True)):
                if data.get(key) == value:
                    self.fail(f"{place}.{key}", f"only on the battlefield can this be `{str(value).lower()}`")
            for key in ("counters", "damage", "copy-of"):
                if data.get(key):
                    self.fail(f"{place}.{key}", "only a permanent can have this")
            if data.get("controller", owner) != owner:
                self.fail(f"{place}.controller", f"a card in the zone `{zone}` is its owner's")
        copy = None
        if "copy-of" in data:
            of = data["copy-of"]
            copy = Copy(of["card"], of.get("face") == "back", "until" in of)
        return Placed(
            id=id,
            card=data["card"],
            owner=owner,
            controller=data.get("controller", owner),
            zone=zone,
            back=data.get("face") == "back",
            tapped=data.get("tapped", False),
            token=data.get("token", False),
            counters=dict(data.get("counters", {})),
            damage=data.get("damage", 0),
            copy=copy,
        )

    def delayed(self, data: Any, place: str) -> Delayed:
        target = data.get("target")
        if target is None and "target-lost" in data:
            self.fail(f"{place}.target-lost", "needs a `target`")
        return Delayed(
            source=self.known(data["source"], f"{place}.source"),
            back=data.get("face") == "back",
            ability=data.get("ability", 0),
            instruction=data.get("instruction"),
            controller=data.get("controller"),
            target=None if target is None else self.known(target, f"{place}.target"),
            turned=data.get("turned", False),
            source_lost=data.get("source-lost", False),
            target_lost=data.get("target-lost", False),
        )

    def item(self, data: Any, place: str) -> Item:
        if isinstance(data, str):
            return Item(data, data)
        ((word, value),) = data.items()
        if word == "expect":
            return Item("expect", f"expect {value['name']}", expectation=self.expectation(value, f"{place}.expect"))
        if word == "until":
            return Item("until", f"until {value}", step=value)
        act = self.act(data, place)
        return Item("act", str(act), act=act)

    def act(self, data: Any, place: str) -> Act:
        ((verb, value),) = data.items()
        if verb == "choose":
            return Act("choose", yes=value == "yes")
        target = value.get("target")
        if isinstance(target, dict):
            target = target["stack"]
        elif target not in (None, "top"):
            self.known(target, f"{place}.{verb}.target")
        return Act(verb, self.known(value["object"], f"{place}.{verb}.object"), value.get("ability"), target)

    def expectation(self, data: Any, place: str, name: str = "") -> Expectation:
        objects = {}
        for id, seen in data.get("objects", {}).items():
            self.known(id, f"{place}.objects.{id}")
            objects[id] = SeenObject(**seen)
        result = Expectation(
            name=name or data["name"],
            objects=objects,
            life={seat: seen["life"] for seat, seen in data.get("seats", {}).items() if "life" in seen},
            libraries={
                seat: SeenLibrary(seen.get("cards"), tuple(seen["top"]) if "top" in seen else None)
                for seat, seen in data.get("libraries", {}).items()
            },
            stack=data.get("stack"),
            step=data.get("step"),
            active=data.get("active"),
            asks=data.get("asks"),
            can=tuple(self.act(one, f"{place}.can[{i}]") for i, one in enumerate(data.get("can", ()))),
            cannot=tuple(self.act(one, f"{place}.cannot[{i}]") for i, one in enumerate(data.get("cannot", ()))),
        )
        if result == Expectation(result.name, objects=dict.fromkeys(objects, SeenObject())):
            self.fail(place, "expects nothing")
        return result

    def wrong(self, data: Any, names: list[str]) -> Wrong:
        if data["at"] not in names:
            self.fail("wrong.at", f"no point is called `{data['at']}`; there are {', '.join(f'`{n}`' for n in names)}")
        if "variant" in data and "rule" not in data:
            self.fail("wrong.variant", "needs a `rule`")
        expectation = self.expectation(data, "wrong", data["at"])
        return Wrong(expectation, data["imitates"], data.get("rule"), data.get("variant"))
