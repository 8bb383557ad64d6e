#!/usr/bin/env python3
"""Checks the rules of CONTRIBUTING.md that a machine can check; each failure is `file:line: message`.

    check.py [--all] [--root DIR] [--compiler CXX]    checks a tree
    check.py --self-test                              checks this script: every rule must find its bad example

Headers are compiled alone to see that they are self-contained. Without --all only those are that no source file
includes first: for the others the build has shown it.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Who may include whom, lowest first: a folder may include what is named here, and whatever those may. A name with a
# slash is a single file.
DIRECTION = {
    "base": [],
    "logic": ["base"],
    "automata": ["base", "logic"],
    "ir": ["base", "logic"],
    "promela": ["ir"],
    "esml": ["ir"],
    "lint": ["ir"],
    "model": ["ir"],
    "vm": ["model"],
    "jit": ["model"],
    "reduce": ["model"],
    "plan": ["automata", "reduce", "search/searches.def", "store/stores.def"],
    "store": ["base"],
    "search": ["model", "store/concept.h"],
    "trace": ["model", "vm"],
    "judge": ["vm", "trace", "automata"],
    "report": ["trace"],
    "product": ["model", "automata"],
    "thesis": ["esml", "vm", "store", "search"],
    "run": ["plan", "product", "thesis", "vm", "jit", "reduce", "store", "search"],
    "certificate": ["plan", "run"],
    "certify": [],  # checks what the others say, with code of its own
    "api": ["plan", "run", "judge", "report", "certificate", "promela", "esml", "lint"],
    "wire": ["include/gyre"],
    "lsp": ["include/gyre", "wire"],
    "dap": ["include/gyre", "wire"],
    "serve": ["include/gyre"],
    "cli": ["include/gyre", "lsp", "dap", "serve", "certify"],  # the program is a user of the library as others are
}

# Tables, which whoever asks for no header reads as data.
TABLES = {"search/searches.def", "store/stores.def"}

# Searches meet stores (more of them than the concept) only here.
SEARCH_MEETS_STORE = {"run", "thesis"}

# Libraries that only some folders know.
FOREIGN = [
    (re.compile(r"^(llvm|llvm-c|clang)/"), "LLVM", {"jit"}),
    (re.compile(r"^httplib\.h$"), "cpp-httplib", {"serve"}),
]

# Files that comments and documents name.
NAMED = {".cc", ".h", ".def", ".py"}
NAMED_FILE = re.compile(r"(?<![\w./<*-])((?:[a-z_]+/)*[a-z][a-z_0-9]*\.(?:cc|h|def|py))\b(?!>)")

MAX_COLUMNS = 120
MAX_LINES = 600

CXX = {".h", ".cc", ".def"}
CODE = CXX | {".py", ".sh", ".cmake"}
TEXT = CODE | {".md", ".json", ".txt"}
SCRIPTS = {"gyre", "test", ".ci/run", "bench/run"}  # code without an ending
FOLDERS = ["src", "include", "tests", "bench", "docs", "cmake", "models", ".ci"]

RULES = {
    "direction": "includes follow the dependency direction",
    "own-header": "a source file includes its own header first",
    "pragma": "headers have #pragma once",
    "self-contained": "headers compile alone",
    "public": "the public headers include nothing but the standard library and each other",
    "white": "no tabs in C++, no white space at the end of a line, no CRLF",
    "folders": "CONTRIBUTING.md's table of folders is that of this script and of src/",
    "references": "no reference to what is not in the repository",
    "columns": f"at most {MAX_COLUMNS} columns",
    "length": f"at most {MAX_LINES} lines without a reason",
    "later": "nothing is left for later",
    "paths": "no paths of somebody's machine",
    "using": "no using namespace std",
    "default": "a switch over an enum of ours names every case",
}

# Everywhere a new enumerator must not be taken for another one: it does not compile until every switch knows it.
NO_DEFAULT = set(DIRECTION)

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
LATER = re.compile(r"\b(TODO|FIXME|XXX)\b")
MACHINE_PATH = re.compile(r"(?<![\w.*}/-])/(work|home|root)/\w")
MACHINE_PATH_SRC = re.compile(r"(?<![\w.*}/-])/(work|home|root|tmp)\b(?!\.)")
# Notes beside the checkout, which no reader of the repository has.
ELSEWHERE = re.compile(r"\b(CLI|DESIGN|STYLE|REVIEW)\.md\b|\bseeds? \d{3}|\b(facts|seeds)/\w+\.(md|txt)\b")
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
USING = re.compile(r"^\s*using\s+namespace\s+std\b")
DEFAULT = re.compile(r"^(\s*)default:")
CASE = re.compile(r"^(\s*)case\s+(.*?):( |$)")


def closure():
    """folder -> set of what it may include (folders and single files), itself included."""
    result = {}
    for folder, direct in DIRECTION.items():
        allowed = {folder}
        for name in direct:
            allowed |= {name} if "/" in name else result[name]
        result[folder] = allowed
    return result


MAY_INCLUDE = closure()


class Checker:
    def __init__(self, root, all_headers, compiler):
        self.root = pathlib.Path(root)
        self.all_headers = all_headers
        self.compiler = compiler
        self.failures = []  # (rule, "file:line: message")
        self.skipped = set()

    def fail(self, rule, path, line, message):
        self.failures.append((rule, f"{path.relative_to(self.root)}:{line}: {message}"))

    def files(self):
        found = [p for p in self.root.iterdir() if p.is_file()]
        for folder in FOLDERS:
            found += [p for p in (self.root / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts]
        for path in sorted(found):
            inside = path.relative_to(self.root)
            # Inputs and outputs of tests are as they must be.
            if inside.parts[0] == "tests" and path.name != "CMakeLists.txt":
                ours = CXX | {".py"} if inside.parts[1] in ("unit", "fuzz") and len(inside.parts) == 3 else {".py"}
                if path.suffix not in ours:
                    continue
            if path.suffix in TEXT or str(inside) in SCRIPTS:
                yield path

    def run(self):
        headers = []
        included_first = set()
        self.names = {p.relative_to(self.root).as_posix() for folder in FOLDERS
                      for p in (self.root / folder).rglob("*") if p.suffix in NAMED}
        for path in self.files():
            data = path.read_bytes()
            in_src = path.is_relative_to(self.root / "src")
            text = data.decode("utf-8", errors="replace")
            lines = text.split("\n")
            if lines and lines[-1] == "":
                lines.pop()
            self.check_lines(path, lines, in_src)
            self.check_named_files(path, lines, in_src)
            if path.suffix == ".h" and not any(line.startswith("#pragma once") for line in lines):
                self.fail("pragma", path, 1, "header without #pragma once")
            if in_src and path.relative_to(self.root / "src").parts[0] in NO_DEFAULT:
                self.check_switches(path, lines)
            if path.is_relative_to(self.root / "include"):
                self.check_public(path, lines)
                headers.append(path)
            if in_src and path.suffix in CXX:
                first = self.check_includes(path, lines)
                if path.suffix == ".cc" and first:
                    included_first.add(first)
                if path.suffix == ".h":
                    headers.append(path)
        if not self.all_headers:
            headers = [h for h in headers if not h.is_relative_to(self.root / "src") or
                       h.relative_to(self.root / "src").as_posix() not in included_first]
        self.check_self_contained(headers)
        self.check_folders()

    def check_named_files(self, path, lines, in_src):
        """A file that a comment or a document names is in the tree. Headers in documents may be examples."""
        if not in_src and path.suffix != ".md":
            return
        for number, line in enumerate(lines, 1):
            text = line.partition("//")[2] if in_src else line
            for name in NAMED_FILE.findall(text):
                if name.endswith(".h") and not in_src:
                    continue
                if not any(("/" + known).endswith("/" + name) for known in self.names):
                    self.fail("references", path, number, f"there is no `{name}'")

    def check_folders(self):
        path = self.root / "CONTRIBUTING.md"
        if not path.exists():
            return
        told = {}
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            row = re.match(r"\| ((?:\w+/(?:, )?)+) \|.*\| ([^|]*) \|$", line)
            if not row:
                continue
            names = [] if row[2] == "nothing of ours" else row[2].split(", ")
            for folder in row[1].replace("/", "").split(", "):
                told[folder] = number
                if sorted(names) != sorted(DIRECTION.get(folder, [])):
                    self.fail("folders", path, number, f"{folder}/ may include: {', '.join(DIRECTION.get(folder, []))}")
                if not (self.root / "src" / folder).is_dir():
                    self.fail("folders", path, number, f"there is no src/{folder}/")
        for folder in sorted(p.name for p in (self.root / "src").iterdir() if p.is_dir()):
            if folder not in told:
                self.fail("folders", path, 1, f"src/{folder}/ is not in the table")

    def check_lines(self, path, lines, in_src):
        is_code = path.suffix in CODE or path.suffix == "" or path.name == "CMakeLists.txt"
        # Models inside tests and rows of tables may be longer than a line.
        measured = path.suffix in (".h", ".cc") and ("src/" in str(path) or "include/" in str(path))
        is_cxx = path.suffix in CXX
        is_this = path.is_relative_to(self.root / "tests/style")
        machine_path = MACHINE_PATH_SRC if in_src else MACHINE_PATH
        for number, line in enumerate(lines, 1):
            if line.endswith("\r"):
                self.fail("white", path, number, "line ends with CRLF")
                line = line[:-1]
            if line != line.rstrip() and line.rstrip("\r") == line:
                self.fail("white", path, number, "white space at the end of the line")
            if is_cxx and "\t" in line:
                self.fail("white", path, number, "tab")
            if is_code and measured and len(line) > MAX_COLUMNS:
                self.fail("columns", path, number, f"{len(line)} columns, more than {MAX_COLUMNS}")
            if is_code and not is_this and LATER.search(line):
                self.fail("later", path, number, f"`{LATER.search(line).group()}': do it, or admit it in docs/warts.md")
            if not is_this and machine_path.search(line):
                self.fail("paths", path, number, f"absolute path `{machine_path.search(line).group().strip()}...'")
            if not is_this and ELSEWHERE.search(line):
                self.fail("references", path, number, f"`{ELSEWHERE.search(line).group()}' is not in the repository")
            if path.suffix == ".md":
                for link in LINK.finditer(line):
                    if not (path.parent / link[1]).exists():
                        self.fail("references", path, number, f"the link `{link[1]}' leads nowhere")
            if is_cxx and USING.search(line):
                self.fail("using", path, number, "using namespace std")
        if is_code and len(lines) > MAX_LINES and not any("long because" in line for line in lines[:20]):
            self.fail("length", path, MAX_LINES + 1,
                      f"{len(lines)} lines: split it, or say `long because ...' in the first 20 lines")

    def check_switches(self, path, lines):
        """Cases of one switch are indented alike; those of an enum have a scope."""
        of_enum = {}  # indentation -> is the last case so indented one of an enum?
        for number, line in enumerate(lines, 1):
            if case := CASE.match(line):
                of_enum[case.group(1)] = "::" in case.group(2)
            elif (default := DEFAULT.match(line)) and of_enum.get(default.group(1)):
                self.fail("default", path, number, "a default in a switch over an enum: name the cases")

    def check_includes(self, path, lines):
        """Returns the first include if it is one of ours."""
        src = self.root / "src"
        inside = path.relative_to(src)
        if len(inside.parts) != 2:
            self.fail("direction", path, 1, "a source file is in src/<folder>/")
            return None
        folder = inside.parts[0]
        if folder not in DIRECTION:
            self.fail("direction", path, 1, f"src/{folder} is not in the table of folders (tests/style/check.py)")
            return None
        first = None
        seen_include = False
        search = store = None  # line numbers
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            ours = self.resolve(path, folder, quote, name, number)
            if not seen_include:
                seen_include = True
                first = ours
                own = inside.with_suffix(".h").as_posix()
                if path.suffix == ".cc" and first != own and (src / own).exists():
                    self.fail("own-header", path, number, f'the first include must be "{own}"')
            if ours is None:
                continue
            target = ours.split("/")[0]
            if target not in MAY_INCLUDE[folder] and ours not in MAY_INCLUDE[folder]:
                self.fail("direction", path, number, f"{folder}/ may not include {ours}")
            if target == "search" and ours not in TABLES:
                search = number
            if target == "store" and ours != "store/concept.h" and ours not in TABLES:
                store = number
        if search and store and folder not in SEARCH_MEETS_STORE:
            self.fail("direction", path, max(search, store), "searches meet stores only in run/")
        return first

    def check_public(self, path, lines):
        for number, line in enumerate(lines, 1):
            if (match := INCLUDE.match(line)) and not re.fullmatch(r"<(gyre/\w+\.h|\w+)>", "<%s>" % match[2]):
                self.fail("public", path, number, f"a public header includes {match[2]}")
            elif match and match[1] == '"':
                self.fail("public", path, number, "a public header is included as <gyre/...>")

    def resolve(self, path, folder, quote, name, number):
        """The included file as folder/name if it is ours. Complains about others' files where they must not be."""
        src = self.root / "src"
        if ".." in name.split("/"):
            self.fail("direction", path, number, "includes are written from src/ on, without ..")
            return None
        head = name.split("/")[0]
        if "/" in name and (head in DIRECTION or (src / head).is_dir()):
            return name
        if quote == '"':
            if (src / folder / name).exists():
                return f"{folder}/{name}"
            self.fail("direction", path, number, f'"{name}" is not a file of src/; write <{name}> if it is not ours')
            return None
        for pattern, library, folders in FOREIGN:
            if pattern.search(name) and folder not in folders:
                self.fail("direction", path, number, f"{library} is only for {', '.join(sorted(folders))}/")
        return None

    def check_self_contained(self, headers):
        if not headers:
            return
        if not shutil.which(self.compiler):
            self.skipped.add("self-contained")
            return

        llvm = shutil.which("llvm-config-19")
        extra = []
        if llvm:
            extra = ["-isystem", subprocess.run([llvm, "--includedir"], capture_output=True, text=True,
                                                check=False).stdout.strip()]
        else:  # a library that may be missing: its users cannot be compiled then
            headers = [h for h in headers if not h.is_relative_to(self.root / "src/jit")]

        def compile_alone(header):
            ours = ["-I", str(self.root / "src")] if header.is_relative_to(self.root / "src") else []
            command = [self.compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-x", "c++",
                       "-DGYRE_VERSION=\"0\"", "-I", str(self.root / "include"), *ours, *extra,
                       "-include", str(header), os.devnull]
            return header, subprocess.run(command, capture_output=True, text=True, check=False)

        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for header, result in pool.map(compile_alone, headers):
                if result.returncode != 0:
                    errors = [line for line in result.stderr.splitlines() if "error:" in line]
                    what = errors[0].split("error:", 1)[1].strip() if errors else result.stderr.strip()[:200]
                    self.fail("self-contained", header, 1, f"does not compile alone: {what}")


