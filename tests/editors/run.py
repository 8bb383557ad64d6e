#!/usr/bin/env python3
"""Tests of editors/: the lists of words are up to date, and each editor that is there takes its file.

    run.py --gyre PROGRAM [--filter REGEX] [--all]

With --all the extension of VS Code is built, too, with packages of the npm registry. The last line is
`editors: N passed, M failed, K skipped`.
"""

import argparse
import inspect
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EDITORS = ROOT / "editors"


class Skip(Exception):
    pass


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.pop("timeout", 60), **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def needs(program):
    found = shutil.which(program)
    if not found:
        raise Skip(f"no {program}")
    return found


def test_up_to_date(options):
    run(sys.executable, str(EDITORS / "generate.py"), "--check", "--gyre", options.gyre)


def test_check_finds_what_is_old(options):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "editors"
        shutil.copytree(EDITORS, copy, ignore=shutil.ignore_patterns("node_modules", "out"))
        old = copy / "vim/syntax/promela.vim"
        old.write_text(old.read_text().replace("atomic ", ""))
        done = subprocess.run([sys.executable, str(copy / "generate.py"), "--check"], capture_output=True, text=True)
        if done.returncode != 1 or "promela.vim" not in done.stdout:
            raise AssertionError(done.stdout)


def test_textmate_grammars(options):
    for name in ("promela", "esml"):
        grammar = json.loads((EDITORS / f"vscode/syntaxes/{name}.tmLanguage.json").read_text())
        for pattern in grammar["patterns"]:
            re.compile(pattern.get("match", ""))
        words = json.loads((EDITORS / "keywords.json").read_text())[name]
        matches = [re.compile(p["match"]) for p in grammar["patterns"] if "match" in p]
        for kind, listed in words.items():
            for word in listed:
                if kind != "directive" and not any(m.fullmatch(word) for m in matches):
                    raise AssertionError(f"{name}: {word} is not coloured")


VIM = r"""
set nocompatible
let &runtimepath = $EDITORS . '/vim,' . &runtimepath
filetype plugin on
syntax on
edit $MODEL
let found = [&filetype]
for word in split($WORDS)
  call cursor(1, 1)
  call search('\C\<' . word . '\>')
  call add(found, synIDattr(synID(line('.'), col('.'), 1), 'name'))
endfor
call writefile([join(found, ' ')], $OUT)
qall!
"""


PROMELA = "active proctype P() {\n  bool b; /* atomic */\n  do\n  :: b = true\n  od\n}\nltl p { always b }\n"
ESML = "MODEL M;\n(* IF (* *) IF *)\nPROCESS P;\nBEGIN DO TRUE -> SKIP END END P;\nBEGIN P END M\n"


def vim_groups(vim, name, text, words, *flags):
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / name
        model.write_text(text)
        script = pathlib.Path(folder) / "test.vim"
        script.write_text(VIM)
        out = pathlib.Path(folder) / "out"
        environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "EDITORS": str(EDITORS), "MODEL": str(model),
                       "WORDS": " ".join(words), "OUT": str(out), "TERM": "dumb"}
        subprocess.run([vim, *flags, "-S", str(script)], env=environment, capture_output=True, timeout=60,
                       stdin=subprocess.DEVNULL)
        return out.read_text().split()


def test_vim(options):
    vim = needs("vim")
    if "+syntax" not in run(vim, "--version"):
        raise Skip("this vim has no syntax files")
    found = vim_groups(vim, "m.pml", PROMELA, ["proctype", "do", "bool", "always", "atomic"], "-N", "-u", "NONE", "-i",
                       "NONE", "-n", "-es")
    if found != ["promela", "promelaDeclaration", "promelaControl", "promelaType", "promelaTemporal", "promelaComment"]:
        raise AssertionError(found)


def test_neovim(options):
    nvim = needs("nvim")
    found = vim_groups(nvim, "m.esml", ESML, ["PROCESS", "DO", "TRUE", "IF"], "--headless", "-u", "NONE", "-i",
                       "NONE", "-n")
    if found != ["esml", "esmlDeclaration", "esmlControl", "esmlConstant", "esmlComment"]:
        raise AssertionError(found)


