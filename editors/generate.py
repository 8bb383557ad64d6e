#!/usr/bin/env python3
"""Makes what the editors have of the words of Promela and ESML.

    generate.py --gyre PROGRAM            asks the program for the words, writes keywords.json and everything made of it
    generate.py --gyre PROGRAM --check    says what is not up to date; exit status 1 if anything is not

Without --gyre the words are those of keywords.json. Made are: the TextMate grammars of VS Code, the syntax files of
Vim, the lists in gyre-mode.el, and the words and highlights of the tree-sitter grammar.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NOTE = "made by editors/generate.py; do not change it by hand"

# TextMate's names for the kinds of words.
SCOPES = {
    "type": "storage.type",
    "declaration": "keyword.other.declaration",
    "control": "keyword.control",
    "statement": "keyword.other.statement",
    "operator": "keyword.operator.word",
    "predefined": "variable.language",
    "constant": "constant.language",
    "temporal": "keyword.operator.temporal",
    "embedded": "keyword.other.embedded",
}
VIM = {
    "type": "Type",
    "declaration": "Structure",
    "control": "Conditional",
    "statement": "Statement",
    "operator": "Operator",
    "predefined": "Identifier",
    "constant": "Boolean",
    "temporal": "Special",
    "embedded": "PreProc",
    "directive": "PreProc",
}
EMACS = {
    "type": "font-lock-type-face",
    "declaration": "font-lock-keyword-face",
    "control": "font-lock-keyword-face",
    "statement": "font-lock-builtin-face",
    "operator": "font-lock-builtin-face",
    "predefined": "font-lock-variable-name-face",
    "constant": "font-lock-constant-face",
    "temporal": "font-lock-builtin-face",
    "embedded": "font-lock-preprocessor-face",
}
TREE_SITTER = {
    "type": "type.builtin",
    "declaration": "keyword",
    "control": "keyword.control",
    "statement": "keyword",
    "operator": "keyword.operator",
    "predefined": "variable.builtin",
    "constant": "constant.builtin",
    "embedded": "keyword",
}


def words_pattern(words):
    return r"\b(" + "|".join(sorted(words)) + r")\b"


def textmate(language, words):
    patterns = [{"include": "#comments"}, {"include": "#strings"}]
    if language == "promela":
        directives = "|".join(sorted(words["directive"]))
        patterns.append({"match": rf"^\s*#\s*({directives}|if|else)\b", "name": "keyword.control.directive.promela"})
        patterns.append({
            "match": r"\b(proctype|inline|typedef|ltl|ctl|never)\s+(\w+)",
            "captures": {"1": {"name": "keyword.other.declaration.promela"},
                         "2": {"name": "entity.name.function.promela"}},
        })
        patterns.append({"match": r"^\s*(\w+)\s*:(?!:)", "captures": {"1": {"name": "entity.name.label.promela"}}})
    else:
        patterns.append({
            "match": r"\b(PROCESS|MODEL)\s+(\w+)",
            "captures": {"1": {"name": "keyword.other.declaration.esml"}, "2": {"name": "entity.name.function.esml"}},
        })
    for kind, scope in SCOPES.items():
        if words.get(kind):
            patterns.append({"match": words_pattern(words[kind]), "name": f"{scope}.{language}"})
    patterns.append({"match": r"\b\d+\b", "name": f"constant.numeric.{language}"})
    operators = r"::|->|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|!!|\?\?|[-+*/%&|^~!?<>=@]" if language == "promela" else \
        r"\[\]|->|:=|=>|<=|>=|\.\.|[-+*&~!?<>=#]"
    patterns.append({"match": operators, "name": f"keyword.operator.{language}"})
    if language == "promela":
        comments = [{"begin": r"/\*", "end": r"\*/", "name": "comment.block.promela"},
                    {"match": "//.*$", "name": "comment.line.double-slash.promela"}]
    else:
        comments = [{"begin": r"\(\*", "end": r"\*\)", "name": "comment.block.esml",
                     "patterns": [{"include": "#comments"}]}]
    return json.dumps({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": NOTE,
        "name": "Promela" if language == "promela" else "ESML",
        "scopeName": f"source.{language}",
        "patterns": patterns,
        "repository": {
            "comments": {"patterns": comments},
            "strings": {"patterns": [{
                "begin": '"', "end": '"', "name": f"string.quoted.double.{language}",
                "patterns": [{"match": r"\\.", "name": f"constant.character.escape.{language}"}]}]},
        },
    }, indent=2) + "\n"


def vim(language, words):
    lines = [f'" Vim syntax file: {"Promela" if language == "promela" else "ESML"}', f'" {NOTE}',
             'if exists("b:current_syntax")', "  finish", "endif", "syn case match"]
    for kind, group in VIM.items():
        if words.get(kind) and kind != "directive":
            lines.append(f"syn keyword {language}{kind.capitalize()} {' '.join(sorted(words[kind]))}")
    lines.append(rf'syn match {language}Number "\<\d\+\>"')
    lines.append(rf'syn region {language}String start=+"+ skip=+\\"+ end=+"+ oneline')
    if language == "promela":
        directives = r"\|".join(sorted(words["directive"]) + ["if", "else"])
        lines.append(rf'syn match promelaDirective "^\s*#\s*\({directives}\)\>.*$"')
        lines.append(r'syn match promelaLabel "^\s*\w\+\s*::\@!"')
        lines.append('syn region promelaComment start="/\\*" end="\\*/"')
        lines.append('syn match promelaComment "//.*$"')
    else:
        lines.append('syn region esmlComment start="(\\*" end="\\*)" contains=esmlComment')
    for kind, group in VIM.items():
        if words.get(kind):
            lines.append(f"hi def link {language}{kind.capitalize()} {group}")
    lines += [f"hi def link {language}Number Number", f"hi def link {language}String String",
              f"hi def link {language}Comment Comment"]
    if language == "promela":
        lines.append("hi def link promelaLabel Label")
    lines.append(f'let b:current_syntax = "{language}"')
    return "\n".join(lines) + "\n"


def emacs(old, all_words):
    made = [f";; {NOTE}"]
    for language, words in all_words.items():
        made.append(f"(defconst gyre-{language}-words")
        entries = []
        for kind, face in EMACS.items():
            if words.get(kind):
                listed = " ".join(f'"{w}"' for w in sorted(words[kind]))
                entries.append(f"({face} {listed})")
        made.append("  '(" + "\n    ".join(entries) + ")")
        made.append(f'  "The words of {language}, by the face they have.")')
    return re.sub(r"(;; BEGIN OF WORDS\n).*?(;; END OF WORDS)", lambda m: m[1] + "\n".join(made) + "\n" + m[2], old,
                  flags=re.S)


# Words that begin or end a node of the grammar; the others are nodes of their own.
STRUCTURE = {"if", "fi", "do", "od", "proctype", "D_proctype", "inline", "typedef", "ltl", "ctl", "never", "trace",
             "notrace", "goto", "run"}


def tree_sitter_words(words):
    kept = {kind: sorted(words[kind]) for kind in ("type", "predefined", "constant", "temporal")}
    others = [w for kind in ("declaration", "control", "statement", "operator", "embedded") for w in words[kind]]
    kept["keyword"] = sorted(set(others) - STRUCTURE)
    return f"// {NOTE}\nmodule.exports = {json.dumps(kept, indent=2)};\n"


def tree_sitter_highlights(words):
    lines = [f"; {NOTE}", "(comment) @comment", "(string) @string", "(number) @number", "(directive) @preproc",
             "(proctype name: (identifier) @function)", "(inline name: (identifier) @function)",
             "(typedef name: (identifier) @type)", "(label name: (identifier) @label)",
             "(goto label: (identifier) @label)", "(type) @type.builtin", "(predefined) @variable.builtin",
             "(boolean) @constant.builtin", "(temporal) @keyword.operator"]
    # Words that the grammar has as tokens of their own.
    for kind in ("declaration", "control", "statement", "operator", "embedded"):
        listed = " ".join(f'"{w}"' for w in sorted(words[kind]))
        lines.append(f"[{listed}] @{TREE_SITTER[kind]}")
    return "\n".join(lines) + "\n"


def files(words):
    emacs_file = HERE / "emacs/gyre-mode.el"
    promela = words["promela"]
    return {
        HERE / "keywords.json": json.dumps(words, indent=2) + "\n",
        HERE / "vscode/syntaxes/promela.tmLanguage.json": textmate("promela", promela),
        HERE / "vscode/syntaxes/esml.tmLanguage.json": textmate("esml", words["esml"]),
        HERE / "vim/syntax/promela.vim": vim("promela", promela),
        HERE / "vim/syntax/esml.vim": vim("esml", words["esml"]),
        emacs_file: emacs(emacs_file.read_text(), words),
        HERE / "tree-sitter-promela/words.js": tree_sitter_words(promela),
        HERE / "tree-sitter-promela/queries/highlights.scm": tree_sitter_highlights(promela),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.gyre:
        made = subprocess.run([options.gyre, "--generate", "keywords"], check=True, capture_output=True)
        words = json.loads(made.stdout)
    else:
        words = json.loads((HERE / "keywords.json").read_text())
    old = 0
    for path, text in files(words).items():
        if path.exists() and path.read_text() == text:
            continue
        old += 1
        if options.check:
            print(f"{path.relative_to(HERE.parent)} is not up to date: run editors/generate.py --gyre PROGRAM")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
