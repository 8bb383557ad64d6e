// Promela for tree-sitter: its structure, which is what highlighting, folding and selecting need. Blocks, choices, loops,
// parentheses and the heads of units are nodes; statements and expressions are sequences of tokens, since macros may
// stand for any part of them, and a statement may end with its line. What a name means the language server knows.
const words = require("./words");

module.exports = grammar({
  name: "promela",
  extras: ($) => [/\s/, $.comment, $.directive],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat($._item),
    // In parentheses a name with a colon is no label: for (i : 1 .. 3).
    _item: ($) => choice($._part, $.label),
    _part: ($) =>
      choice($.block, $.parentheses, $.brackets, $.choice, $.loop, $.proctype, $.inline, $.typedef, $.formula, $.claim,
        $.goto, $.run, $.type, $.keyword, $.boolean, $.predefined, $.identifier, $.number, $.string, $.operator),

    block: ($) => seq("{", repeat($._item), "}"),
    parentheses: ($) => seq("(", repeat($._part), ")"),
    brackets: ($) => seq("[", repeat($._part), "]"),
    choice: ($) => seq("if", repeat($._item), "fi"),
    loop: ($) => seq("do", repeat($._item), "od"),

    proctype: ($) => seq(choice("proctype", "D_proctype"), field("name", $.identifier)),
    inline: ($) => seq("inline", field("name", $.identifier)),
    typedef: ($) => seq("typedef", field("name", $.identifier)),
    formula: ($) =>
      seq(choice("ltl", "ctl"), optional(field("name", $.identifier)), "{", repeat(choice($._part, $.temporal)), "}"),
    claim: ($) => seq(choice("never", "trace", "notrace"), optional(field("name", $.identifier)), $.block),
    label: ($) => seq(field("name", $.identifier), ":"),
    goto: ($) => seq("goto", field("label", $.identifier)),
    run: ($) => seq("run", field("process", $.identifier)),

    type: () => choice(...words.type),
    keyword: () => choice(...words.keyword),
    temporal: () => choice(...words.temporal),
    predefined: () => choice(...words.predefined),
    boolean: () => choice(...words.constant),

    identifier: () => /[A-Za-z_]\w*/,
    number: () => /\d+|'(\\.|[^'\\])'/,
    string: () => /"(\\.|[^"\\])*"/,
    operator: () => choice("::", "->", "..", /[-+*\/%&|^~!=@?<>.,;:]/),
    comment: () => token(choice(seq("//", /[^\n]*/), seq("/*", /[^*]*\*+([^\/*][^*]*\*+)*/, "/"))),
    directive: () => token(seq("#", /([^\n\\]|\\\r?\n|\\.)*/)),
  },
});
