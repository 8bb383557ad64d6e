// The representative of a state: an image of it under a symmetry of the program (symmetry.h), the same one for as many
// images as can be found in little time.
//
// Where processes have no order, that is easy: those that have ended are left out, the others are sorted. Where
// instances of a proctype change places, each gets a key of all that does not depend on how the others are numbered:
// control state, variables, what arrays and messages have for it. Keys are refined by the places of those whose numbers
// a process holds; of what is still alike all orders are tried, if they are few, and the least image is taken.
//
// Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"
#include "reduce/symmetry.h"

namespace gyre::reduce {

// to[i] is the new number of process i; numbers beyond the end stay as they are.
using Permutation = std::vector<uint32_t>;
inline uint32_t image_of(const Permutation& p, uint32_t number) { return number < p.size() ? p[number] : number; }

class Canonical {
 public:
  // All must outlive this.
  Canonical(const ir::Program& program, ir::ShapeTable& shapes, const Symmetry& symmetry);

  // Valid until the next call. permutation() is the one that made it, if processes have an order.
  StateView of(StateView state);
  const Permutation& permutation() const { return chosen_; }

  // Whether `b` is the image of `a` but for processes that have ended: they may have died in one and not in the other.
  // Processes must have an order.
  bool same(StateView a, StateView b, const Permutation& permutation);
  // Whether the youngest process has ended, and dies next.
  bool youngest_has_ended(StateView state);

  // Edges by their places that an ended process would take: its death.
  const std::vector<bool>& deaths() const { return deaths_; }

 private:
  struct Bytes {  // a state that can be read by whole words
    std::vector<uint64_t> words;
    const ir::Shape* shape = nullptr;
    uint8_t* data() { return reinterpret_cast<uint8_t*>(words.data()); }
    const uint8_t* data() const { return reinterpret_cast<const uint8_t*>(words.data()); }
    StateView view() const { return {data(), shape->key_bytes, shape->total_bytes}; }
  };
  // A process that may change places, and what it is like.
  struct Candidate {
    uint32_t slot = 0;
    int32_t kind = 0;
    std::vector<uint32_t> key;
  };

  void load(StateView state, Bytes& to) const;
  void make_room(Bytes& bytes, const ir::Shape& shape) const;
  uint32_t control_state(const Bytes& state, uint32_t slot) const;
  bool ended(const Bytes& state, uint32_t slot) const;
  void note_deaths(const Bytes& state);

  void sort_all();

  void find_candidates();
  void make_key(Candidate& c);
  void add_variable(const PidVariable& v, const uint8_t* base, uint32_t slot, bool own, std::vector<uint32_t>& key);
  uint32_t code_of(uint32_t value, uint32_t slot);
  size_t refine();
  void choose_order();
  void try_orders();
  bool movable(uint32_t number) const { return number < colour_.size() && colour_[number] != kFixed; }

  void map_variable(const PidVariable& v, const uint8_t* from, uint8_t* to, const Permutation& p) const;
  void map_globals(const Bytes& from, uint8_t* to, const Permutation& p) const;
  void map_frame(int32_t type, const uint8_t* from, uint8_t* to, const Permutation& p) const;
  void map_channel(int32_t type, const uint8_t* from, uint8_t* to, const Permutation& p) const;
  void make_image(const Bytes& from, const Permutation& p, Bytes& to) const;

  static constexpr uint32_t kFixed = ~uint32_t{0};
  static constexpr size_t kMostOrders = 720;

  const ir::Program& program_;
  ir::ShapeTable& shapes_;
  const Symmetry& symmetry_;
  std::vector<uint32_t> first_place_;  // by proctype
  std::vector<bool> deaths_;
  Bytes state_, image_, other_;
  Permutation chosen_;
  std::vector<Candidate> candidates_;
  std::vector<uint32_t> colour_;  // by slot: how many are before it and not alike, of those that may change places
  bool hidden_ = false;           // keys do not tell everything
  std::vector<uint8_t> bytes_[2];
  std::vector<uint32_t> order_;
};

}  // namespace gyre::reduce
