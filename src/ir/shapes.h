// Shapes: which processes and channels a state has, and where their frames lie.
//
// Processes and channels come and go like a stack (a process can only die when it is the youngest, and takes its
// channels with it), so a shape is made from another by pushing a frame or popping a process. Shapes are numbered as
// they are met; a state names its shape in its first word, so that no type or offset needs to be stored in it.
// Thread-safe: shapes never move, a transition between shapes is published atomically.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/state_shape.h"
#include "ir/program.h"

namespace gyre::ir {

struct FrameRef {
  uint32_t offset = 0;  // in bytes
  int32_t type = 0;     // process or channel type
  bool operator==(const FrameRef&) const = default;
};

struct Shape {
  uint32_t id = 0;
  uint32_t key_bytes = 0;
  uint32_t total_bytes = 0;  // key + hidden
  uint32_t frames_end = 0;   // bytes used by the frames; padding follows up to key_bytes
  std::vector<FrameRef> processes;
  std::vector<FrameRef> channels;
  std::vector<int32_t> order;  // process i: i; channel i: -1 - i

  // Neighbours: number of the shape with one more frame of each type (processes, then channels), without the youngest
  // process; -1: not made yet.
  mutable std::unique_ptr<std::atomic<int32_t>[]> pushed;
  mutable std::atomic<int32_t> popped{-1};
  // Made when somebody asks for it.
  mutable StateShape description;
  mutable std::once_flag described;
};

class ShapeTable {
 public:
  explicit ShapeTable(const Program& program);

  const Shape& root() const { return shapes_.front(); }
  const Shape& get(uint32_t id) const {
    return *chunks_[id / kChunk].load(std::memory_order_acquire)[id % kChunk].load(std::memory_order_acquire);
  }
  const Shape& push_process(const Shape& from, int32_t process) { return push(from, process); }
  const Shape& push_channel(const Shape& from, int32_t type) {
    return push(from, static_cast<int32_t>(program_.processes.size()) + type);
  }
  // Without the youngest process and what was created after it.
  const Shape& pop_process(const Shape& from);

  // For codecs.
  const StateShape& description(uint32_t id) const;

  uint32_t count() const { return count_.load(); }
  static constexpr uint32_t kMaxShapes = 1u << 20;
  static constexpr uint32_t kChunk = 1024;

 private:
  const Shape& push(const Shape& from, int32_t kind);
  const Shape& intern(const std::vector<int32_t>& kinds);
  std::vector<int32_t> kinds(const Shape& shape) const;
  void describe(const Shape& shape) const;

  const Program& program_;
  std::mutex mutex_;
  std::deque<Shape> shapes_;
  std::map<std::vector<int32_t>, uint32_t> known_;
  using Entry = std::atomic<const Shape*>;
  std::unique_ptr<std::atomic<Entry*>[]> chunks_;  // a table that grows without moving
  std::deque<std::unique_ptr<Entry[]>> chunk_memory_;
  std::atomic<uint32_t> count_{0};
};

}  // namespace gyre::ir
