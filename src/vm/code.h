// The abstract machine's code: expressions compiled to a stack machine, one fixed-size instruction each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::vm {

enum class Code : uint16_t {
  push,  // b
  load_g8,
  load_g16s,
  load_g32,
  load_gbits,  // globals: a = width and sign, b = bit offset (bytes for the aligned)
  load_l8,
  load_l16s,
  load_l32,
  load_lbits,  // locals
  load_var,    // element of array b, index popped (already flat)
  store_g8,
  store_g16,
  store_g32,
  store_gbits,
  store_l8,
  store_l16,
  store_l32,
  store_lbits,
  store_var,    // value below index
  check_index,  // b = bound: top must be in 0..b-1
  scale_add,    // below * b + top
  pid,
  nr_pr,
  last,
  timeout,
  non_progress,
  to_bool,
#define GYRE_UNARY(name, ...) name,
#define GYRE_BINARY(name, ...) name,
#include "ir/ops.def"
#define GYRE_COMPARISON(name, ...) name##_const,  // with b
#include "ir/ops.def"
  add_const,  // with b
  jump,
  jump_zero,
  jump_not_zero,  // b = target; the conditional ones pop
  and_jump,
  or_jump,  // keep 0 (1) and jump when decided, otherwise pop
  run,      // b = process, a = arguments
  len,
  full,
  empty,
  nfull,
  nempty,
  poll,  // b = index of the expression; match values on the stack
  enabled,
  pc_value,
  get_priority,
  remote_load,  // b = index of the expression; flat index (if array) and pid on the stack
  remote_at,
  moves,                                           // b = process or -1; a = 1: a pid is on the stack
  embedded_c,                                      // b = the snippet
  argument,                                        // b = index into the arguments of the process
  check_below,                                     // b = bound: a value outside 0..b-1 is a range error
  check_min,                                       // b: a value below is a range error
  check_max,                                       // b: a value above is a range error
  check_list,                                      // pops; 0 is a list error
#define GYRE_EXACT_UNARY(name, ...) name##_exact,  // an overflow is a range error
#define GYRE_EXACT_BINARY(name, ...) name##_exact,
#include "ir/ops.def"
  ret,
};

struct Instr {
  Code code = Code::ret;
  uint16_t a = 0;
  int32_t b = 0;
  uint32_t unsigned_b() const { return static_cast<uint32_t>(b); }
};

// How an action runs: entry points into the code.
struct ActionCode {
  uint32_t expr = 0;  // condition, assert: value; assign: the whole assignment; guarded send, receive: its condition
  uint32_t more_writes = 0;
  uint32_t channel = 0;
  std::vector<uint32_t> args;     // send: values; print: values; set_priority: pid, priority
  std::vector<uint32_t> matches;  // receive: one per field; bind: code that stores the value on the stack top
  bool guard_runs = false;        // the condition starts a process: it is evaluated on the successor
  bool runs_c = false;            // the condition is c_code: it is true, and evaluated on the successor only
};

struct VarCode {  // what load_var/store_var/remote_load need
  uint32_t bit_offset = 0;
  uint8_t width = 0;
  bool is_signed = false;
  ir::Scope scope = ir::Scope::global;
};

struct CodeImage {
  std::vector<Instr> code;
  std::vector<ActionCode> actions;  // by ir::ActionId
  std::vector<VarCode> variables;   // by ir::VarId
  std::vector<uint32_t> provided;   // by process; 0: none
  std::vector<uint32_t> atoms;      // by Program::atoms
  uint32_t max_stack = 0;
};

CodeImage compile(const ir::Program& program);

// A listing for `gyre compile --dump code`.
std::string disassemble(const ir::Program& program, const CodeImage& image);

}  // namespace gyre::vm
