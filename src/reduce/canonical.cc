#include "reduce/canonical.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"

namespace gyre::reduce {

namespace {

constexpr uint32_t kSlack = 16;  // bytes behind a state that may be read and written

uint32_t shape_number(const uint8_t* state) {
  uint32_t number;
  std::memcpy(&number, state, sizeof number);
  return number;
}

}  // namespace

Canonical::Canonical(const ir::Program& program, ir::ShapeTable& shapes, const Symmetry& symmetry)
    : program_(program), shapes_(shapes), symmetry_(symmetry) {
  assert(symmetry.why_not.empty());
  uint32_t edges = 0;
  for (const ir::Process& p : program.processes) {
    first_place_.push_back(edges);
    edges += narrow<uint32_t>(p.edges.size());
  }
  deaths_.resize(edges);
}

void Canonical::make_room(Bytes& bytes, const ir::Shape& shape) const {
  bytes.words.assign((shape.total_bytes + kSlack + 7) / 8 + 1, 0);
  bytes.shape = &shape;
  std::memcpy(bytes.data(), &shape.id, sizeof shape.id);
}

void Canonical::load(StateView state, Bytes& to) const {
  make_room(to, shapes_.get(shape_number(state.data)));
  std::memcpy(to.data(), state.data, state.total);
}

uint32_t Canonical::control_state(const Bytes& state, uint32_t slot) const {
  const ir::FrameRef& frame = state.shape->processes[slot];
  const ir::Process& p = program_.process(frame.type);
  return load_unsigned(state.data() + frame.offset, p.pc_offset, p.pc_bits);
}

bool Canonical::ended(const Bytes& state, uint32_t slot) const {
  return nth(symmetry_.ended, state.shape->processes[slot].type)[control_state(state, slot)];
}

void Canonical::note_deaths(const Bytes& state) {
  for (uint32_t i = 0; i < state.shape->processes.size(); ++i) {
    if (!ended(state, i)) continue;
    const int32_t type = state.shape->processes[i].type;
    deaths_[nth(first_place_, type) + program_.process(type).states[control_state(state, i)].edges[0]] = true;
  }
}

bool Canonical::youngest_has_ended(StateView state) {
  load(state, other_);
  return !other_.shape->processes.empty() && ended(other_, narrow<uint32_t>(other_.shape->processes.size() - 1));
}

StateView Canonical::of(StateView state) {
  load(state, state_);
  note_deaths(state_);
  if (symmetry_.order) {
    sort_all();
    return image_.view();
  }
  find_candidates();
  if (candidates_.size() < 2) return state_.view();
  for (size_t known = 0;;) {
    const size_t colours = refine();
    if (!hidden_ || colours == known) break;
    known = colours;
  }
  choose_order();
  make_image(state_, chosen_, image_);
  if (hidden_) try_orders();
  return image_.view();
}

// Processes have no order ------------------------------------------------------------------------------------------

void Canonical::sort_all() {
  const ir::Shape& from = *state_.shape;
  const uint32_t first = symmetry_.keeps_first && !from.processes.empty() ? 1 : 0;
  const ir::Shape* shape = &from;
  while (shape->processes.size() > first) shape = &shapes_.pop_process(*shape);
  const uint32_t kept = shape->frames_end;
  order_.clear();
  for (uint32_t i = first; i < from.processes.size(); ++i) {
    if (!ended(state_, i)) order_.push_back(i);
  }
  std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    const ir::FrameRef &x = from.processes[a], &y = from.processes[b];
    if (x.type != y.type) return x.type < y.type;
    return std::memcmp(state_.data() + x.offset, state_.data() + y.offset, program_.process(x.type).frame_bytes) < 0;
  });
  for (const uint32_t i : order_) shape = &shapes_.push_process(*shape, from.processes[i].type);
  make_room(image_, *shape);
  std::memcpy(image_.data() + ir::kGlobalsOffset, state_.data() + ir::kGlobalsOffset, kept - ir::kGlobalsOffset);
  for (size_t i = 0; i < order_.size(); ++i) {
    const ir::FrameRef& to = shape->processes[first + i];
    std::memcpy(image_.data() + to.offset, state_.data() + from.processes[order_[i]].offset,
                program_.process(to.type).frame_bytes);
  }
}

