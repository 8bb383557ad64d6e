// Processes as they live in a state, with what each of their edges touches told as exactly as can be: a process that
// has its number, and parameters that never change, uses certain elements of arrays and certain channels. Which edges
// of two instances are in conflict is found out once and kept.
//
// Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "reduce/evaluate.h"
#include "reduce/print_classes.h"
#include "reduce/prints.h"
#include "reduce/summary.h"

namespace gyre::reduce {

using Bits = std::vector<uint64_t>;
inline bool has(const Bits& bits, uint32_t i) {
  assert(i / 64 < bits.size());
  return ((bits[i / 64] >> (i % 64)) & 1) != 0;
}

// A set of edges of one instance for each row. Rows of the same class are the same, and there once.
class Matrix {
 public:
  // `of` gives the class of a row, and lives as long as this.
  Matrix(const std::vector<uint32_t>& of, size_t classes, size_t columns)
      : of_(of), words_((columns + 63) / 64), bits_(classes * words_) {}
  void set(size_t row_class, size_t column) {
    assert(column / 64 < words_ && (row_class + 1) * words_ <= bits_.size());
    bits_[row_class * words_ + column / 64] |= uint64_t{1} << (column % 64);
  }
  const uint64_t* row(size_t row) const {
    assert(row < of_.size() && (of_[row] + 1) * words_ <= bits_.size());
    return bits_.data() + of_[row] * words_;
  }
  size_t words() const { return words_; }

 private:
  const std::vector<uint32_t>& of_;
  size_t words_;
  Bits bits_;
};

struct Instance {
  static constexpr int32_t kNoRendezvous = 0;
  static constexpr int32_t kAnyChannel = -1;

  int32_t type = 0;
  int32_t pid = 0;
  std::vector<Prints> edges;
  std::vector<Prints> guards;         // of all conjuncts, edge by edge
  std::vector<uint32_t> first_guard;  // by edge, one more at the end
  std::vector<int32_t> rendezvous;    // by edge: the channel on which it may be half of one
  std::vector<Conjunct::Kind> guard_kinds;
  std::vector<int32_t> guard_channels;  // by conjunct: of arrival, message and room; kAnyChannel: not known
  PrintClasses edge_classes;            // with whether the process dies
  PrintClasses guard_classes;           // with what else an enabler depends on
  std::vector<uint32_t> meeting;        // by edge: 0, or a class of those that may be the same half of a rendezvous
  std::vector<uint32_t> first_meeting;  // by such class: one of its edges
};

class Instances {
 public:
  explicit Instances(const Summary& summary);

  // The number of the instance that a process is in this state.
  uint32_t of(const Situation& at);
  const Instance& operator[](uint32_t number) const { return *all_[number].instance; }
  size_t count() const { return all_.size(); }
  // What an expression of nobody's, such as an atom of a formula, touches: as long as the program runs, unless channels
  // come and go.
  Prints of_nobody(ir::ExprId expr, const Situation& at) const;
  bool channels_come_and_go() const { return channels_come_and_go_; }

  // Rows: edges of a; columns: edges of b that must not change places with them.
  const Matrix& conflicts(uint32_t a, uint32_t b) {
    const Matrix* known = find(all_[a].conflicts, b);
    return known != nullptr ? *known : make_conflicts(a, b);
  }
  // Rows: conjuncts of a; columns: edges of b (which may be the same) after which it may hold that did not before.
  const Matrix& enablers(uint32_t a, uint32_t b) {
    const Matrix* known = find(all_[a].enablers, b);
    return known != nullptr ? *known : make_enablers(a, b);
  }
  // Rows: edges of a that may be half of a rendezvous; columns: edges of b that may be the other half.
  const Matrix& partners(uint32_t a, uint32_t b) {
    const Matrix* known = find(all_[a].partners, b);
    return known != nullptr ? *known : make_partners(a, b);
  }

 private:
  struct Entry {
    std::unique_ptr<Instance> instance;
    std::vector<std::unique_ptr<Matrix>> conflicts, enablers, partners;  // by the other instance
  };
  Prints resolve(const Footprint& f, const Situation& at) const;
  // The channels that an expression may mean; empty: any.
  std::vector<int32_t> channels(ir::ExprId expr, const Situation& at) const;
  uint32_t capacity(int32_t channel, const Situation& at) const;
  void classify(Instance& instance) const;
  bool in_conflict(const Prints& a, int32_t type_a, const Prints& b, int32_t type_b) const;
  bool enables(const Conjunct& c, const Prints& reads, const EdgeSummary& edge, const Prints& b, int32_t type_b) const;
  using Matrices = std::vector<std::unique_ptr<Matrix>>;
  static const Matrix* find(const Matrices& list, uint32_t b) { return b < list.size() ? list[b].get() : nullptr; }
  std::unique_ptr<Matrix>& slot(Matrices& list, uint32_t b);
  const Matrix& make_conflicts(uint32_t a, uint32_t b);
  const Matrix& make_enablers(uint32_t a, uint32_t b);
  const Matrix& make_partners(uint32_t a, uint32_t b);

  const Summary& summary_;
  const ir::Program& program_;
  bool channels_come_and_go_ = false;
  std::vector<Entry> all_;
  std::map<std::vector<int32_t>, uint32_t> known_;  // pid, type, values of stable variables
  std::vector<int32_t> key_;
  struct Last {
    std::vector<int32_t> key;
    uint32_t number = 0;
  };
  std::vector<Last> last_;  // by pid
};

}  // namespace gyre::reduce
