"""The closed vocabulary of the rulebook: zones, kinds of cards and abilities, instruction words.

Every word that a card file or a board may use is a member here; the member's value is its code in the state.
"""

from enum import IntEnum


class Zone(IntEnum):
    """Where a card or token is (400.1). `GONE` is where a token is after it ceased to exist (111.7)."""

    GONE = 0
    BATTLEFIELD = 1
    GRAVEYARD = 2
    EXILE = 3
    HAND = 4
    STACK = 5
    LIBRARY = 6


class Representation(IntEnum):
    """What physically stands for an object (712.1, 111.1): it decides whether the object can be turned over."""

    SINGLE = 0
    NONMODAL = 1
    MODAL = 2
    TOKEN = 3
    TOKEN_DOUBLE = 4


class Step(IntEnum):
    """The steps and phases of a turn that the rulebook knows so far (500.1)."""

    UPKEEP = 0
    MAIN = 1
    COMBAT = 2
    END = 3


class EntryKind(IntEnum):
    """What kind of object is on the stack (405.1, 603.7)."""

    ACTIVATED = 0
    TRIGGERED = 1
    DELAYED = 2
    SPELL = 3


class AbilityKind(IntEnum):
    """How an ability of a face comes to act: activated, on an event, delayed until an event, or always."""

    NONE = 0
    ACTIVATED = 1
    SPELL = 2
    TRANSFORMS = 3
    ENTERS = 4
    DIES = 5
    CASTS = 6
    UPKEEP = 7
    END_STEP = 8
    DELAYED_UPKEEP = 9
    DELAYED_END_STEP = 10
    FORBIDS_TRANSFORM = 11
    TURNED_FACE_UP = 12


class Who(IntEnum):
    """Whom an ability watches or restricts, seen from the permanent that has it."""

    THIS = 0
    OTHER = 1
    ANY = 2


class Target(IntEnum):
    """What an ability targets (115.1); at most one target each."""

    NONE = 0
    PERMANENT = 1
    CARD = 2
    ABILITY = 3
    SPELL = 4


class Op(IntEnum):
    """The instruction words."""

    NOTHING = 0
    TRANSFORM = 1
    CONVERT = 2
    PUT_COUNTER = 3
    REMOVE_COUNTER = 4
    TAP = 5
    UNTAP = 6
    DESTROY = 7
    EXILE = 8
    RETURN = 9
    RETURN_TRANSFORMED = 10
    RETURN_TO_HAND = 11
    GAIN_LIFE = 12
    LOSE_LIFE = 13
    DAMAGE = 14
    COUNTER = 15
    COPY = 16
    DELAY = 17
    FACE_DOWN = 18
    FACE_UP = 19
    MILL = 20


class What(IntEnum):
    """What an instruction acts on."""

    THIS = 0
    TARGET = 1
    ALL = 2
    OTHERS = 3
    YOU = 4
    OPPONENT = 5
    EACH_PLAYER = 6


class Condition(IntEnum):
    """When an instruction is carried out, looked at as it is reached (608.2c)."""

    ALWAYS = 0
    DONE = 1
    NONE_LEFT = 2
    AT_LEAST = 3


PUBLIC_ZONES = (Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE)
PLUS_ONE = "+1/+1"
MINUS_ONE = "-1/-1"