// Instances change places ------------------------------------------------------------------------------------------

void Canonical::find_candidates() {
  const std::vector<ir::FrameRef>& processes = state_.shape->processes;
  candidates_.clear();
  colour_.assign(processes.size(), kFixed);
  chosen_.resize(processes.size());
  std::iota(chosen_.begin(), chosen_.end(), 0);
  for (uint32_t i = 0; i < processes.size() && i < symmetry_.below; ++i) {
    const int32_t type = processes[i].type;
    if (!nth(symmetry_.types, type) || (i < symmetry_.fixed.size() && symmetry_.fixed[i])) continue;
    candidates_.push_back({i, symmetry_.classes.empty() ? type : symmetry_.classes[i], {}});
    colour_[i] = 0;
  }
}

// What a number means to a process: itself, one that stays where it is, or another by its colour.
uint32_t Canonical::code_of(uint32_t value, uint32_t slot) {
  if (value == slot) return 0;
  if (!movable(value)) return 1 + value;
  hidden_ = true;
  return ~colour_[value] - 1;
}

void Canonical::add_variable(const PidVariable& v, const uint8_t* base, uint32_t slot, bool own,
                             std::vector<uint32_t>& key) {
  const ir::Variable& var = program_.variable(v.var);
  for (uint32_t e = 0; e < var.count; ++e) {
    bool mine = false, others = false;  // which numbers are in the index?
    uint32_t rest = e;
    for (size_t d = var.dims.size(); d-- > 0;) {
      const uint32_t i = rest % var.dims[d];
      rest /= var.dims[d];
      if (!v.dims[d] || !movable(i)) continue;
      mine = mine || i == slot;
      others = others || i != slot;
    }
    hidden_ = hidden_ || (others && (mine || own));
    const uint32_t value = load_unsigned(base, var.bit_offset + e * var.type.width, var.type.width);
    if (others) continue;
    // What does not depend on the process is the same for all, but for a number that may be its own.
    if (own || mine)
      key.push_back(v.elements ? code_of(value, slot) : value);
    else if (v.elements)
      key.push_back(value == slot ? 0 : 1);
  }
}

void Canonical::make_key(Candidate& c) {
  const ir::FrameRef& frame = state_.shape->processes[c.slot];
  const ir::Process& p = program_.process(frame.type);
  // Its colour first: what was told apart stays so.
  c.key.assign({narrow<uint32_t>(c.kind), colour_[c.slot]});
  // Those that have ended come first: where they wait for their death, they do so for long.
  const bool over = ended(state_, c.slot);
  c.key.push_back(over ? 0 : 1);
  bytes_[0].assign(p.frame_bytes + kSlack, 0);
  std::memcpy(bytes_[0].data(), state_.data() + frame.offset, p.frame_bytes);
  for (const PidVariable& v : nth(symmetry_.locals, frame.type)) {
    const ir::Variable& var = program_.variable(v.var);
    add_variable(v, state_.data() + frame.offset, c.slot, true, c.key);
    for (uint32_t e = 0; e < var.count; ++e)
      store_bits(bytes_[0].data(), var.bit_offset + e * var.type.width, var.type.width, 0);
  }
  c.key.insert(c.key.end(), bytes_[0].begin(), bytes_[0].begin() + p.frame_bytes);
  for (const PidVariable& v : symmetry_.globals)
    add_variable(v, state_.data() + ir::kGlobalsOffset, c.slot, false, c.key);
  for (uint32_t i = 0; i < state_.shape->processes.size(); ++i) {
    const ir::FrameRef& other = state_.shape->processes[i];
    if (movable(i)) continue;
    for (const PidVariable& v : nth(symmetry_.locals, other.type))
      add_variable(v, state_.data() + other.offset, c.slot, false, c.key);
  }
  for (const ir::FrameRef& channel : state_.shape->channels) {
    const ir::ChannelType& type = program_.channel_type(channel.type);
    const std::vector<bool>& fields = nth(symmetry_.fields, channel.type);
    if (type.capacity == 0) continue;
    const uint8_t* base = state_.data() + channel.offset;
    const uint32_t length = load_unsigned(base, type.capacity * type.slot_bits, type.len_bits);
    for (uint32_t m = 0; m < length; ++m) {
      for (size_t f = 0; f < fields.size(); ++f) {
        if (!fields[f]) continue;
        const uint32_t value = load_unsigned(base, m * type.slot_bits + type.field_offsets[f], type.fields[f].width);
        c.key.push_back(value == c.slot ? 0 : 1);
      }
    }
  }
}

