"""The software bill of materials of a wheel: what is in it that was not written here (PEP 770).

CMake runs it with the sources that are compiled in; versions are read from these. The order and
the bytes are the same for the same sources, and the time is that of SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def version_in(header: Path, prefix: str) -> str:
    """Three numbers of a header: PREFIX_MAJOR, PREFIX_MINOR and PREFIX_PATCH."""
    text = header.read_text(encoding="utf8")
    parts = [
        re.search(rf"#define\s+{prefix}_{part}\s+(\d+)", text)
        for part in ("MAJOR", "MINOR", "PATCH")
    ]
    if None in parts:
        raise SystemExit(f"{header} does not say its version as {prefix}_MAJOR, _MINOR, _PATCH")
    return ".".join(part[1] for part in parts if part)


def component(kind: str, name: str, version: str, purl: str, license_id: str) -> dict[str, Any]:
    """An entry of the list."""
    return {
        "type": kind,
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "licenses": [{"license": {"id": license_id}}],
    }


def compiled_in(nanobind: Path) -> list[dict[str, Any]]:
    """Libraries whose code is in the extension; ``nanobind`` is the folder of its package."""
    own = version_in(nanobind / "include/nanobind/nanobind.h", "NB_VERSION")
    policy = nanobind / "ext/robin_map/include/tsl/robin_growth_policy.h"
    map_ = version_in(policy, "TSL_RH_VERSION")
    where = "pkg:github/Tessil/robin-map@v"
    return [
        component("library", "nanobind", own, f"pkg:pypi/nanobind@{own}", "BSD-3-Clause"),
        component("library", "robin-map", map_, f"{where}{map_}", "MIT"),
    ]


def sample() -> dict[str, Any]:
    """The headlines that come with the package, from a public collection."""
    return {
        "type": "data",
        "bom-ref": "headlines",
        "name": "A Million News Headlines, first year",
        "description": "headlines of the Australian Broadcasting Corporation, 2003-02 to 2004-02",
        "licenses": [{"license": {"id": "CC0-1.0"}}],
    }


def bill(version: str, nanobind: Path, compiler: str) -> dict[str, Any]:
    """The whole list as CycloneDX 1.6 has it."""
    own = component("library", "biterms", version, f"pkg:pypi/biterms@{version}", "Apache-2.0")
    own["properties"] = [{"name": "biterms:compiler", "value": compiler}]
    about: dict[str, Any] = {"component": own}
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        about["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).isoformat()
    parts = [*compiled_in(nanobind), sample()]
    names = [part["bom-ref"] for part in parts]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": about,
        "components": parts,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": names}],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nanobind", type=Path, required=True, help="its folder cmake/")
    parser.add_argument("--version", required=True)
    parser.add_argument("--compiler", required=True)
    given = parser.parse_args()
    found = bill(given.version, given.nanobind.parent, given.compiler)
    given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
