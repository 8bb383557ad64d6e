#include "store/node_array.h"

#include <algorithm>
#include <cassert>
#include <new>

#include "base/narrow.h"

namespace gyre::store {

NodeArray::NodeArray(bool huge_pages)
    : index_(huge_pages),
      memory_(huge_pages),
      unit_classes_(sizeof(uint32_t) << (kIdBits - kUnitBits), false),
      sizes_(1, {~uint32_t{0}, ~uint32_t{0}}) {
  // The first page, so that the array has its place.
  if (unit_classes_.data() == nullptr || !memory_.commit(kPage)) throw std::bad_alloc();
}

uint64_t NodeArray::next_unit(uint32_t of_class, uint64_t budget) {
  const std::lock_guard lock(mutex_);
  const uint64_t begin = ids_.load(std::memory_order_relaxed);
  const uint64_t end = begin + kUnit;
  if (end > uint64_t{1} << kIdBits) return 0;
  const uint64_t unit_bytes = round_up(end / kUnit * sizeof(uint32_t), kPage);
  if (end * sizeof(Node) > memory_.committed()) {
    // A thirty-second more at a time: few calls of the system, little unused.
    const uint64_t wanted = memory_.rounded(end * sizeof(Node) / 32 * 33);
    if (wanted + unit_bytes > budget || !memory_.commit(wanted)) return 0;
  }
  assert(of_class < sizes_.size());
  unit_classes()[begin >> kUnitBits] = of_class;
  bytes_.store(memory_.committed() + unit_bytes, std::memory_order_relaxed);
  ids_.store(end, std::memory_order_relaxed);
  return begin;
}

uint32_t NodeArray::class_number(uint32_t key, uint32_t total) {
  const std::lock_guard lock(mutex_);
  const std::pair size(key, total);
  const auto known = std::find(sizes_.begin(), sizes_.end(), size);
  if (known == sizes_.end()) {
    sizes_.push_back(size);
    return narrow<uint32_t>(sizes_.size() - 1);
  }
  return narrow<uint32_t>(known - sizes_.begin());
}

std::pair<uint32_t, uint32_t> NodeArray::class_size(uint32_t number) {
  const std::lock_guard lock(mutex_);
  assert(number != 0 && number < sizes_.size());
  return sizes_[number];
}

}  // namespace gyre::store
