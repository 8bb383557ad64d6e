// A model as a certificate states it: the program, without anything that an engine would make of it.
//
// Everything in src/certify/ is written apart from the rest and includes none of it, so that a fault in one is not a
// fault in both. It is meant to be read in an afternoon: program (this file), states and steps (semantics.h), the
// automaton that a run is held against (claim.h), the check itself (check.h).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace certify {

// Why a certificate does not establish what it says.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#define CERTIFY_OPS(X)                                                                                                \
  X(constant)                                                                                                         \
  X(load) X(remote_load) X(remote_at) X(pid) X(nr_pr) X(last) X(timeout) X(non_progress) X(neg) X(bit_not)            \
      X(logical_not) X(add) X(sub) X(mul) X(div) X(mod) X(bit_and) X(bit_or) X(bit_xor) X(shl) X(shr) X(lt) X(le)     \
          X(gt) X(ge) X(eq) X(ne) X(logical_and) X(logical_or) X(conditional) X(run) X(len) X(full) X(empty) X(nfull) \
              X(nempty) X(poll) X(enabled) X(pc_value) X(get_priority)
#define CERTIFY_ACTIONS(X)                                                                                        \
  X(skip)                                                                                                         \
  X(condition) X(assign) X(assert_) X(print) X(print_mtype) X(send) X(receive) X(else_) X(d_step) X(set_priority) \
      X(end) X(new_channel)

enum class Op {
#define X(name) name,
  CERTIFY_OPS(X)
#undef X
};
enum class ActionKind {
#define X(name) name,
  CERTIFY_ACTIONS(X)
#undef X
};

struct Type {
  uint32_t width = 32;
  bool is_signed = true;
  // The value that is left of one that is stored in so many bits.
  int32_t cut(int32_t value) const;
};

struct Variable {
  std::string name;
  bool global = true;
  Type type;
  std::vector<uint32_t> dims;
  uint32_t count = 1;
  size_t slot = 0;  // of its first element, in the values of the globals or of a process
};

struct Place {
  int var = -1;
  std::vector<int> indices;
};

struct ReceiveArg {
  enum class Kind { bind, match, ignore } kind = Kind::ignore;
  Place place;
  int value = -1;
};

struct Expr {
  Op op = Op::constant;
  int32_t value = 0;
  int process = -1;
  Place place;
  std::vector<int> kids;
  std::vector<ReceiveArg> args;
  bool starts = false;  // there is a `run` in it
};

struct Action {
  ActionKind kind = ActionKind::skip;
  int expr = -1, channel = -1, channel_type = -1;
  Place place;
  std::vector<int> exprs;
  std::vector<ReceiveArg> receive;
  bool sorted = false, random = false, peek = false;
  uint32_t d_step_entry = 0;
  std::string text;  // as a person reads it
};

struct Edge {
  uint32_t to = 0, escape = 0;
  int action = -1;
  bool atomic = false;
};

struct Point {  // of control
  std::vector<Edge> edges;
  bool end = false, accept = false, progress = false;
};

struct Process {
  std::string name;
  std::vector<int> variables, parameters, initialisers;
  std::vector<Point> points;
  uint32_t initial = 1;
  int32_t priority = 1;
  int provided = -1;
  bool deterministic = false;
  size_t values = 0;  // of its variables
};

struct ChannelType {
  uint32_t capacity = 0;
  std::vector<Type> fields;
};

struct Instance {
  int process = -1;
  int32_t priority = 1;
};

struct Program {
  std::vector<Variable> variables;
  std::vector<int> globals;
  std::vector<Expr> exprs;
  std::vector<Action> actions;
  std::vector<Process> processes;
  std::vector<ChannelType> channels;
  std::vector<int> initialisers;
  std::vector<Instance> instances;
  std::vector<int> atoms;
  bool uses_last = false, uses_priority = false, uses_timeout = false, lose_messages = false;
  size_t max_processes = 255;
  size_t global_values = 0;
};

// Throws Rejected if it is no program: an index that leads nowhere, a word that is not known.
Program read_program(const nlohmann::json& json);

}  // namespace certify