// Colours from keys, which are made from colours; how many there are.
size_t Canonical::refine() {
  hidden_ = false;
  for (Candidate& c : candidates_) make_key(c);
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.key != b.key ? a.key < b.key : a.slot < b.slot; });
  size_t colours = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    const bool alike = i > 0 && candidates_[i].key == candidates_[i - 1].key;
    colour_[candidates_[i].slot] = alike ? colour_[candidates_[i - 1].slot] : narrow<uint32_t>(i);
    colours += alike ? 0 : 1;
  }
  return colours;
}

// Each kind has its slots; the candidates of the kind take them in their order.
void Canonical::choose_order() {
  for (size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
    while (end < candidates_.size() && candidates_[end].kind == candidates_[begin].kind) ++end;
    order_.clear();
    for (size_t i = begin; i < end; ++i) order_.push_back(candidates_[i].slot);
    std::sort(order_.begin(), order_.end());
    for (size_t i = begin; i < end; ++i) chosen_[candidates_[i].slot] = order_[i - begin];
  }
}

// The least image under all orders of those that are alike.
void Canonical::try_orders() {
  const auto alike = [&](size_t a, size_t b) { return colour_[candidates_[a].slot] == colour_[candidates_[b].slot]; };
  std::vector<std::pair<size_t, size_t>> groups;
  size_t orders = 1;
  for (size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
    for (end = begin + 1; end < candidates_.size() && alike(begin, end); ++end) {
      orders *= end - begin + 1;
      if (orders > kMostOrders) return;
    }
    if (end - begin > 1) groups.emplace_back(begin, end);
  }
  if (orders == 1) return;
  std::vector<uint32_t> slots(candidates_.size());  // of the candidates, in their order
  for (size_t i = 0; i < candidates_.size(); ++i) slots[i] = candidates_[i].slot;
  const std::vector<uint32_t> targets = [&] {
    std::vector<uint32_t> out;
    for (const uint32_t s : slots) out.push_back(chosen_[s]);
    return out;
  }();
  for (const auto& [begin, end] : groups) std::sort(slots.begin() + begin, slots.begin() + end);
  Permutation permutation = chosen_;
  const auto next = [&] {
    return std::any_of(groups.begin(), groups.end(), [&](const auto& g) {
      return std::next_permutation(slots.begin() + g.first, slots.begin() + g.second);
    });
  };
  do {
    for (size_t i = 0; i < slots.size(); ++i) permutation[slots[i]] = targets[i];
    make_image(state_, permutation, other_);
    if (std::memcmp(other_.data(), image_.data(), image_.shape->key_bytes) >= 0) continue;
    std::swap(other_, image_);
    chosen_ = permutation;
  } while (next());
}

// Images -----------------------------------------------------------------------------------------------------------

void Canonical::map_variable(const PidVariable& v, const uint8_t* from, uint8_t* to, const Permutation& p) const {
  const ir::Variable& var = program_.variable(v.var);
  for (uint32_t e = 0; e < var.count; ++e) {
    uint32_t image = 0, scale = 1, rest = e;
    for (size_t d = var.dims.size(); d-- > 0;) {
      const uint32_t i = rest % var.dims[d];
      rest /= var.dims[d];
      const uint32_t j = v.dims[d] ? image_of(p, i) : i;
      assert(j < var.dims[d]);
      image += j * scale;
      scale *= var.dims[d];
    }
    const uint32_t width = var.type.width;
    const uint32_t value = load_unsigned(from, var.bit_offset + e * width, width);
    store_bits(to, var.bit_offset + image * width, width, v.elements ? image_of(p, value) : value);
  }
}

