// The code of the thesis's abstract machine (Geldenhuys, section 4.1.2 and appendix C) for an ESML model.
//
// Code is a row of words: an instruction, then its operands. The activations come first, then the processes, then the
// expression subroutines. Behind `guards` and `poll` stand the guarded lists, each with two words in front (the guard's
// subroutine, or a whole bang or hook; the address of the next guard). Variables have addresses in the frame of their
// process, whose word 0 is the location counter.
//
// The improved code (section 5.4.2) has loadVariable and addOffset, and no subroutines: an expression stands where its
// value is wanted, inside a command, or behind the guard or communication that asks for it, whose operand then is not
// an address but the number of words. `evaluate` and `end` are not needed any more.
//
// Two things are settled differently from the letter of appendix C: relations compare what was pushed first with what
// was pushed last (as in figure 3.3), and an address stands on top for the instructions on ranges and lists, below the
// value for popVariable (as in figure 4.7).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/nth.h"
#include "esml/ast.h"

namespace gyre::thesis {

namespace ast = esml::ast;

enum class Instruction : uint8_t {
  add,
  sub,
  mul,
  div,
  mod,
  chs,
  compare,  // n
  equal,
  neq,
  greater,
  geq,
  less,
  leq,
  and_,
  or_,
  not_,
  evaluate,  // a
  end,
  push_value,  // x
  push_variable,
  push_variable_range,  // n
  pop_variable,
  pop_variable_range,  // n
  push_parameter,
  length,
  head,      // e
  empty,     // n
  append,    // e
  prepend,   // e
  remove,    // e
  bang,      // ch s a n c
  hook,      // ch s a n c
  poll,      // a
  activate,  // n a v p ch
  terminate,
  guards,  // a
  jump,    // a
  skip,
  trap,
  out_string,
  out_value,
  out_range,  // n
  out_ln,
  index,        // b m
  select_proc,  // n
  // section 5.4.2
  load_variable,  // a: pushValue a, pushVariable
  add_offset,     // x: pushValue x, add
};
inline constexpr size_t kInstructions = static_cast<size_t>(Instruction::add_offset) + 1;

const char* instruction_name(Instruction i);  // as in appendix C: "pushValue"
uint32_t operands(Instruction i);

struct AbstractCode {
  static constexpr int32_t kUndefined = -1;  // no data, no condition

  bool improved = false;
  std::vector<int32_t> words;
  std::map<uint32_t, std::string> notes;  // by address: what is compiled there

  struct Frame {  // of a process instance
    std::string name;
    uint32_t start = 0;  // address of its code
    uint32_t code_words = 0;
    std::vector<int32_t> arguments;
    struct Word {
      int32_t initial = 0, low = 0, high = 0;
      uint32_t element = 0;  // length of a list: words of an element
    };
    std::vector<Word> variables;  // word 0 is the location counter
  };
  std::vector<Frame> frames;
  std::vector<std::string> channels;                     // by number - 1
  std::map<uint32_t, std::pair<int32_t, int32_t>> sent;  // by address of a bang: the range of its data

  struct Expression {
    uint32_t at = 0;
    uint32_t end = 0;  // the address behind it; 0: it ends with the instruction `end`
  };
  std::vector<std::pair<std::string, Expression>> propositions;  // of the formulas

  // Of an operand `ch`: a parameter, or the number of a channel below zero.
  int32_t channel(const Frame& frame, int32_t operand) const {
    return operand < 0 ? -operand : nth(frame.arguments, operand);
  }

  // Words of the instruction at an address, with the expressions behind it that are its own.
  uint32_t size(uint32_t at) const;
  // Of a bang or hook; whether it has one is for who asks to know.
  Expression data(uint32_t at) const { return expression(at, 3, at + kExchange); }
  Expression condition(uint32_t at) const { return expression(at, 5, at + kExchange + inlined(at, 3)); }
  // One of the guards behind `guards` or `poll`: where its condition is, where the next guard, where its list.
  struct Guard {
    Expression condition;  // of `guards`
    uint32_t next = 0;
    uint32_t list = 0;
  };
  Guard guard(uint32_t at, bool poll) const;

 private:
  static constexpr uint32_t kExchange = 6;  // words of a bang or hook
  uint32_t inlined(uint32_t at, uint32_t operand) const {
    return improved && words[at + operand] != kUndefined ? static_cast<uint32_t>(words[at + operand]) : 0;
  }
  Expression expression(uint32_t at, uint32_t operand, uint32_t inline_at) const {
    const auto word = static_cast<uint32_t>(words[at + operand]);
    return improved ? Expression{inline_at, inline_at + word} : Expression{word, 0};
  }
};

// `improved`: as section 5.4.2 of the thesis would have it. Throws Error for what the instruction set cannot say:
// the head of a list that is itself a head.
AbstractCode generate(const ast::Model& model, bool improved);

// One line per instruction, and per guard.
std::string listing(const AbstractCode& code);

}  // namespace gyre::thesis
