"""What is claimed of the rulebook. Each property speaks only of events and public state."""

from verifier.language import Property

from . import kernel, resolution, stack, transform, watching, zones

MODULES = (transform, watching, zones, resolution, stack, kernel)


def all_properties() -> tuple[Property, ...]:
    """Every shipped property, in the order in which they are shown."""
    return tuple(property for module in MODULES for property in module.PROPERTIES)
