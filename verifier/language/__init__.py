"""The language that properties are written in: events, public state, and the past of an ability or a permanent."""

from verifier.language.formulas import (
    Ability,
    Claim,
    Formula,
    Permanent,
    Property,
    atom,
    both,
    either,
    historically,
    implies,
    never,
    once,
    previously,
    since,
    source,
    target,
)

__all__ = [
    "Ability",
    "Claim",
    "Formula",
    "Permanent",
    "Property",
    "atom",
    "both",
    "either",
    "historically",
    "implies",
    "never",
    "once",
    "previously",
    "since",
    "source",
    "target",
]
