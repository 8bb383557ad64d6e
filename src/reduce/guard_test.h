// One part of a guard, asked of many states that have the same shape and whose process stands at the same pid: where
// its operands lie is found out once, so that the usual ones (`turn == 2`, `flag[j]`, `len(c) < 3`) take a few
// instructions. Everything else is evaluated as evaluate.h does.
//
// A test is a value; asking it changes nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "reduce/evaluate.h"
#include "reduce/summary.h"

namespace gyre::reduce {

// What a state answers to a test. Where nothing is known the worst is assumed.
enum class Answer : uint8_t { no, yes, unknown };
inline constexpr size_t kAnswers = 3;

class GuardTest {
 public:
  // `at`: a state of that shape, with the process that asks. What it reads of stable variables must be the same in all
  // states that are asked (Instances tells them apart by that).
  static GuardTest of_expression(const Summary& summary, ir::ExprId expr, const Situation& at);
  // Does a channel with a buffer hold at least one message; has it room for one more?
  static GuardTest of_arrival(const ir::Program& program, int32_t channel, const Situation& at);
  static GuardTest of_room(const ir::Program& program, int32_t channel, const Situation& at);

  Answer ask(const ir::Program& program, const Situation& at) const;

 private:
  struct Operand {
    enum class Kind : uint8_t { constant, field, element } kind = Kind::constant;
    bool is_signed = false, index_signed = false;
    uint8_t width = 0, index_width = 0;
    int32_t value = 0;                          // constant
    uint32_t bit = 0;                           // of the field, or of element 0
    uint32_t index_bit = 0, element_count = 0;  // element: where its index lies
  };
  enum class Kind : uint8_t { compare, evaluate };

  static std::optional<Operand> operand_of(const Summary& summary, ir::ExprId expr, const Situation& at);
  static std::optional<uint32_t> base_of(const ir::Variable& variable, const Situation& at);
  static GuardTest of_length(const ir::Program& program, int32_t channel, const Situation& at, ir::Op op,
                             int32_t value);
  static bool value_of(const Operand& operand, const uint8_t* state, int32_t& value);

  Kind kind_ = Kind::evaluate;
  ir::Op op_ = ir::Op::ne;
  Operand left_, right_;
  ir::ExprId expr_ = ir::kNone;
  int32_t pid_ = -1;
};

}  // namespace gyre::reduce
