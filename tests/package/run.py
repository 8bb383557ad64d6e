#!/usr/bin/env python3
"""Installs what was built into a temporary folder and builds the example of docs/api.md with it, once by CMake
(find_package) and once by pkg-config. It must print what the page says.

    python3 tests/package/run.py --build build/release [--compiler g++]

Last line: package: N passed, M failed, K skipped.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/api.md"

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
find_package(gyre REQUIRED)
add_executable(example example.cc)
target_link_libraries(example PRIVATE gyre::gyre)
"""


def block(language):
    """The first code block of the page in this language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    if not found:
        sys.exit(f"{PAGE}: there is no block in {language}")
    return found[1]


def run(*command, folder, env=None):
    result = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"{shlex.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def by_cmake(folder, prefix, compiler):
    (folder / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
        folder=folder)
    run("cmake", "--build", "build", folder=folder)
    return folder / "build/example"


def by_pkg_config(folder, prefix, compiler):
    found = next(prefix.rglob("gyre.pc"))
    flags = run("pkg-config", "--cflags", "--libs", "gyre", folder=folder,
                env={**os.environ, "PKG_CONFIG_PATH": str(found.parent)})
    run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "example.cc", "-o", "example", *shlex.split(flags),
        folder=folder)
    return folder / "example"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="the build folder; everything in it must have been built")
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as temporary:
        prefix = Path(temporary) / "prefix"
        run("cmake", "--install", str(Path(options.build).resolve()), "--prefix", str(prefix), folder=temporary)
        for name, build in (("cmake", by_cmake), ("pkg-config", by_pkg_config)):
            if not shutil.which(name):
                skipped += 1
                continue
            folder = Path(temporary) / name
            folder.mkdir()
            (folder / "example.cc").write_text(block("cpp"), encoding="utf-8")
            try:
                output = run(str(build(folder, prefix, options.compiler)), folder=folder)
            except RuntimeError as e:
                output = str(e)
            if output == block("text"):
                passed += 1
            else:
                failed += 1
                print(f"{name}: the example of docs/api.md gives\n{output}")
    print(f"package: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
