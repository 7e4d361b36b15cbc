"""Everything that can go wrong on purpose: one small family, each member with the exit code of the command line."""

__all__ = ["InputError", "InternalError", "OutsideRulebook", "SolverUnknown", "VerifierError"]


def _one_line(text: str) -> str:
    """`text` with every character escaped that would break the line or cannot be printed."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


class VerifierError(Exception):
    """The root of the family; `exit_code` is what the command line ends with."""

    exit_code = 4


class InputError(VerifierError):
    """A file, a field or an argument that was written wrong.

    Parameters
    ----------
    path: where the input came from, usually a file
    field: the place inside it, such as `faces[0].abilities[1].do[0]` or `line 3`; may be empty
    message: lower case, one line, says what would be right
    """

    exit_code = 2

    def __init__(self, path: object, field: str, message: str) -> None:
        self.path, self.field, self.message = str(path), field, message
        super().__init__(_one_line(": ".join(part for part in (self.path, field, message) if part)))


class OutsideRulebook(InputError):
    """A word that the rulebook cannot say.

    Parameters
    ----------
    path, field: as in `InputError`
    word: the word itself
    section: the number of the rules section that has it, if known
    words: what may stand there instead
    """

    def __init__(
        self, path: object, field: str, word: str, section: str | None = None, words: tuple[str, ...] = ()
    ) -> None:
        self.word, self.section = word, section
        number = f" (section {section})" if section else ""
        instead = f"; it can say {', '.join(words)}" if words else ""
        super().__init__(path, field, f"outside the rulebook: it has no word `{word}`{number}{instead}")


class SolverUnknown(VerifierError):
    """The solver gave up; this is never taken for an answer."""

    exit_code = 3


class InternalError(VerifierError):
    """A fault of the verifier itself: a counterexample that does not replay, a certificate that does not check."""

    exit_code = 4