void Canonical::map_globals(const Bytes& from, uint8_t* to, const Permutation& p) const {
  std::memcpy(to, from.data() + ir::kGlobalsOffset, program_.globals_bytes);
  for (const PidVariable& v : symmetry_.globals) map_variable(v, from.data() + ir::kGlobalsOffset, to, p);
}

void Canonical::map_frame(int32_t type, const uint8_t* from, uint8_t* to, const Permutation& p) const {
  std::memcpy(to, from, program_.process(type).frame_bytes);
  for (const PidVariable& v : nth(symmetry_.locals, type)) map_variable(v, from, to, p);
}

void Canonical::map_channel(int32_t type, const uint8_t* from, uint8_t* to, const Permutation& p) const {
  const ir::ChannelType& c = program_.channel_type(type);
  std::memcpy(to, from, c.bytes);
  const std::vector<bool>& fields = nth(symmetry_.fields, type);
  if (c.capacity == 0 || std::find(fields.begin(), fields.end(), true) == fields.end()) return;
  const uint32_t length = load_unsigned(from, c.capacity * c.slot_bits, c.len_bits);
  for (uint32_t m = 0; m < length; ++m) {
    for (size_t f = 0; f < fields.size(); ++f) {
      if (!fields[f]) continue;
      const uint32_t at = m * c.slot_bits + c.field_offsets[f], width = c.fields[f].width;
      store_bits(to, at, width, image_of(p, load_unsigned(from, at, width)));
    }
  }
}

void Canonical::make_image(const Bytes& from, const Permutation& p, Bytes& to) const {
  make_room(to, *from.shape);
  map_globals(from, to.data() + ir::kGlobalsOffset, p);
  const std::vector<ir::FrameRef>& processes = from.shape->processes;
  for (uint32_t i = 0; i < processes.size(); ++i) {
    assert(processes[image_of(p, i)].type == processes[i].type);
    map_frame(processes[i].type, from.data() + processes[i].offset, to.data() + processes[image_of(p, i)].offset, p);
  }
  for (const ir::FrameRef& c : from.shape->channels)
    map_channel(c.type, from.data() + c.offset, to.data() + c.offset, p);
}

bool Canonical::same(StateView a, StateView b, const Permutation& p) {
  load(a, state_);
  load(b, other_);
  const std::vector<ir::FrameRef>&mine = state_.shape->processes, &theirs = other_.shape->processes;
  const auto differ = [&](const uint8_t* theirs_at, uint32_t bytes) {
    return std::memcmp(bytes_[1].data(), theirs_at, bytes) != 0;
  };
  bytes_[1].assign(program_.globals_bytes + kSlack, 0);
  map_globals(state_, bytes_[1].data(), p);
  if (differ(other_.data() + ir::kGlobalsOffset, program_.globals_bytes)) return false;
  std::vector<bool> met(theirs.size());
  for (uint32_t i = 0; i < mine.size(); ++i) {
    const uint32_t j = image_of(p, i);
    if (j >= theirs.size()) {
      if (!ended(state_, i)) return false;
      continue;
    }
    met[j] = true;
    if (mine[i].type != theirs[j].type || ended(state_, i) != ended(other_, j)) return false;
    if (ended(state_, i)) continue;
    const uint32_t bytes = program_.process(mine[i].type).frame_bytes;
    bytes_[1].assign(bytes + kSlack, 0);
    map_frame(mine[i].type, state_.data() + mine[i].offset, bytes_[1].data(), p);
    if (differ(other_.data() + theirs[j].offset, bytes)) return false;
  }
  for (uint32_t j = 0; j < theirs.size(); ++j) {
    if (!met[j] && !ended(other_, j)) return false;
  }
  // Channels of the first process die with it.
  const size_t channels = std::min(state_.shape->channels.size(), other_.shape->channels.size());
  for (size_t c = 0; c < channels; ++c) {
    const ir::FrameRef& channel = state_.shape->channels[c];
    const uint32_t bytes = program_.channel_type(channel.type).bytes;
    bytes_[1].assign(bytes + kSlack, 0);
    map_channel(channel.type, state_.data() + channel.offset, bytes_[1].data(), p);
    if (differ(other_.data() + other_.shape->channels[c].offset, bytes)) return false;
  }
  return true;
}

}  // namespace gyre::reduce