def test_emacs(options):
    emacs = needs("emacs")
    program = """
(progn
  (load (expand-file-name "emacs/gyre-mode.el" (getenv "EDITORS")) nil t)
  (find-file (getenv "MODEL"))
  (font-lock-ensure)
  (dolist (word (split-string (getenv "WORDS")))
    (goto-char (point-min))
    (let (case-fold-search found)
      (while (and (not found) (re-search-forward (concat "\\\\_<" word "\\\\_>") nil t))
        (setq found (get-text-property (match-beginning 0) 'face))
        (when (eq found 'font-lock-comment-face) (setq found nil)))
      (princ (format "%s " found))))
  (princ major-mode)
  (indent-region (point-min) (point-max))
  (princ "\\n")
  (princ (buffer-string)))
"""
    for model, text, words, wanted in (
            ("m.pml", PROMELA, "proctype do bool", "font-lock-keyword-face font-lock-keyword-face font-lock-type-face "
             "gyre-promela-mode"),
            ("m.esml", ESML, "PROCESS DO TRUE", "font-lock-keyword-face font-lock-keyword-face "
             "font-lock-constant-face gyre-esml-mode")):
        with tempfile.TemporaryDirectory() as home:
            copy = pathlib.Path(home) / model
            copy.write_text(text)
            environment = {"PATH": "/usr/bin:/bin", "HOME": home, "EDITORS": str(EDITORS), "MODEL": str(copy),
                           "WORDS": words}
            found = run(emacs, "--batch", "-Q", "--eval", program, env=environment)
            if wanted not in found or (model == "m.pml" and PROMELA not in found):
                raise AssertionError(f"expected {wanted}, found {found}")


def test_emacs_compiles(options):
    emacs = needs("emacs")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "gyre-mode.el"
        shutil.copy(EDITORS / "emacs/gyre-mode.el", copy)
        run(emacs, "--batch", "-Q", "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile",
            str(copy))


# Without the generator: this reads the grammar as it does, and sees that every rule
# that is named is there and every rule that is there is reached.
TREE_SITTER = r"""
const named = new Set(), tokens = new Set();
const rule = (...parts) => ({ parts });
const dollar = new Proxy({}, { get: (_, name) => { named.add(name); return { name }; } });
const walk = (r) => {
  if (typeof r === "string") tokens.add(r);
  else if (r && r.parts) r.parts.forEach(walk);
};
for (const f of ["seq", "choice", "repeat", "repeat1", "optional", "token"]) global[f] = rule;
const prec = (level, r) => rule(r === undefined ? level : r);
prec.left = prec.right = prec.dynamic = prec;
global.prec = prec;
global.field = (name, r) => rule(r);
global.grammar = (g) => g;
const g = require(process.argv[1]);
const defined = new Set(Object.keys(g.rules));
for (const [name, body] of Object.entries(g.rules)) walk(body(dollar));
g.extras(dollar); g.word(dollar);
const missing = [...named].filter((n) => !defined.has(n));
const lost = [...defined].filter((n) => n !== "source_file" && !named.has(n));
if (missing.length || lost.length) { console.log("missing", missing, "not reached", lost); process.exit(1); }
const words = require(process.argv[2]).promela;
const kinds = ["declaration", "control", "statement", "type", "operator", "predefined", "constant", "embedded",
  "temporal"];
const unknown = kinds.flatMap((k) => words[k]).filter((w) => !tokens.has(w));
if (unknown.length) { console.log("words that the grammar does not have", unknown); process.exit(1); }
const fs = require("fs");
for (const [, name] of fs.readFileSync(process.argv[3], "utf8").matchAll(/\((\w+)/g))
  if (!defined.has(name)) { console.log("highlights name", name); process.exit(1); }
"""


def test_tree_sitter(options):
    node = needs("node")
    folder = EDITORS / "tree-sitter-promela"
    run(node, "-e", TREE_SITTER, str(folder / "grammar.js"), str(EDITORS / "keywords.json"),
        str(folder / "queries/highlights.scm"))


# Later ones of the first are no sources, but fetch a program from elsewhere; the second is the runtime to go with it.
GENERATOR, RUNTIME = "tree-sitter-cli@0.13.16", "tree-sitter@0.13.23"


