"""Mill (701.17; in `2023` 701.13): cards from the top of a library go to the graveyard, all at once."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, update, veto
from verifier.encode.terms import FALSE, TRUE, Term, at_most, conj, is_at, neg, number, select, truth, widen
from verifier.encode.things import Vector

from ..milling import PLAYERS, Milling
from ..moment import Demand, Moment
from ..vocabulary import Zone
from .numbers import numbers
from .stack import announcement


def milling(m: Moment) -> Milling:
    """What the step mills."""
    made: Milling = m.once("milling", lambda: Milling(m, announcement(m)))
    return made


@update(
    "mill.top-of-library",
    title="to mill cards is to put that many from the top of the library into the graveyard",
    numbers=numbers("701.13a", "701.17a"),
)
def mill(m: Moment) -> Iterator[Write]:
    """Where the library has as many."""
    yield from _moves(m, milling(m).enough, Zone.GRAVEYARD)


@mill.wrong("into-exile", imitates="an engine whose milled cards leave the game for exile")
def into_exile(m: Moment) -> Iterator[Write]:
    """The cards are exiled."""
    yield from _moves(m, milling(m).enough, Zone.EXILE)


@mill.wrong("from-the-bottom", imitates="an engine that keeps libraries the other way round")
def from_the_bottom(m: Moment) -> Iterator[Write]:
    """The lowest cards are milled."""
    one = milling(m)
    yield from _moves(m, one.enough, Zone.GRAVEYARD, top=False)
    for player in PLAYERS:
        for field in (m.libraries.card, m.libraries.representation):
            for place, variable in enumerate(one.cards(player, field)):
                yield Write(variable, one.enough[player], one.shifted(player, field, place))


@update(
    "mill.as-many-as-possible",
    title="told to mill more cards than the library has, a player mills all of them",
    numbers=numbers("701.13b", "701.17b"),
)
def mill_all(m: Moment) -> Iterator[Write]:
    """Where the library has fewer."""
    yield from _moves(m, [neg(enough) for enough in milling(m).enough], Zone.GRAVEYARD)


@veto(
    "mill.never-more-than-library",
    of="mill",
    title="nobody can choose to mill more cards than the library has, or pay a cost that way",
    numbers=numbers("701.13b", "701.17b"),
)
def never_more(m: Moment, demand: Demand) -> Term:
    """Stops the choice, and the activation."""
    return _too_many(m, demand)


@never_more.wrong("costs-not-asked", imitates="an engine that mills what there is for a cost of more")
def costs_not_asked(m: Moment, demand: Demand) -> Term:
    """Stops the choice alone."""
    return FALSE if demand.as_cost else _too_many(m, demand)


@never_more.wrong("choices-not-asked", imitates="an engine that lets a player choose what cannot be done in full")
def choices_not_asked(m: Moment, demand: Demand) -> Term:
    """Stops the activation alone."""
    return _too_many(m, demand) if demand.as_cost else FALSE


@never_more.wrong("last-card-kept", imitates="an engine in which nobody can choose to empty their library")
def last_card_kept(m: Moment, demand: Demand) -> Term:
    """Stops what would take the last card as well."""
    library = m.players.library[demand.player]
    width = max(library.size(), demand.many.size())
    some = neg(is_at(demand.many, 0))
    return conj(some, at_most(widen(library, width), widen(demand.many, width)))


def _too_many(m: Moment, demand: Demand) -> Term:
    library = m.players.library[demand.player]
    width = max(library.size(), demand.many.size())
    return neg(at_most(widen(demand.many, width), widen(library, width)))


def _moves(m: Moment, when: Vector, to: Zone, *, top: bool = True) -> Iterator[Write]:
    """The milled cards take free slots as new objects in a zone; the library has fewer."""
    one = milling(m)
    for player in PLAYERS:
        yield Write(m.players.library[player], when[player], one.left(player))
        for p in m.slots:
            here = conj(when[player], one.takes[player][p])
            depth = one.depth[player][p]
            place = one.place(player, depth) if top else depth
            yield Write(m.objects.zone[p], here, number(to, 3))
            yield Write(m.objects.card[p], here, _read(m, player, m.libraries.card, place))
            yield Write(m.objects.representation[p], here, _read(m, player, m.libraries.representation, place))
            for whose in (m.objects.owner, m.objects.controller):
                yield Write(whose[p], here, truth(bool(player)))


def _read(m: Moment, player: int, field: Vector, place: Term) -> Term:
    return select(milling(m).cards(player, field), place)


def no_room(m: Moment) -> Iterator[Write]:
    """More cards out of libraries than the slice has room for end what it can tell."""
    yield Write(m.edge, milling(m).overflow, TRUE)
