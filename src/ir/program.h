// The one typed program that every front end lowers to and every engine runs: process automata whose edges carry an
// action (guard and effect), expressions as trees, variables flattened to arrays of scalars, and source spans kept
// to the end.
//
// A Program is immutable once a front end has finished it; all that changes during a run lives in an engine.
// Expressions, actions, variables, ... are values in vectors and refer to each other by index.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/span.h"
#include "ir/semantics.h"
#include "logic/ctl.h"
#include "logic/ltl.h"

namespace gyre::automata {
struct Automaton;
}

namespace gyre::ir {

struct EmbeddedC;

using ExprId = int32_t;
using VarId = int32_t;
using ActionId = int32_t;
inline constexpr int32_t kNone = -1;

enum class BaseType : uint8_t {
  bit,
  byte,
  short_,
  int_,
  unsigned_,
  mtype,
  chan,
  pid,
  // of ESML
  boolean,
  enumeration,
  subrange,
};

// How a value is kept: stores truncate to `width` bits, loads extend again.
struct ScalarType {
  BaseType base = BaseType::int_;
  uint8_t width = 32;
  bool is_signed = true;
  int32_t mtype_set = 0;       // index into Program::mtype_sets for mtype; for enumerations, whose first value is 0
  int32_t low = 0, high = -1;  // what a value may be; low > high: whatever fits into `width`

