// What was decided before, remembered by what it depends on.
//
// Which successors of a state have to be followed depends on where the processes stand, on what each of them can do,
// and on some parts of guards that the closure asks about: on little of what tells states apart. So a decision is
// kept under a key (shape, control states, stable variables, successors) and below it in a tree: a node is a test,
// with an edge for each answer, in the order in which the closure asked; a leaf is what came out. A state that has
// the key and the answers gets what is at the leaf, without a closure: the closure would ask the same things again.
// Keys are compared whole, not by their hashes only: a wrong decision could lose states.
//
// Such a decision is a function of the state. A search that expands every state once does not need that: any set that
// is enough will do. For it a set is kept as a *certificate*: with those few answers that make it one, most of all
// which conditions are false. Whatever else the closure asked to find the best set does not matter, so that a
// certificate serves many more states than a leaf.
//
// What is remembered takes no more than a given number of bytes; then nothing is added any more.
//
// Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "base/nth.h"
#include "model/model.h"
#include "reduce/guard_test.h"

namespace gyre::reduce {

class Decisions {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{24} << 20;  // if nobody says less

  // What may be asked about a state.
  enum class Question : uint8_t { first, others };

  // A test, and what it must answer.
  struct Condition {
    uint32_t test = 0;
    Answer answer = Answer::unknown;
    bool operator==(const Condition&) const = default;
  };
  using Successors = std::span<const model::Successor>;

  explicit Decisions(const Summary& summary, uint64_t most_bytes = kMostBytes)
      : summary_(summary), most_bytes_(most_bytes) {}

  // Goes to the key of a state. False: it is not there, and there is no room for it.
  bool enter(const Situation& at, Successors successors);

  // At the key of enter(): what was decided for a state with these answers; null: nothing yet. Then what the closure
  // asks has to be noted, test by test as it asks for the first time, and what came out of it.
  const std::vector<uint64_t>* find(Question question, const Situation& at);
  void begin() { asked_.clear(); }
  void note(uint32_t test, Answer answer) { asked_.push_back({test, answer}); }
  void keep(Question question, const std::vector<uint64_t>& decision);

  // At the key of enter(): a set that is enough in this state; null: none that is known. `looked_at`: certificates.
  const std::vector<uint64_t>* find_certified(const Situation& at, uint64_t& looked_at) const;
  void certify(const std::vector<uint64_t>& decision, std::span<const Condition> conditions);
  // Whether a closure is worthwhile that has not been made: not where some have come to nothing, one after the other,
  // or there are many certificates already, none of which fits.
  bool is_worthwhile() const {
    return slots_[slot_].fruitless < kEnough && slots_[slot_].certified < kManyCertificates;
  }
  void was_fruitless() { ++slots_[slot_].fruitless; }

  uint32_t add_test(const GuardTest& test) {
    tests_.push_back(test);
    return narrow<uint32_t>(tests_.size() - 1);
  }
  Answer ask(uint32_t test, const Situation& at) const { return nth(tests_, test).ask(summary_.program(), at); }

  uint64_t bytes() const { return bytes_; }
  uint64_t keys() const { return used_; }

 private:
  // 0: not known yet. Otherwise a node, or a leaf: both count from 1.
  struct Link {
    uint32_t number = 0;
    bool leaf = false;
  };
  struct Node {
    uint32_t test = 0;
    Link next[kAnswers];
  };
  struct Slot {
    uint64_t hash = 0;
    uint32_t key = 0, length = 0;  // in keys_; of length 0: free
    Link root[2];                  // by question
    uint32_t certificates = 0;     // the first one of the list, counted from 1
    uint8_t certified = 0;         // how many there are
    uint8_t fruitless = 0;         // closures since
  };
  struct Certificate {
    uint32_t next = 0;
    uint32_t conditions = 0, count = 0;  // the first, and how many
    uint32_t leaf = 0;
  };
  static constexpr uint8_t kEnough = 3, kManyCertificates = 12;
  // Where in a state that has a certain shape lies what is part of a key.
  struct Field {
    uint32_t bit = 0;
    uint32_t width = 0;
  };

  const std::vector<Field>& fields_of(const ir::Shape& shape);
  void make_key(const Situation& at, Successors successors);
  void grow();
  bool has_room(uint64_t bytes);

  const Summary& summary_;
  std::vector<GuardTest> tests_;
  std::vector<Node> nodes_;
  std::vector<std::vector<uint64_t>> leaves_;
  std::vector<Certificate> certificates_;
  std::vector<Condition> conditions_;
  std::vector<Slot> slots_;  // a power of two of them, at most half of them used
  uint64_t used_ = 0;
  std::vector<uint64_t> keys_;
  const uint64_t most_bytes_;
  uint64_t bytes_ = 0;

  std::unordered_map<uint32_t, std::vector<Field>> fields_;  // by shape
  uint32_t last_shape_ = 0;
  const std::vector<Field>* last_fields_ = nullptr;
  std::vector<uint64_t> key_;  // of the state that was entered last
  uint64_t slot_ = 0;
  std::vector<Condition> asked_;
};

}  // namespace gyre::reduce
