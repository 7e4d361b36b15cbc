"""What makes a run long and a board large, for the search that makes both small."""

from verifier.encode.system import System
from verifier.encode.terms import below, conj, is_at, neg
from verifier.prove.search import Measures

from .moment import Moment
from .vocabulary import Zone


def measures(system: System) -> Measures:
    """A resolution begins when both players pass on a stack that is not empty.

    An object is a slot that is not gone, or a card in a library.
    """
    moment: Moment = system.moment
    resolves = conj(moment.both_passed, neg(moment.stack_empty))
    objects = [neg(is_at(zone, Zone.GONE)) for zone in moment.objects.zone]
    cards = [neg(below(many, n + 1)) for many in moment.players.library for n in range(moment.slices["library"])]
    return Measures(resolves, [*objects, *cards])
