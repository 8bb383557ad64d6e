// The syntax tree of an ESML model. The parser makes it; analyse.h fills in what names mean and which type
// expressions have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/span.h"
#include "esml/types.h"
#include "ir/given_automaton.h"

namespace gyre::esml::ast {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

enum class Op : uint8_t {
  number,
  boolean,
  access,  // name, selectors
  neg,
  not_,
  add,
  sub,
  mul,
  div,
  mod,
  and_,
  or_,
  implies,  // in formulas
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  len,
  head,
  moves,    // linear time: the next step is by this process; a name, or a number
  enabled,  // this process can start a step; likewise
  // path quantifiers and temporal operators
  ag,
  eg,
  af,
  ef,
  ax,
  ex,
  au,
  eu,
  // linear time: formulas of the command line only
  always,
  eventually,
  next,
  until,
  weak_until,
  release,
  strong_release,
};
inline bool is_temporal(Op op) { return op >= Op::ag; }

// What a name stands for where it is used.
enum class Meaning : uint8_t { unknown, constant, variable, parameter, channel, remote };

struct Selector {
  std::string field;  // .field, otherwise [index]
  ExprPtr index;
  Span span;
};

struct Expr {
  Op op = Op::number;
  Span span;
  int32_t number = 0;
  std::string name;
  std::vector<Selector> selectors;
  std::vector<ExprPtr> kids;
  bool parenthesised = false;
  // Filled in by the analysis:
  TypeId type = Types::kUnknown;
  Meaning meaning = Meaning::unknown;
  int32_t symbol = -1;        // variable or parameter: index in its process; channel: number from 1 on (0: a parameter)
  int32_t instance = -1;      // remote, moves, enabled: number of the process; -1: any of them
  size_t selectors_used = 0;  // remote: selectors that name process and variable
  bool constant = false;
  int32_t value = 0;  // of a constant
};

enum class CommandKind : uint8_t {
  assign,  // target := exprs[0]
  empty,   // target
  remove,  // target
  append,  // target, exprs[0]
  prepend,
  skip,
  send,     // target ! signal ( exprs[0] )
  receive,  // target ? signal ( exprs[0] )
  if_,
  do_,
  poll,
  trace,     // items
  activate,  // process, arguments
};

struct Command;
using CommandPtr = std::unique_ptr<Command>;

struct Branch {
  ExprPtr guard;        // IF, DO; of POLL: the condition, may be null
  CommandPtr exchange;  // POLL: the send or receive
  std::vector<CommandPtr> body;
  Span span;
};

struct TraceItem {
  std::string text;  // a string if there is no expression
  ExprPtr expr;
};

struct Argument {
  ExprPtr expr;
  ExprPtr last;  // expr..last: one process for each value
};

struct Command {
  CommandKind kind = CommandKind::skip;
  Span span;
  Span end;  // of a structure: its END
  ExprPtr target;
  std::string signal;
  Span signal_span;
  std::vector<ExprPtr> exprs;
  std::vector<Branch> branches;
  std::vector<TraceItem> items;
  std::vector<Argument> arguments;
  std::string process;
  // Filled in by the analysis:
  int32_t signal_index = -1;
  TypeId alphabet = Types::kUnknown;
};

struct Definition {  // of a constant
  std::string name;
  ExprPtr value;
  Span span;
};

struct Variables {  // a, b: name
  std::vector<std::pair<std::string, Span>> names;
  std::string type;
  Span type_span;
  enum class Direction : uint8_t { both, in, out } direction = Direction::both;
};

struct TypeDefinition {
  std::string name;
  Span span;
  TypeKind kind = TypeKind::unknown;
  ExprPtr low, high;                                 // subrange
  std::vector<std::pair<std::string, Span>> values;  // enumeration
  ExprPtr size;                                      // array, list
  std::string element;                               // array, list
  Span element_span;
  std::vector<Variables> fields;  // tuple
  struct Symbol {
    std::string name, data;
    Span span, data_span;
  };
  std::vector<Symbol> symbols;  // alphabet
};

struct Declarations {
  std::vector<Definition> constants;
  std::vector<TypeDefinition> types;
  std::vector<Variables> variables;
};

// Variables and parameters are filled in by the analysis.
struct Variable {
  std::string name;
  TypeId type = Types::kUnknown;
  Span span;
};
struct Parameter {
  std::string name;
  TypeId type = Types::kUnknown;
  Variables::Direction direction = Variables::Direction::both;
  Span span;
};

struct Process {
  std::string name;
  Span span;
  std::vector<Variables> parameters;
  Declarations declarations;
  std::vector<CommandPtr> body;
  Span end;
  // Filled in by the analysis:
  std::vector<Parameter> formal;
  std::vector<Variable> locals;
};

struct Assertion {
  ExprPtr formula;
  // These four are for formulas of the command line.
  std::string name;  // empty: by its number
  std::string text;  // as written
  bool linear = false;
  bool added = false;
  Span span;
};

// An automaton that was given beside the model: its atoms are expressions without temporal operators.
struct GivenAutomaton {
  ir::GivenAutomaton given;
  std::vector<ExprPtr> atoms;
};

// Filled in by the analysis: a process that runs, with its arguments (of a channel: its number, from 1 on).
struct Instance {
  size_t process = 0;
  std::vector<int32_t> arguments;
  Span span;
};

struct Model {
  std::string name;
  Span span;
  Declarations declarations;
  std::vector<Process> processes;
  std::vector<CommandPtr> body;
  std::vector<Assertion> assertions;
  std::vector<GivenAutomaton> automata;
  // Filled in by the analysis:
  Types types;
  std::vector<Variable> channels;
  std::vector<Instance> instances;
};

// The text of each node is what a person writes, on one line.
const char* symbol(Op op);  // as it is written
std::string to_text(const Expr& expr);
std::string to_text(const Command& command);  // of a structure only its keyword
std::string to_text(const Branch& branch);    // the guard
// The whole tree, as `gyre compile --dump ast` shows it.
std::string dump(const Model& model);

}  // namespace gyre::esml::ast