def package(folder, name):
    npm = needs("npm")
    folder.mkdir()
    try:
        packed = run(npm, "pack", "--silent", name, cwd=folder, timeout=120).split()[-1]
    except (AssertionError, subprocess.TimeoutExpired) as why:
        raise Skip(f"{name} cannot be had: {str(why)[:200]}")
    run("tar", "xzf", packed, cwd=folder)
    return folder / "package"


def includes(source):
    return ["-w", "-DUTF8PROC_STATIC", *(f"-I{source / part}" for part in ("include", "src", "externals/utf8proc",
                                                                           "externals/json-parser"))]


def test_tree_sitter_generates(options):
    if not options.all:
        raise Skip("tree-sitter's generator is built with --all")
    node = needs("node")
    here = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cli = package(folder / "cli", GENERATOR)
        source = cli / "vendor/tree-sitter"
        run("gcc", "-O0", *includes(source), "-c", str(source / "externals/utf8proc/utf8proc.c"),
            str(source / "externals/json-parser/json.c"), cwd=folder)
        compiler = [str(p) for p in source.glob("src/compiler/**/*.cc")]
        run("g++", "-std=c++14", "-O0", "-include", "limits", *includes(source), str(here / "tree_sitter_generate.cc"),
            *compiler, "utf8proc.o", "json.o", "-o", "generate", cwd=folder, timeout=900)
        # This version has no names for the parts of a rule.
        # Its dsl wants a compiled module for one thing: an object that has a symbol for every name.
        (cli / "lib/api/binding.js").write_text(
            "exports.RuleBuilder = function () { return new Proxy({}, { get: (_, name) => ({ type: 'SYMBOL', name }) }); };\n")
        grammar = run(node, "-e", "Object.assign(global, require(process.argv[1]), { field: (name, rule) => rule });"
                      "console.log(JSON.stringify(require(process.argv[2])))",
                      str(cli / "lib/api/dsl.js"), str(EDITORS / "tree-sitter-promela/grammar.js"))
        (folder / "parser.c").write_text(run(str(folder / "generate"), input=grammar, timeout=300))
        runtime = package(folder / "runtime", RUNTIME) / "vendor/tree-sitter"
        run("gcc", "-std=gnu99", "-O0", *includes(runtime), str(here / "tree_sitter_parse.c"), "parser.c",
            str(runtime / "src/runtime/runtime.c"), "-o", "parse", cwd=folder, timeout=300)
        models = sorted(str(p) for p in (ROOT / "models").glob("*.pml"))
        bad = [line for line in run(str(folder / "parse"), *models).splitlines() if int(line.split()[-2]) > 0]
        if bad:
            raise AssertionError("what is not understood, in bytes:\n" + "\n".join(bad))


def test_vscode(options):
    if not options.all:
        raise Skip("the extension of VS Code is built with --all")
    npm = needs("npm")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "vscode"
        shutil.copytree(EDITORS / "vscode", copy, ignore=shutil.ignore_patterns("node_modules", "out", "*.vsix"))
        try:
            run(npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", cwd=copy, timeout=600)
        except (AssertionError, subprocess.TimeoutExpired) as why:
            raise Skip(f"the packages cannot be had: {str(why)[:200]}")
        run(npm, "run", "package", cwd=copy, timeout=600)
        made = list(copy.glob("*.vsix"))
        if len(made) != 1:
            raise AssertionError(f"made: {made}")
        names = zipfile.ZipFile(made[0]).namelist()
        for name in ("extension/out/extension.js", "extension/syntaxes/promela.tmLanguage.json",
                     "extension/esml.language.json", "extension/package.json"):
            if name not in names:
                raise AssertionError(f"{name} is not in the package: {names}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    options.gyre = str(pathlib.Path(options.gyre).resolve())
    passed = failed = skipped = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or not inspect.isfunction(test) or not re.search(options.filter, name):
            continue
        try:
            test(options)
            passed += 1
        except Skip as why:
            print(f"{name}: skipped: {why}")
            skipped += 1
        except Exception:  # noqa: whatever it is, the test has failed
            print(f"{name}: FAILED")
            traceback.print_exc(file=sys.stdout)
            failed += 1
    print(f"editors: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
