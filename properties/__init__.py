"""What is claimed of the rulebook. Each property speaks only of events and public state."""

from verifier.extension import in_force
from verifier.language import Property

from . import kernel, mill, resolution, stack, transform, watching, zones

MODULES = (transform, watching, zones, mill, resolution, stack, kernel)


def all_properties() -> tuple[Property, ...]:
    """Every shipped property, in the order in which they are shown; then those of the user's folder that is open."""
    shipped = tuple(property for module in MODULES for property in module.PROPERTIES)
    return shipped + in_force().properties
