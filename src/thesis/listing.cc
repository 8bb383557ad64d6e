// The code of the abstract machine as text.
#include <fmt/format.h>

#include "thesis/abstract_code.h"

namespace gyre::thesis {

namespace {

class Lister {
 public:
  explicit Lister(const AbstractCode& code) : code_(code) {}

  std::string run() {
    while (at_ < code_.words.size()) instruction();
    return std::move(out_);
  }

 private:
  int32_t word(uint32_t at) const { return code_.words[at]; }
  std::string operand(int32_t w) const { return w == AbstractCode::kUndefined ? "_" : std::to_string(w); }

  void line(uint32_t at, const std::string& text) {
    const auto note = code_.notes.find(at);
    std::string l = fmt::format("{:5} {:<36}", at, text);
    if (note != code_.notes.end()) l += note->second;
    while (!l.empty() && l.back() == ' ') l.pop_back();
    out_ += l + "\n";
  }

  std::string text(uint32_t at) const {
    const auto i = static_cast<Instruction>(word(at));
    std::string t = instruction_name(i);
    for (uint32_t k = 1; k <= operands(i); ++k) {
      const int32_t w = word(at + k);
      const bool channel = k == 1 && (i == Instruction::bang || i == Instruction::hook);
      if (channel)
        t += w < 0 ? " " + code_.channels[static_cast<size_t>(-w) - 1] : fmt::format(" p{}", w);
      else
        t += " " + (i == Instruction::push_value ? std::to_string(w) : operand(w));
    }
    return t;
  }

  void instruction() {
    const auto i = static_cast<Instruction>(word(at_));
    line(at_, text(at_));
    const uint32_t start = at_;
    at_ += 1 + operands(i);
    if (i == Instruction::guards || i == Instruction::poll) pair(static_cast<uint32_t>(word(start + 1)), i);
    while (!open_.empty() && at_ == open_.back().next) {
      const Open o = open_.back();
      open_.pop_back();
      if (o.next != o.end) pair(o.end, o.kind);
    }
  }

  // The two words in front of a guarded list.
  void pair(uint32_t end, Instruction kind) {
    const uint32_t first = at_;
    const bool poll = kind == Instruction::poll;
    const AbstractCode::Guard guard = code_.guard(first, poll);
    line(first, fmt::format("({}, {})", poll ? text(first) : std::to_string(word(first)), guard.next));
    // The expressions of a communication lie before the second word.
    if (poll) {
      at_ = first + 1 + operands(Instruction::bang);
      while (at_ + 1 != guard.list) instruction();
    }
    at_ = poll ? guard.list : first + 2;
    open_.push_back({guard.next, end, kind});
  }

  struct Open {
    uint32_t next, end;
    Instruction kind;
  };
  const AbstractCode& code_;
  uint32_t at_ = 0;
  std::vector<Open> open_;
  std::string out_;
};

}  // namespace

std::string listing(const AbstractCode& code) { return Lister(code).run(); }

}  // namespace gyre::thesis