  bool ranged() const { return low <= high; }
};

enum class Scope : uint8_t {
  global,
  hidden,  // global, but no part of the state: the value of the first arrival counts
  local,   // of a process; offsets are relative to the process's frame
};

// A scalar, or an array of scalars. Structures are flattened to one variable per leaf: `typedef T { byte x[2] };
// T a[3]` gives one variable with dims {3, 2}, written a[i].x[j].
struct Variable {
  std::string name;  // with "[]" where indices go: "a[].x[]"
  Scope scope = Scope::global;
  ScalarType type;
  std::vector<uint32_t> dims;  // empty for a scalar
  uint32_t count = 1;          // product of dims
  Span declared;
  bool is_parameter = false;
  bool internal = false;  // made by the compiler: not shown to users
  // The length of a list, shown as the list: its elements lie in these variables, `capacity` of them for each length.
  // Elements beyond the length have their initial value, so that equal lists are equal bits.
  std::vector<VarId> slots;
  uint32_t capacity = 0;
  // Filled by the layout:
  uint32_t bit_offset = 0;  // in the globals, the hidden block or the frame
};

struct Place {  // of a value: a variable and one index expression per dimension
  VarId var = kNone;
  std::vector<ExprId> indices;
};

enum class Op : uint8_t {
  constant,     // value
  load,         // place
  remote_load,  // kids[0] = pid, process, place: variable of another process
  remote_at,    // kids[0] = pid, process, value = control state: is it there?
  pid,          // _pid
  nr_pr,        // _nr_pr
  last,         // _last
  timeout,
  non_progress,  // np_
// The operators, which compute a value from those of their kids:
#define GYRE_UNARY(name, ...) name,
#define GYRE_BINARY(name, ...) name,
#define GYRE_LOGICAL(name, ...) name,
#include "ir/ops.def"
  conditional,  // kids: c, a, b
  run,          // process, kids = arguments, value = priority (0: none given)
  len,
  full,
  empty,
  nfull,
  nempty,        // kids[0] = channel
  poll,          // c ? [args], c ?? [args]: kids[0] = channel, args; value != 0: ??
  enabled,       // kids[0] = pid
  pc_value,      // kids[0] = pid
  get_priority,  // kids[0] = pid
  embedded_c,    // value = the snippet (ir/embedded_c.h): the value of c_expr; c_code is 1, and changes the state
  moves,         // in formulas: the next step is by a process of type `process` (kNone: any), with pid kids[0] if given
  argument,      // value = index into Instance::arguments of the process
  checked,       // kids[0], which must be in the range of `type`: otherwise a range error
  list_guard,    // kids: condition, value; a false condition is a list error
};

// What a receive does with a field.
struct ReceiveArg {
  enum class Kind : uint8_t { bind, match, ignore } kind = Kind::ignore;
  Place place;           // bind
  ExprId value = kNone;  // match: a constant or eval(..)
  bool is_eval = false;  // written eval(..)
  bool checked = false;  // bind: the value may be out of the variable's range
};

struct Expr {
  Op op = Op::constant;
  int32_t value = 0;
  int32_t process = kNone;
  Place place;
  std::vector<ExprId> kids;
  std::vector<ReceiveArg> args;  // poll
  ScalarType type;
  Span span;
};

enum class ActionKind : uint8_t {
  skip,         // always possible, does nothing (also goto, break, joins where they are steps)
  condition,    // expr
  assign,       // place = expr
  assert_,      // expr
  print,        // text = format (unescaped), exprs = arguments
  print_mtype,  // exprs[0]
  assign_all,   // receive[i].place = exprs[i], all at once: values and indices are evaluated before anything is stored
  send,         // channel ! exprs; sorted; guarded commands: if expr
  receive,      // channel ? receive; random, peek; guarded commands: if expr is true after it
  else_,
  d_step,        // runs from control state d_step_entry until control leaves the sequence
  set_priority,  // exprs = pid, priority
  end,           // the death of the process
  new_channel,   // place = a new channel of type channel_type (initialisation only)
  trap,          // an error, if no edge before it can be taken
};

struct Action {
  ActionKind kind = ActionKind::skip;
  ExprId expr = kNone;
  Place place;
  ExprId channel = kNone;
  std::vector<ExprId> exprs;
  std::vector<ReceiveArg> receive;
  bool sorted = false;  // !!
  bool random = false;  // ??
  bool peek = false;    // ?<..> leaves the message
  int32_t channel_type = kNone;
  uint32_t d_step_entry = 0;
  uint32_t writes = 0;         // words that the thesis counts for it, besides the location counters
  ExprId more_writes = kNone;  // and as many as this says
  std::string text;            // print: the format; otherwise unused
  std::string source;          // the statement, compiled, as a person writes it: for trails and messages
  std::string written;         // as it stands in the model, with its macros; empty: it does not stand there as one text
  Span span;
};

struct Edge {
  uint32_t from = 0;
  uint32_t to = 0;  // 0: the process is gone
  ActionId action = kNone;
  int32_t id = 0;          // SPIN's statement number
  bool atomic = false;     // the process keeps control after it
  bool in_d_step = false;  // inside a d_step: no step of its own
  uint32_t escape = 0;     // unless: the escape's control state this edge was taken from; 0: none
};

// A point of control. `edges` are in the order in which they are tried; escapes come first.
struct ControlState {
  std::vector<uint32_t> edges;  // indices into Process::edges
  bool used = false;            // is there such a state?
  bool end = false;             // valid end state
  bool accept = false;
  bool progress = false;
  // Local variables whose values will not be read any more: they become 0 when a process comes here by a step of its
  // own or as the receiver of a rendezvous. Made by reductions.
  std::vector<VarId> dead;
  Span span;
};

struct Label {
  std::string name;
  uint32_t state = 0;
};

enum class ProcessKind : uint8_t { proctype, init, never, trace, notrace };

struct Process {
  std::string name;
  ProcessKind kind = ProcessKind::proctype;
  std::vector<VarId> variables;  // parameters first
  std::vector<VarId> parameters;
  std::vector<ActionId> initialisers;  // run when the process is born, in order
  std::vector<ControlState> states;    // indexed by SPIN's state number; 0 is "gone"
  std::vector<Edge> edges;
  std::vector<Label> labels;
  uint32_t initial = 1;
  uint32_t active = 0;  // instances at the start
  int32_t priority = 1;
  ExprId provided = kNone;
  bool deterministic = false;  // D_proctype
  Span span;
  // Filled by the layout:
  uint32_t pc_bits = 0;
  uint32_t pc_offset = 0;        // in bits, in the frame
  int32_t priority_offset = -1;  // in bits; -1: priorities are not part of the state
  uint32_t frame_bytes = 0;
};

struct ChannelType {
  uint32_t capacity = 0;  // 0: rendezvous
  std::vector<ScalarType> fields;
  std::string name;  // of the declaration, for messages
  // Guarded commands: what can be sent. A message is the signal's number and its data; `fields` is not used.
  struct Signal {
    std::string name;
    std::vector<ScalarType> fields;
  };
  std::vector<Signal> signals;
  // Filled by the layout:
  uint32_t len_bits = 0;
  std::vector<uint32_t> field_offsets;  // in bits, in a slot
  uint32_t slot_bits = 0;
  uint32_t bytes = 0;
};

struct MtypeSet {
  std::string name;                // empty: the plain mtype
  std::vector<std::string> names;  // names[v - 1] is the constant with value v
};

// An instance that exists at the start, in order of pids.
struct Instance {
  int32_t process = kNone;
  int32_t priority = 1;
  std::vector<int32_t> arguments;  // Op::argument: constant, no part of the state
};

// A property that the model states; checked elsewhere.
struct Property {
  enum class Kind : uint8_t { ltl, never, ctl, automaton } kind = Kind::ltl;
  std::string name;
  std::string formula;                // ltl, ctl: as written
  std::vector<logic::LtlNode> nodes;  // ltl: the formula; the last one is the whole
  logic::CtlFormula ctl;              // ctl: likewise; atoms are Program::atoms
  int32_t process = kNone;            // never
  // automaton: one of bad runs, whose atom i is Program::atoms[atoms[i]]
  std::shared_ptr<const automata::Automaton> automaton;
  std::vector<uint32_t> atoms;
  bool added = false;  // it is not the model's, but was given beside it
  Span span;
};

// xr/xs assertions: `process` alone receives from (sends to) the channel held by `place`.
struct ExclusiveUse {
  int32_t process = kNone;
  Place place;
  bool receive = false;
  Span span;
};

// What an index stands for; it must not be kNone.
template <class Vector>
auto& element_at(Vector& all, int32_t id) {
  assert(id >= 0 && static_cast<size_t>(id) < all.size());
  return all[static_cast<size_t>(id)];
}

struct Program {
  explicit Program(const Semantics& of) : semantics(of) {}

