#include "reduce/decisions.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/bits.h"
#include "base/hash.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

namespace {

constexpr uint64_t kFewSlots = 1024;

uint64_t hash_of(const std::vector<uint64_t>& key) {
  uint64_t hash = key.size();
  for (const uint64_t word : key) hash = mum(hash ^ word, 0x9e3779b97f4a7c15ULL) + word;
  return mum(hash, 0xd6e8feb86659fd93ULL);
}

uint64_t word_of(const model::Successor& s) {
  return (uint64_t{s.mover} << 48) | (uint64_t{s.partner} << 32) | (uint64_t{s.statement} << 1) | (s.dead_end ? 1 : 0);
}

}  // namespace

// Control states and stable variables of all processes.
const std::vector<Decisions::Field>& Decisions::fields_of(const ir::Shape& shape) {
  if (last_fields_ != nullptr && last_shape_ == shape.id) return *last_fields_;
  const auto [known, fresh] = fields_.try_emplace(shape.id);
  if (fresh) {
    const ir::Program& program = summary_.program();
    for (const ir::FrameRef& frame : shape.processes) {
      const ir::Process& p = program.process(frame.type);
      known->second.push_back({frame.offset * 8 + p.pc_offset, p.pc_bits});
      for (const ir::VarId var : nth(summary_.processes(), frame.type).stable) {
        const ir::Variable& v = program.variable(var);
        for (uint32_t i = 0; i < v.count; ++i)
          known->second.push_back({frame.offset * 8 + v.bit_offset + i * v.type.width, v.type.width});
      }
    }
  }
  last_shape_ = shape.id;
  last_fields_ = &known->second;
  return known->second;
}

void Decisions::make_key(const Situation& at, Successors successors) {
  key_.clear();
  key_.push_back((uint64_t{at.shape->id} << 32) | successors.size());
  uint64_t word = 0;
  uint32_t used = 0;
  for (const Field& field : fields_of(*at.shape)) {
    if (used + field.width > 64) {
      key_.push_back(word);
      word = 0;
      used = 0;
    }
    word |= uint64_t{load_unsigned(at.state, field.bit, field.width)} << used;
    used += field.width;
  }
  key_.push_back(word);
  for (const model::Successor& s : successors) key_.push_back(word_of(s));
}

bool Decisions::has_room(uint64_t bytes) {
  if (bytes_ + bytes > most_bytes_) return false;
  bytes_ += bytes;
  return true;
}

void Decisions::grow() {
  std::vector<Slot> old(slots_.empty() ? kFewSlots : slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.length == 0) continue;
    uint64_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].length != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

bool Decisions::enter(const Situation& at, Successors successors) {
  make_key(at, successors);
  const uint64_t hash = hash_of(key_);
  if (slots_.empty()) grow();
  uint64_t i = hash & (slots_.size() - 1);
  for (; slots_[i].length != 0; i = (i + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[i];
    if (slot.hash != hash || slot.length != key_.size()) continue;
    if (std::equal(key_.begin(), key_.end(), keys_.begin() + slot.key)) {
      slot_ = i;
      return true;
    }
  }
  if (!has_room(key_.size() * sizeof(uint64_t) + 2 * sizeof(Slot))) return false;
  slots_[i] = {};
  slots_[i].hash = hash;
  slots_[i].key = narrow<uint32_t>(keys_.size());
  slots_[i].length = narrow<uint32_t>(key_.size());
  keys_.insert(keys_.end(), key_.begin(), key_.end());
  slot_ = i;
  if (++used_ * 2 > slots_.size()) {
    grow();
    for (slot_ = hash & (slots_.size() - 1); slots_[slot_].key != keys_.size() - key_.size();)
      slot_ = (slot_ + 1) & (slots_.size() - 1);
  }
  return true;
}

const std::vector<uint64_t>* Decisions::find(Question question, const Situation& at) {
  Link link = nth(slots_[slot_].root, question);
  while (!link.leaf) {
    if (link.number == 0) return nullptr;
    const Node& node = nodes_[link.number - 1];
    link = nth(node.next, ask(node.test, at));
  }
  return &leaves_[link.number - 1];
}

void Decisions::keep(Question question, const std::vector<uint64_t>& decision) {
  if (!has_room(asked_.size() * sizeof(Node) + sizeof(decision) + decision.size() * sizeof(uint64_t))) return;
  const auto take = [&](Link& link) {
    leaves_.push_back(decision);
    link = {narrow<uint32_t>(leaves_.size()), true};
  };
  // The beginning of what was asked may be there from another state with the same key.
  size_t i = 0;
  Link* link = &nth(slots_[slot_].root, question);
  for (; i < asked_.size() && link->number != 0; ++i) {
    assert(!link->leaf);
    Node& node = nodes_[link->number - 1];
    assert(node.test == asked_[i].test);
    link = &nth(node.next, asked_[i].answer);
  }
  assert(link->number == 0);
  if (i == asked_.size()) return take(*link);
  *link = {narrow<uint32_t>(nodes_.size() + 1), false};
  for (; i < asked_.size(); ++i) {
    Node node;
    node.test = asked_[i].test;
    if (i + 1 < asked_.size())
      nth(node.next, asked_[i].answer) = {narrow<uint32_t>(nodes_.size() + 2), false};
    else
      take(nth(node.next, asked_[i].answer));
    nodes_.push_back(node);
  }
}

const std::vector<uint64_t>* Decisions::find_certified(const Situation& at, uint64_t& looked_at) const {
  looked_at = 0;
  for (uint32_t number = slots_[slot_].certificates; number != 0; number = certificates_[number - 1].next) {
    const Certificate& one = certificates_[number - 1];
    ++looked_at;
    const Condition* condition = conditions_.data() + one.conditions;
    const Condition* const end = condition + one.count;
    while (condition != end && ask(condition->test, at) == condition->answer) ++condition;
    if (condition == end) return &leaves_[one.leaf];
  }
  return nullptr;
}

void Decisions::certify(const std::vector<uint64_t>& decision, std::span<const Condition> conditions) {
  if (!has_room(sizeof(Certificate) + conditions.size_bytes() + sizeof(decision) + decision.size() * sizeof(uint64_t)))
    return;
  Slot& slot = slots_[slot_];
  certificates_.push_back({slot.certificates, narrow<uint32_t>(conditions_.size()), narrow<uint32_t>(conditions.size()),
                           narrow<uint32_t>(leaves_.size())});
  conditions_.insert(conditions_.end(), conditions.begin(), conditions.end());
  leaves_.push_back(decision);
  slot.certificates = narrow<uint32_t>(certificates_.size());
  ++slot.certified;
  slot.fruitless = 0;
}

}  // namespace gyre::reduce
