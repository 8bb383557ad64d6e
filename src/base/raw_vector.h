// A vector of plain values whose size may be set without touching the new elements: native code writes them. kReadable
// bytes behind the last element can be read, with whatever lies there: small states are read in one piece.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "base/narrow.h"

namespace gyre {

template <class T>
class RawVector {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));

 public:
  static constexpr size_t kReadable = 32;

  RawVector() = default;
  RawVector(const RawVector& other) { append(other.data_, other.size_); }
  RawVector(RawVector&& other) noexcept { swap(other); }
  RawVector& operator=(RawVector other) noexcept {
    swap(other);
    return *this;
  }
  ~RawVector() { std::free(data_); }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) {
    assert(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void clear() { size_ = 0; }
  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    capacity = std::max(capacity, capacity_ + capacity_ / 2);
    void* const before = data_;
    void* const moved = std::realloc(before, capacity * sizeof(T) + kReadable);
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }
  void push_back(const T& value) {
    const T copy = value;  // it may lie in here
    if (size_ == capacity_) reserve(std::max<size_t>(size_ + 1, 16));
    data_[size_++] = copy;
  }
  // Room for `count` more elements behind the others, with whatever lies there.
  T* extend(size_t count) {
    reserve(size_ + count);
    size_ += count;
    return data_ + size_ - count;
  }
  // What somebody has written behind the last element, up to here, is part of it.
  void extend_to(const T* end) {
    assert(end >= data_ && end <= data_ + capacity_);
    size_ = narrow<size_t>(end - data_);
  }
  void append(const T* from, size_t count) {
    if (count == 0) return;
    void* const to = extend(count);
    std::memcpy(to, from, count * sizeof(T));
  }
  void resize(size_t size, const T& value = T{}) {
    const size_t before = size_;
    if (size > before) {
      extend(size - before);
      std::fill(data_ + before, data_ + size, value);
    }
    size_ = size;
  }

  friend bool operator==(const RawVector& a, const RawVector& b) requires requires(const T& x) { x == x; }
  { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  void swap(RawVector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace gyre
