// Memory straight from the system: zeroed, page-aligned, paid for when first touched.
//
// Stores use this instead of the heap because a table must grow in place (Reservation), because large blocks should
// lie on huge pages (a random read costs one address translation less), and because what is counted as used should be
// what the machine really gave.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gyre::store {

inline constexpr size_t kPage = 4096;
inline constexpr size_t kHugePage = size_t{2} << 20;

// What grows beyond this gets huge pages; the last one, used in part, is two megabytes at most. (From 16 MB on only, a
// search of 3.5 million states took 8 % longer: address translation is expensive on a virtual machine.)
inline constexpr size_t kWorthHugePages = kHugePage;

inline constexpr size_t round_up(size_t value, size_t unit) {
  assert(unit > 0);
  return (value + unit - 1) / unit * unit;
}

size_t physical_memory();

// A block of memory that never moves; if it is asked for, and large enough, on huge pages.
class Pages {
 public:
  Pages() = default;
  // data() is null when the system refuses.
  Pages(size_t bytes, bool huge);
  Pages(Pages&& other) noexcept { swap(other); }
  Pages& operator=(Pages&& other) noexcept {
    Pages moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Pages();

  uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  // What one first touch costs: the unit in which resident memory grows.
  size_t grain() const { return grain_; }

 private:
  void swap(Pages& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(grain_, other.grain_);
  }
  uint8_t* data_ = nullptr;
  size_t size_ = 0;
  size_t grain_ = kPage;
};

// A range of addresses of which a growing prefix is memory: growth neither moves nor copies.
class Reservation {
 public:
  explicit Reservation(bool huge) : huge_(huge) {}
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation();

  // Makes the first `bytes` usable (new memory is zero). False: the range or the system has no more.
  bool commit(size_t bytes);
  // What commit(bytes) would make committed() become.
  size_t rounded(size_t bytes) const;

  uint8_t* data() const { return data_; }
  size_t committed() const { return committed_; }

 private:
  bool reserve();

  uint8_t* data_ = nullptr;
  size_t reserved_ = 0;
  size_t committed_ = 0;
  bool huge_ = false;
};

}  // namespace gyre::store