def report(checker):
    for _, message in checker.failures:
        print(message)
    broken = {rule for rule, _ in checker.failures}
    skipped = checker.skipped - broken
    print(f"style: {len(RULES) - len(broken) - len(skipped)} passed, {len(broken)} failed, {len(skipped)} skipped")
    return 1 if broken else 0


# The self-test -----------------------------------------------------------------------------------------------------

GOOD = {
    "include/gyre/x.h": "#pragma once\n#include <string>\n\n#include <gyre/y.h>\n",
    "include/gyre/y.h": "#pragma once\n",
    "src/base/a.h": "// What it is.\n#pragma once\n#include <cstdint>\nnamespace gyre { uint8_t a(); }\n",
    "src/base/b.h": "#pragma once\nnamespace gyre { int b(); }\n",
    "src/base/b.cc": '#include "base/b.h"\n\n#include "a.h"\n',
    "src/store/concept.h": '#pragma once\n#include "base/a.h"\n',
    "src/store/exact.h": '#pragma once\n#include "store/concept.h"\n',
    "src/model/model.h": '#pragma once\n#include "base/a.h"\n',
    "src/search/dfs.h": '#pragma once\n#include "model/model.h"\n#include "store/concept.h"\n',
    "src/run/e.cc": '#include "run/e.h"\n#include "search/dfs.h"\n#include "store/exact.h"\n',
    "src/run/e.h": "#pragma once\n",
    "src/vm/c.cc": "switch (c) {\n  case 'x': return 1;\n  default: return 2;\n}\n",
    "tests/unit/free_test.cc": '#include "search/dfs.h"\n#include "store/exact.h"\n',
    "tests/golden/input.h": "# define X \r\n",
    "docs/manual.md": "text\n",
}

