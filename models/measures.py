"""What makes a run long and a board large, for the search that makes both small."""

from verifier.encode.system import System
from verifier.encode.terms import conj, is_at, neg
from verifier.prove.search import Measures

from .moment import Moment
from .vocabulary import Zone


def measures(system: System) -> Measures:
    """A resolution begins when both players pass on a stack that is not empty; an object is a slot that is not gone."""
    moment: Moment = system.moment
    resolves = conj(moment.both_passed, neg(moment.stack_empty))
    return Measures(resolves, [neg(is_at(zone, Zone.GONE)) for zone in moment.objects.zone])
