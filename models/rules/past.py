"""What an object's past was: kept beside the rules, which do not ask for it, for the wrong readings that do."""

from collections.abc import Iterator

from verifier.encode.clauses import Write
from verifier.encode.terms import TRUE, conj, disj, neg

from ..moment import Moment
from ..vocabulary import Step
from .watch import happened


def remember_past(m: Moment) -> Iterator[Write]:
    """Has this object shown its back; has it turned over in this turn, and during the present resolution."""
    h = happened(m)
    turn_goes_on, resolution_goes_on = neg(m.begins(Step.UPKEEP)), neg(m.finishing)
    for p in m.slots:
        stays = neg(h.moved[p])
        yield Write(m.objects.been_back[p], TRUE, disj(conj(stays, m.objects.been_back[p]), h.after.back[p]))
        this_turn = disj(m.objects.turned_this_turn[p], h.turned[p])
        yield Write(m.objects.turned_this_turn[p], TRUE, conj(stays, turn_goes_on, this_turn))
        now = disj(m.objects.turned_now[p], h.turned[p])
        yield Write(m.objects.turned_now[p], TRUE, conj(stays, resolution_goes_on, now))