  Semantics semantics;
  std::shared_ptr<SourceMap> sources;
  std::vector<Variable> variables;
  std::vector<VarId> globals;  // scope global and hidden
  std::vector<Expr> exprs;
  std::vector<Action> actions;
  std::vector<Process> processes;  // in the order of declaration
  std::vector<ChannelType> channel_types;
  std::vector<MtypeSet> mtype_sets;
  std::vector<ActionId> initialisers;  // of globals, in order
  std::vector<Instance> instances;
  std::vector<Property> properties;
  std::vector<ExprId> atoms;  // of all formulas
  std::vector<std::string> atom_texts;
  std::vector<ExclusiveUse> exclusive;
  std::shared_ptr<const EmbeddedC> embedded_c;  // null: the model has no C
  int32_t trace = kNone;  // the process that is the trace or notrace assertion
  bool uses_last = false;
  bool uses_priority = false;
  bool uses_timeout = false;
  bool uses_provided = false;
  bool uses_enabled = false;
  bool lose_messages = false;       // a send to a full channel loses the message (spin -m)
  bool inner_unless_first = false;  // order of nested escapes (pan -J)
  uint32_t max_processes = 255;
  // Filled by the layout:
  uint32_t globals_bytes = 0;
  uint32_t hidden_bytes = 0;
  int32_t last_offset = -1;  // in bits, of _last
  uint32_t last_bits = 8;
  int32_t trace_offset = -1;  // in bits, of the position in the trace assertion
  uint32_t trace_bits = 0;

  const Expr& expr(ExprId id) const { return element_at(exprs, id); }
  const Action& action(ActionId id) const { return element_at(actions, id); }
  Action& action(ActionId id) { return element_at(actions, id); }
  const Action& action(const Edge& edge) const { return element_at(actions, edge.action); }
  const Variable& variable(VarId id) const { return element_at(variables, id); }
  Variable& variable(VarId id) { return element_at(variables, id); }
  const Process& process(int32_t id) const { return element_at(processes, id); }
  Process& process(int32_t id) { return element_at(processes, id); }
  const ChannelType& channel_type(int32_t id) const { return element_at(channel_types, id); }
};

// Is `predicate` true of this expression or of one inside it, places and receive arguments included?
template <class Predicate>
bool any_expr(const Program& program, ExprId id, const Predicate& predicate) {
  if (id == kNone) return false;
  const Expr& e = program.expr(id);
  if (predicate(e)) return true;
  const auto inside = [&](ExprId k) { return any_expr(program, k, predicate); };
  const auto in_argument = [&](const ReceiveArg& a) {
    return inside(a.value) || std::any_of(a.place.indices.begin(), a.place.indices.end(), inside);
  };
  return std::any_of(e.kids.begin(), e.kids.end(), inside) ||
         std::any_of(e.place.indices.begin(), e.place.indices.end(), inside) ||
         std::any_of(e.args.begin(), e.args.end(), in_argument);
}

// Calls f for this expression and for all inside it.
template <class F>
void each_expr(const Program& program, ExprId id, const F& f) {
  any_expr(program, id, [&](const Expr& e) {
    f(e);
    return false;
  });
}

// The name of an mtype constant, or the number.
std::string mtype_name(const Program& program, int32_t set, int32_t value);

// Whether messages are signals with their data: a send and a receive belong together if their signals are the same.
bool has_signals(const Program& program);

// Whether some process has accept labels; those of claims do not count.
bool has_accept_labels(const Program& program);

}  // namespace gyre::ir
