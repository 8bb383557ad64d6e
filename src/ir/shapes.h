// Shapes: which processes and channels a state has, and where their frames lie.
//
// Processes and channels come and go like a stack (a process can only die when it is the youngest, and takes its
// channels with it), so a shape is made from another by pushing a frame or popping a process. A state names its shape
// in its first word, so that no type or offset needs to be stored in it.
//
// The number of a shape is a hash of what is in it. So a state has the same bytes, and the same hash, in every process
// that runs the same program, in whatever order shapes are met: states can be sent to other machines and kept for
// another day. Should two shapes ever have the same hash, the one that is met later gets another number; then the
// numbers depend on the order, and canonical() says so.
//
// Thread-safe: shapes never move, a transition between shapes is published atomically.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/narrow.h"
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
  // All frames in their order, by type: processes, and behind these the types of channels.
  std::vector<int32_t> kinds;

  int32_t process_count() const { return narrow<int32_t>(processes.size()); }
  int32_t channel_count() const { return narrow<int32_t>(channels.size()); }
  bool has_channel(int32_t number) const { return number > 0 && number <= channel_count(); }  // they count from 1
  bool has_process(int32_t pid) const { return pid >= 0 && pid < process_count(); }

  // Neighbours: the shape with one more frame of each kind, and that without the youngest process; null: not made yet.
  mutable std::unique_ptr<std::atomic<const Shape*>[]> pushed;
  mutable std::atomic<const Shape*> popped{nullptr};
  // Made when somebody asks for it.
  mutable StateShape description;
  mutable std::once_flag described;
};

class ShapeTable {
 public:
  using Hash = uint32_t (*)(const std::vector<int32_t>& kinds);
  static uint32_t hash_of(const std::vector<int32_t>& kinds);

  // `hash`: another function than hash_of is a test's.
  explicit ShapeTable(const Program& program, Hash hash = hash_of);

  // Nothing in it.
  const Shape& root() const { return *root_; }
  // Of a shape that was made by this table.
  const Shape& get(uint32_t id) const {
    const Slots& slots = *slots_.load(std::memory_order_acquire);
    for (uint32_t at = id;; ++at) {
      const Shape* shape = slots.shapes[at & slots.mask].load(std::memory_order_acquire);
      if (shape == nullptr) [[unlikely]]
        return get_locked(id);
      if (shape->id == id) return *shape;
    }
  }
  const Shape& push_process(const Shape& from, int32_t process) { return push(from, process); }
  const Shape& push_channel(const Shape& from, int32_t type) {
    return push(from, narrow<int32_t>(program_.processes.size()) + type);
  }
  // Without the youngest process and what was created after it.
  const Shape& pop_process(const Shape& from);

  // For codecs.
  const StateShape& description(uint32_t id) const;

  uint32_t count() const { return count_.load(std::memory_order_relaxed); }
  // Whether all numbers are what they would be in another process.
  bool canonical() const { return canonical_.load(std::memory_order_relaxed); }
  static constexpr uint32_t kMaxShapes = 1u << 20;

 private:
  // A table by number, with free places; a larger one takes its place, and those who still read it keep it.
  struct Slots {
    explicit Slots(uint32_t size) : mask(size - 1), shapes(new std::atomic<const Shape*>[size]()) {}
    uint32_t mask;
    std::unique_ptr<std::atomic<const Shape*>[]> shapes;
    void put(const Shape& shape);
    const Shape* find(uint32_t id) const;
  };

  // A larger table may have come meanwhile.
  const Shape& get_locked(uint32_t id) const;
  const Shape& push(const Shape& from, int32_t kind);
  const Shape& intern(std::vector<int32_t> kinds);
  void describe(const Shape& shape) const;

  const Program& program_;
  const Hash hash_;
  mutable std::mutex mutex_;
  std::deque<Shape> shapes_;
  std::map<std::vector<int32_t>, const Shape*> known_;
  std::deque<Slots> tables_;  // the last one is in use
  std::atomic<const Slots*> slots_{nullptr};
  const Shape* root_ = nullptr;
  std::atomic<uint32_t> count_{0};
  std::atomic<bool> canonical_{true};
};

}  // namespace gyre::ir
