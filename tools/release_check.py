"""What can be seen of a release on one machine, without publishing anything.

Builds the sdist twice and compares the bytes, takes the wheel from it, looks at both, imports the
wheel (with --index from an empty environment), and compiles `native/` for Windows where there is a
compiler for that. Says what it could not see.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: megabytes of the package with all that it needs, as they are installed
LARGEST = 250
MINGW = ("x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-g++")
SETS = {
    "baseline": (),
    "avx2": ("-mavx2", "-mfma"),
    "avx512": ("-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl", "-mfma"),
}
TRY = """
import biterms
texts = ["cats chase mice", "dogs chase cats", "ships cross the sea", "boats cross seas"] * 5
print(biterms.__version__, len(biterms.TopicModel(2).fit(texts).topics()))
"""


class Failed(Exception):
    """Something that a release must not have."""


class NotSeen(Exception):
    """Something that cannot be looked at here."""


def run(*command: str | Path, **environment: str) -> str:
    """What a command prints; its error is ours."""
    given = [str(word) for word in command]
    done = subprocess.run(
        given, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True
    )
    if done.returncode:
        raise Failed(f"{' '.join(given)[:200]}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


class Release:
    """The files of a release, built in a folder that goes away."""

    def __init__(self, folder: Path, index: bool) -> None:
        self.folder, self.index = folder, index
        self.version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    def build(self, kind: str, where: str, source: Path = ROOT) -> Path:
        """Build one of the two in a folder of its own."""
        out = self.folder / where
        if not [*out.glob("biterms-*")]:
            epoch = run("git", "log", "-1", "--format=%ct").strip()
            words = ["build", kind, "--outdir", out, source]
            run(sys.executable, "-m", *words, SOURCE_DATE_EPOCH=epoch)
        return next(out.glob("biterms-*"))

    @property
    def sdist(self) -> Path:
        """The source."""
        return self.build("--sdist", "sdist")

    @property
    def wheel(self) -> Path:
        """The wheel that comes out of the sdist; one in dist/ that make has built will do."""
        ready = sorted((ROOT / "dist").glob(f"biterms-{self.version}-*.whl"))
        return ready[-1] if ready else self.build("--wheel", "wheel", self.sdist)

    # what is looked at; the first line of each is what is printed -----------------------------

    def versions(self) -> str:
        """The version is the same everywhere, and the changelog knows it."""
        said = {
            "src/biterms/version.py": (ROOT / "src/biterms/version.py").read_text(),
            "CITATION.cff": (ROOT / "CITATION.cff").read_text(),
        }
        for name, text in said.items():
            if "importlib" not in text and self.version not in text:
                raise Failed(f"{name} does not say {self.version}")
        changes = (ROOT / "CHANGELOG.md").read_text()
        if not re.search(rf"^## {re.escape(self.version)}\b", changes, re.MULTILINE):
            raise Failed(f"CHANGELOG.md has no section {self.version}")
        return self.version

    def citation(self) -> str:
        """CITATION.cff can be read, and says what the format asks for."""
        try:
            import yaml
        except ImportError:
            raise NotSeen("PyYAML is not installed") from None
        cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
        missing = {"cff-version", "message", "title", "authors", "version"} - {*cited}
        if missing or cited["version"] != self.version:
            raise Failed(f"CITATION.cff lacks {missing or self.version}")
        for path in [*ROOT.glob(".github/**/*.yml"), *ROOT.glob(".github/*.yml")]:
            yaml.safe_load(path.read_text())
        return str(cited["title"])

    def same_source(self) -> str:
        """The sdist is the same, bit for bit, when it is built again."""
        one, other = self.sdist, self.build("--sdist", "sdist-again")
        hashes = {hashlib.sha256(path.read_bytes()).hexdigest() for path in (one, other)}
        if len(hashes) != 1:
            raise Failed(f"two builds differ: {hashes}")
        return f"{one.name}, {one.stat().st_size / 1e6:.1f} MB, sha256 {hashes.pop()[:16]}..."

    def source_is_known(self) -> str:
        """All files of the sdist are under version control."""
        known = {*run("git", "ls-files").splitlines()} | {"PKG-INFO"}
        with tarfile.open(self.sdist) as archive:
            names = {m.name.partition("/")[2] for m in archive.getmembers() if m.isfile()}
        if names - known:
            raise Failed(f"unknown files: {sorted(names - known)[:10]}")
        return f"{len(names):,} files"

    def metadata(self) -> str:
        """The index would take the metadata (twine check)."""
        if shutil.which("twine", path=str(Path(sys.executable).parent)) is None:
            raise NotSeen("twine is not installed")
        run(sys.executable, "-m", "twine", "check", "--strict", self.sdist, self.wheel)
        return "twine check --strict"

    def bill(self) -> str:
        """The wheel has a bill of materials that names what is compiled in."""
        with zipfile.ZipFile(self.wheel) as archive:
            names = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
            if len(names) != 1:
                raise Failed(f"expected one file in sboms/, found {names}")
            found = json.loads(archive.read(names[0]))
        parts = {part["name"]: part.get("version") for part in found["components"]}
        if found["metadata"]["component"]["version"] != self.version or "nanobind" not in parts:
            raise Failed(f"the bill is of something else: {parts}")
        return ", ".join(f"{name} {version}" for name, version in parts.items() if version)

    def installed(self) -> str:
        """The wheel works in an empty environment, which is not too large."""
        if not self.index:
            raise NotSeen("needs a package index: --index")
        env = self.folder / "env"
        run(sys.executable, "-m", "venv", env)
        python = env / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(python, "-m", "pip", "install", "--quiet", self.wheel)
        said = run(python, "-c", TRY).split()
        if said != [self.version, "2"]:
            raise Failed(f"expected {self.version} and two topics, got {said}")
        site = Path(
            run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        )
        size = sum(
            path.stat().st_size
            for path in site.rglob("*")
            if path.is_file() and path.relative_to(site).parts[0].split("-")[0] not in _NOT_OURS
        )
        if size > LARGEST * 2**20:
            raise Failed(f"{size / 2**20:.0f} MB are installed, expected at most {LARGEST}")
        return f"{size / 2**20:.0f} MB with all that it needs, at most {LARGEST}"

    def imported(self) -> str:
        """The wheel works with the packages that are here."""
        place = self.folder / "imported"
        words = ["install", "--quiet", "--no-deps", "--no-index", "--target", place, self.wheel]
        run(sys.executable, "-m", "pip", *words)
        said = run(sys.executable, "-c", TRY, PYTHONPATH=str(place)).split()
        if said != [self.version, "2"]:
            raise Failed(f"expected {self.version} and two topics, got {said}")
        return self.wheel.name

    def windows(self) -> str:
        """`native/` without its bindings compiles for Windows."""
        compiler = next(filter(None, map(shutil.which, MINGW)), None)
        if compiler is None:
            raise NotSeen("no mingw-w64: apt-get install g++-mingw-w64-x86-64-posix")
        usual = [compiler, "-std=c++17", "-O1", "-Wall", "-Werror", "-c"]
        n = 0
        for path in sorted((ROOT / "native").glob("*.cpp")):
            if path.name.startswith("bind"):
                continue
            sets = SETS if path.name == "kernels.cpp" else {"baseline": ()}
            for name, flags in sets.items():
                given = [f"-DBITERMS_NS={name}"] if path.name == "kernels.cpp" else []
                given += ["-DBITERMS_HAS_AVX2=1", "-DBITERMS_HAS_AVX512=1"] * (not given)
                run(*usual, *flags, *given, path, "-o", self.folder / f"{path.stem}-{name}.o")
                n += 1
        return f"{n} objects by {Path(compiler).name}; nothing was run on Windows"


#: what an environment has before anything is installed into it
_NOT_OURS = {"pip", "setuptools", "_distutils_hack", "distutils"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", action="store_true", help="also install from a package index")
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        release = Release(Path(folder), given.index)
        looks: list[Callable[[], str]] = [
            *(release.versions, release.citation, release.same_source, release.source_is_known),
            *(release.metadata, release.bill, release.imported, release.windows, release.installed),
        ]
        for look in looks:
            begin = time.perf_counter()
            try:
                state, said = "yes", look()
            except NotSeen as reason:
                state, said = "not seen", str(reason)
            except Failed as reason:
                state, said, failed = "NO", str(reason), True
            what = (look.__doc__ or "").strip()
            print(f"{state:>8}  {what} ({said}; {time.perf_counter() - begin:.0f} s)", flush=True)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