# (rule, line, file, text): each is a tree of its own with one failure.
BAD = [
    ("direction", 2, "src/base/x.h", '#pragma once\n#include "model/model.h"\n'),
    ("direction", 1, "src/base/x.cc", "#include <model/model.h>\n"),
    ("direction", 1, "src/store/x.cc", '#include "search/dfs.h"\n'),
    ("direction", 1, "src/store/x.cc", '#include "model/model.h"\n'),
    ("direction", 1, "src/search/x.cc", '#include "store/exact.h"\n'),
    ("direction", 1, "src/search/x.cc", '#include "vm/vm.h"\n'),
    ("direction", 1, "src/promela/x.cc", '#include "esml/lexer.h"\n'),
    ("direction", 1, "src/trace/x.cc", '#include "search/dfs.h"\n'),
    ("direction", 1, "src/run/x.cc", '#include "cli/options.h"\n'),
    ("direction", 2, "src/cli/x.cc", '#include "search/dfs.h"\n#include "store/exact.h"\n'),
    ("direction", 1, "src/vm/x.cc", '#include "../base/a.h"\n'),
    ("direction", 1, "src/vm/x.cc", '#include "fmt/format.h"\n'),
    ("direction", 1, "src/vm/x.cc", "#include <llvm/IR/Module.h>\n"),
    ("direction", 1, "src/unknown/x.cc", "int x;\n"),
    ("own-header", 1, "src/base/a.cc", '#include <vector>\n#include "base/a.h"\n'),
    ("pragma", 1, "src/base/x.h", "int x();\n"),
    ("self-contained", 1, "src/base/x.h", "#pragma once\nstd::string x();\n"),
    ("self-contained", 1, "include/gyre/x.h", "#pragma once\nstd::string x();\n"),
    ("public", 2, "include/gyre/x.h", '#pragma once\n#include "base/a.h"\n'),
    ("public", 2, "include/gyre/x.h", "#pragma once\n#include <fmt/format.h>\n"),
    ("white", 1, "src/base/x.cc", "\tint x;\n"),
    ("white", 1, "src/base/x.cc", "int x; \n"),
    ("white", 2, "docs/x.md", "a\nb\t\n"),
    ("white", 1, "src/base/x.cc", "int x;\r\n"),
    ("columns", 1, "src/base/x.cc", "//" + "x" * 119 + "\n"),
    ("length", MAX_LINES + 1, "src/base/x.cc", "int x;\n" * (MAX_LINES + 1)),
    ("later", 1, "src/base/x.cc", "int x;  // TODO: y\n"),
    ("later", 1, "tests/unit/x_test.cc", "// FIXME\n"),
    ("paths", 1, "src/base/x.cc", 'auto x = "/tmp/y";\n'),
    ("paths", 1, "src/base/x.cc", "// see /home/me/y\n"),
    ("paths", 1, "docs/x.md", "see /root/y\n"),
    ("references", 1, "docs/x.md", "see [y](y.md)\n"),
    ("references", 1, "src/base/x.cc", "// as DESIGN" ".md says\n"),
    ("references", 1, "src/base/x.cc", "// as gone.cc does\n"),
    ("references", 1, "docs/x.md", "`vm/gone.cc`\n"),
    ("folders", 1, "CONTRIBUTING.md", "| vm/ | byte code | ir |\n"),
    ("using", 1, "tests/unit/x_test.cc", "using namespace std;\n"),
    ("default", 3, "src/vm/x.cc", "switch (c) {\n  case Code::x: return 1;\n  default: return 2;\n}\n"),
]


