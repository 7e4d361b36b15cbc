"""Reads a user's own folder of rules, properties and cards, and tells which line of it is at fault.

`rules/*.py` define clauses with the decorators of `verifier.encode.clauses`; `properties/*.py` each have a tuple
`PROPERTIES`; `cards/*.yaml` are card files. The Python files are run: open only a folder that you trust.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from verifier.encode.clauses import Clause, Kind, Variant, Write
from verifier.encode.interpreter import compile_terms
from verifier.encode.terms import is_bool
from verifier.errors import InputError, VerifierError
from verifier.extension import NONE, Extension, opened
from verifier.language import Property
from verifier.language.formulas import atoms, variables
from verifier.models import rulebook
from verifier.models.cards.loader import Card, load_card, shipped_cards
from verifier.models.public_facts import ATOMS
from verifier.properties import all_properties

__all__ = ["open_folder", "read_folder"]

ID = re.compile(r"[a-z][a-z0-9]*\.[a-z0-9]+(-[a-z0-9]+)*")
BOOLEAN = (Kind.VETO,)
"""Kinds whose bodies must return a Boolean term."""


@contextmanager
def open_folder(folder: Path | str | None) -> Iterator[Extension]:
    """Within the block the rulebook is the shipped one with what the folder adds; as it is shipped for None.

    Raises InputError as `read_folder`, and for whatever goes wrong later in a line of the folder's files.
    """
    extension = NONE if folder is None else read_folder(Path(folder))
    with opened(extension):
        try:
            yield extension
        except VerifierError:
            raise
        except Exception as problem:
            if extension.folder is None:
                raise
            _blame(problem, extension.folder)
            raise


def read_folder(folder: Path) -> Extension:
    """What a folder adds.

    Raises InputError, with file and line or field, for a folder without rules, properties and cards, a file that does
    not run, an id that is none or exists already, an atom that no one knows, and a card that is not whole.
    """
    if not folder.is_dir():
        raise InputError(folder, "", "is no folder of rules, properties or cards")
    found = {name: sorted((folder / name).glob(glob)) for name, glob in _PARTS.items()}
    if not any(found.values()):
        wanted = ", ".join(f"{name}/{glob}" for name, glob in _PARTS.items())
        raise InputError(folder, "", f"has nothing to add: no {wanted}")
    every = [path for paths in found.values() for path in paths]
    digest = hashlib.sha256(
        "\n".join(f"{p.relative_to(folder)} {hashlib.sha256(p.read_bytes()).hexdigest()}" for p in every).encode()
    ).hexdigest()
    with opened(NONE):
        clauses = tuple(_clauses(found["rules"], folder, digest))
        properties = tuple(_properties(found["properties"], folder, digest, clauses))
        _cards(found["cards"])
    return Extension(folder, clauses, properties, tuple(found["cards"]), digest)


_PARTS = {"rules": "*.py", "properties": "*.py", "cards": "*.yaml"}


def _clauses(files: Iterable[Path], folder: Path, digest: str) -> Iterator[Clause]:
    taken = dict.fromkeys(rulebook().clauses, "the rulebook")
    for path in files:
        for clause in vars(_module(path, folder, digest)).values():
            if isinstance(clause, Clause):
                _new("rule", clause.id, taken, path)
                if clause.kind in (Kind.DEFINITION, Kind.ORDERING):
                    raise InputError(path, clause.id, f"is of kind {clause.kind.value}, which no other clause asks for")
                if clause.kind is Kind.VETO or clause.of:
                    actions = {c.of for c in rulebook().clauses.values() if c.kind is clause.kind and c.of}
                    _known("action or event", clause.of, actions, path, f"{clause.id}: of")
                numbers = {edition: clause.numbers.get(edition) for edition in rulebook().editions}
                variants = [Variant(v.name, _checked(v.body, clause, path), v.wrong, v.says) for v in clause.variants]
                yield replace(clause, numbers=numbers, body=_checked(clause.body, clause, path), variants=variants)


def _checked(body: Callable[..., Any], clause: Clause, path: Path) -> Callable[..., Any]:
    """The body, held to what its kind must give. Raises InputError when it does not."""
    line = f"line {body.__code__.co_firstlineno}"

    def called(arguments: tuple[Any, ...]) -> Any:
        try:
            inspect.signature(body).bind(*arguments)
        except TypeError:
            raise InputError(path, line, f"{clause.id} is given {len(arguments)} arguments, and takes others") from None
        return body(*arguments)

    def readable(*terms: Any) -> None:
        try:
            compile_terms({str(number): term for number, term in enumerate(terms)})
        except NotImplementedError as problem:
            raise InputError(path, line, f"{clause.id}: {problem}; `verifier.encode.terms` has what is") from None

    def veto(*arguments: Any) -> Any:
        term = called(arguments)
        if not is_bool(term):
            raise InputError(path, line, f"{clause.id} must return a Boolean term, not {type(term).__name__}")
        readable(term)
        return term

    def writes(*arguments: Any) -> Any:
        for write in called(arguments) or ():
            if not isinstance(write, Write):
                raise InputError(path, line, f"{clause.id} must yield Write, not {type(write).__name__}")
            readable(write.guard, write.value)
            yield write

    if clause.kind in BOOLEAN or clause.of:
        return veto
    return writes if clause.kind in (Kind.UPDATE, Kind.ABSENCE) else body


def _properties(files: Iterable[Path], folder: Path, digest: str, clauses: Iterable[Clause]) -> Iterator[Property]:
    taken = {p.id: "the rulebook" for p in all_properties()}
    rules = {*rulebook().clauses, *(clause.id for clause in clauses)}
    for path in files:
        listed = getattr(_module(path, folder, digest), "PROPERTIES", None)
        if isinstance(listed, Property):
            raise InputError(path, "PROPERTIES", "is a property, not a tuple: write `(A,)` with a comma")
        if not isinstance(listed, (tuple, list)) or not all(isinstance(one, Property) for one in listed):
            raise InputError(path, "PROPERTIES", "is missing: a tuple of the file's properties")
        for property in listed:
            _new("property", property.id, taken, path)
            for rule in property.cites:
                _known("rule", rule, rules, path, property.id)
            for claim in property.claims:
                for name, subjects in atoms(claim.formula):
                    _known("event or fact", name, ATOMS, path, property.id)
                    takes = len(inspect.signature(ATOMS[name]).parameters) - 1
                    if subjects != takes:
                        raise InputError(path, property.id, f"`{name}` speaks of {takes} things, not {subjects}")
                for free in set(variables(claim.formula)) - set(claim.variables):
                    raise InputError(path, property.id, f"`{free.name}` is no variable of the claim that speaks of it")
            yield property


def _cards(files: Iterable[Path]) -> None:
    taken = {name.lower(): "the rulebook" for card in shipped_cards() for name in _names(card)}
    for path in files:
        card = load_card(path)
        for name in _names(card):
            if name.lower() in taken:
                raise InputError(path, "card", f"`{name}` exists already, in {taken[name.lower()]}")
        taken |= {name.lower(): str(path) for name in _names(card)}


def _names(card: Card) -> set[str]:
    return {card.name, *(face.name for face in card.faces)}


def _new(what: str, id: str, taken: dict[str, str], path: Path) -> None:
    if not ID.fullmatch(id):
        raise InputError(path, id[:60], f"is no id of a {what}; write words such as `house.tapped-stays`")
    if id in taken:
        raise InputError(path, id, f"is the id of a {what} already, in {taken[id]}")
    taken[id] = str(path)


def _known(what: str, name: str, known: Iterable[str], path: Path, field: str) -> None:
    names = list(known)
    if name not in names:
        near = difflib.get_close_matches(name, names, 3, 0.5)
        hint = f"; did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""
        raise InputError(path, field, f"no {what} is called `{name[:60]}`{hint}")


def _module(path: Path, folder: Path, digest: str) -> ModuleType:
    """The file, run as a module of its own. Raises InputError with the line at which it fails."""
    name = f"rulebook_{digest[:12]}.{path.parent.name}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(path, "", "cannot be read as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as problem:
        raise InputError(path, f"line {problem.lineno}", problem.msg) from problem
    except Exception as problem:
        _blame(problem, folder)
        raise InputError(path, "", f"does not run: {type(problem).__name__}: {problem}") from problem
    return module


def _blame(problem: Exception, folder: Path) -> None:
    """Raise InputError for the last line of the folder's files that a problem came through, if there is one."""
    inside = [
        frame
        for frame in traceback.extract_tb(problem.__traceback__)
        if Path(frame.filename).resolve().is_relative_to(folder.resolve())
    ]
    if inside:
        where = inside[-1]
        message = f"{type(problem).__name__}: {problem}"
        raise InputError(where.filename, f"line {where.lineno}", message) from problem
