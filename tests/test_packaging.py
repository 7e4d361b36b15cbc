"""What the wheel holds: every package and data file, and `verifier` as its only top-level name."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = {
    "verifier": ROOT / "verifier",
    "verifier.models": ROOT / "models",
    "verifier.properties": ROOT / "properties",
}


def packages() -> set[str]:
    """Every folder with Python files, by the name under which it is imported."""
    found = set()
    for name, folder in FOLDERS.items():
        for init in folder.rglob("*.py"):
            parts = init.relative_to(folder).parts[:-1]
            if name != "verifier" or not parts or parts[0] not in ("models", "properties"):
                found.add(".".join((name, *parts)))
    return found


def settings() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def test_every_package_is_declared() -> None:
    assert set(settings()["packages"]) == packages()


def test_every_package_has_an_init() -> None:
    for name in packages():
        top = max((known for known in FOLDERS if (name + ".").startswith(known + ".")), key=len)
        inside = name.removeprefix(top).strip(".").split(".") if name != top else []
        assert FOLDERS[top].joinpath(*inside, "__init__.py").is_file(), name


def test_symlinks_point_at_the_folders_of_the_mapping() -> None:
    for name, folder in settings()["package-dir"].items():
        assert ROOT.joinpath(*name.split(".")).resolve() == (ROOT / folder).resolve()


@pytest.mark.nightly
def test_only_verifier_is_a_top_level_name(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(
        ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
    )
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(copy)]
    subprocess.run(build, check=True, timeout=300, stdin=subprocess.DEVNULL)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"verifier"}
    cards = {path.name for path in (ROOT / "models" / "cards").glob("*.yaml")}
    assert {name.rsplit("/", 1)[1] for name in names if name.startswith("verifier/models/cards/")} >= cards
    for needed in ("verifier/py.typed", "verifier/models/cards/card.schema.json", "verifier/boards/board.schema.json"):
        assert needed in names