def self_test(compiler):
    passed = failed = skipped = 0

    def check(files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            checker = Checker(folder, False, compiler)
            checker.run()
            return checker.failures

    good = check(GOOD)
    if good:
        print("self-test: failures in the good tree:", *good, sep="\n  ")
        failed += 1
    else:
        passed += 1
    long_file = check({"src/base/x.cc": "// long because of the table\n" + "int x;\n" * (MAX_LINES + 1)})
    if long_file:
        print("self-test: a reason for a long file is not accepted:", *long_file, sep="\n  ")
        failed += 1
    else:
        passed += 1
    for rule, line, name, text in BAD:
        if rule == "self-contained" and not shutil.which(compiler):
            skipped += 1
            continue
        files = {name: text}
        if rule == "folders":
            files["src/vm/x.cc"] = "int x;\n"
        if rule == "own-header":
            files["src/base/a.h"] = GOOD["src/base/a.h"]
        found = check(files)
        if [r for r, message in found if r == rule and message.startswith(f"{name}:{line}: ")]:
            passed += 1
        else:
            print(f"self-test: {rule} is not found in {name}: {text[:60]!r}; found: {found}")
            failed += 1
    print(f"style: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="compile every header alone")
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[2], help="the tree to check")
    parser.add_argument("--compiler", default="g++", help="for the headers")
    parser.add_argument("--self-test", action="store_true", help="check the rules themselves")
    options = parser.parse_args()
    if options.self_test:
        return self_test(options.compiler)
    checker = Checker(options.root, options.all, options.compiler)
    checker.run()
    return report(checker)


if __name__ == "__main__":
    sys.exit(main())
