// Promela for tree-sitter. Statements and expressions are parsed as far as editors need it: names, blocks, choices,
// declarations, calls. Text after macros need not be Promela at all; where it is not, an error node stays small.
const words = require("./words");

const commaSeparated = (rule) => seq(rule, repeat(seq(",", rule)));
const separator = () => choice(";", "->");

module.exports = grammar({
  name: "promela",
  extras: ($) => [/\s/, $.comment, $.directive],
  word: ($) => $.identifier,
  conflicts: ($) => [[$.reference, $.label], [$.reference, $.type], [$.reference, $.call]],

  rules: {
    source_file: ($) => repeat($._unit),
    _unit: ($) =>
      choice($.proctype, $.init, $.inline, $.typedef, $.mtype, $.formula, $.claim, $.declaration, $.embedded, ";"),

    proctype: ($) =>
      seq(optional(seq("active", optional(seq("[", $._expression, "]")))), choice("proctype", "D_proctype"),
        field("name", $.identifier), "(", optional($.parameters), ")",
        optional(seq("priority", $._expression)), optional(seq("provided", $.parenthesised)), field("body", $.block)),
    parameters: ($) => seq($.declaration, repeat(seq(";", $.declaration)), optional(";")),
    init: ($) => seq("init", optional(seq("priority", $._expression)), field("body", $.block)),
    inline: ($) =>
      seq("inline", field("name", $.identifier), "(", optional(commaSeparated($.identifier)), ")",
        field("body", $.block)),
    typedef: ($) =>
      seq("typedef", field("name", $.identifier), "{", repeat(choice($.declaration, ";")), "}"),
    mtype: ($) =>
      prec(1, seq("mtype", optional(seq(":", $.identifier)), optional("="), "{",
        optional(commaSeparated($.identifier)), "}")),
    formula: ($) => seq(choice("ltl", "ctl"), optional(field("name", $.identifier)), "{", repeat1($._formula_part), "}"),
    _formula_part: ($) =>
      choice($.temporal, $.identifier, $.number, $.boolean, $.predefined, $.operator_sign, "(", ")", "[", "]", ".", ":",
        ",", "->", "<", ">", "len", "empty", "nempty", "full", "nfull", "enabled", "timeout", "np_"),
    temporal: () => choice(...words.temporal),
    operator_sign: () => /[-+*\/%&|^~!=@?]+/,
    claim: ($) => seq(choice("never", "trace", "notrace"), optional(field("name", $.identifier)), $.block),

    declaration: ($) =>
      prec.right(seq(repeat(choice("hidden", "show", "local")), $.type, commaSeparated($.declarator))),
    type: ($) => choice(...words.type.filter((w) => w !== "mtype"), prec.right(seq("mtype", optional(seq(":", $.identifier)))),
      $.identifier),
    declarator: ($) =>
      prec.right(seq(field("name", $.identifier), optional(choice(seq(":", $.number), seq("[", $._expression, "]"))),
        optional(seq("=", choice($._expression, $.channel, seq("{", commaSeparated($._expression), "}")))))),
    channel: ($) => seq("[", $._expression, "]", "of", "{", commaSeparated($.type), "}"),

    block: ($) => seq("{", optional($.sequence), "}"),
    sequence: ($) => repeat1(choice($._statement, $.declaration, $.mtype, separator())),
    _statement: ($) =>
      choice($.choice, $.loop, $.for, $.select, $.atomic, $.block, $.unless, $.label, $.goto, "break", "else", "skip",
        $.print, $.assert, $.assignment, $.send, $.receive, $.exclusive, $.return, $.embedded, $._expression),
    choice: ($) => seq("if", repeat(separator()), repeat1($.option), "fi"),
    loop: ($) => seq("do", repeat(separator()), repeat1($.option), "od"),
    option: ($) => seq("::", optional($.sequence)),
    for: ($) =>
      seq("for", "(", $.reference, choice(seq(":", $._expression, "..", $._expression), seq("in", $.reference)), ")",
        $.block),
    select: ($) => seq("select", "(", $.reference, ":", $._expression, "..", $._expression, ")"),
    atomic: ($) => seq(choice("atomic", "d_step"), $.block),
    unless: ($) => prec.left(seq($._statement, "unless", $._statement)),
    label: ($) => prec(2, seq(field("name", $.identifier), ":")),
    goto: ($) => seq("goto", field("label", $.identifier)),
    print: ($) =>
      seq(choice("printf", "printm"), "(", commaSeparated(choice($.string, $._expression)), ")"),
    assert: ($) => prec.right(seq("assert", $._expression)),
    assignment: ($) => prec.right(seq($.reference, choice(seq("=", $._expression), "++", "--"))),
    send: ($) => prec.right(seq($.reference, choice("!", "!!"), commaSeparated($._expression))),
    receive: ($) =>
      prec.right(seq($.reference, choice("?", "??"), choice($._arguments, seq("<", $._arguments, ">")))),
    _arguments: ($) => prec.right(commaSeparated(choice($.eval, $._expression))),
    eval: ($) => seq("eval", "(", $._expression, ")"),
    exclusive: ($) => prec.right(seq(choice("xr", "xs"), commaSeparated($.reference))),
    return: ($) => prec.right(seq("return", $._expression)),
    embedded: ($) =>
      seq(choice("c_code", "c_decl", "c_expr", "c_state", "c_track"), choice($.c_text, repeat1($.string))),
    c_text: ($) => seq("{", repeat(choice(/[^{}]+/, $.c_text)), "}"),

    _expression: ($) =>
      choice($.binary, $.unary, $.parenthesised, $.conditional, $.run, $.call, $.test, $.poll, $.remote, $.reference,
        $.number, $.boolean, $.predefined, $.string),
    binary: ($) => {
      const levels = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"],
        ["+", "-"], ["*", "/", "%"]];
      return choice(...levels.flatMap((signs, level) =>
        signs.map((sign) => prec.left(10 + level, seq($._expression, sign, $._expression)))));
    },
    unary: ($) => prec(30, seq(choice("!", "~", "-"), $._expression)),
    parenthesised: ($) => seq("(", $._expression, ")"),
    conditional: ($) => seq("(", $._expression, "->", $._expression, ":", $._expression, ")"),
    run: ($) =>
      prec.right(seq("run", field("process", $.identifier), "(", optional(commaSeparated($._expression)), ")",
        optional(seq("priority", $._expression)))),
    call: ($) => prec(3, seq(field("name", $.identifier), "(", optional(commaSeparated($._expression)), ")")),
    test: ($) =>
      seq(choice("len", "empty", "nempty", "full", "nfull", "enabled", "pc_value", "get_priority", "set_priority"), "(",
        commaSeparated($._expression), ")"),
    poll: ($) => prec(4, seq($.reference, choice("?", "??"), "[", $._arguments, "]")),
    remote: ($) =>
      prec(5, seq($.identifier, optional(seq("[", $._expression, "]")), "@", field("label", $.identifier))),
    reference: ($) =>
      prec.left(seq($.identifier, optional(seq("[", $._expression, "]")),
        repeat(seq(".", $.identifier, optional(seq("[", $._expression, "]")))))),
    predefined: () => choice(...words.predefined),
    boolean: () => choice(...words.constant),

    identifier: () => /[A-Za-z_]\w*/,
    number: () => /\d+|'(\\.|[^'\\])'/,
    string: () => /"(\\.|[^"\\])*"/,
    comment: () => token(choice(seq("//", /[^\n]*/), seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/"))),
    directive: () => token(seq("#", /([^\n\\]|\\\r?\n|\\.)*/)),
  },
});
