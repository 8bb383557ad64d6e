// A program as all machines for it share it: compiled, its edges flattened for the loop. Immutable but for the table of
// shapes, which grows under a lock of its own, and what is found out once.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "ir/program.h"
#include "ir/shapes.h"
#include "vm/code.h"

namespace gyre::vm {

// An edge, flattened for the loop.
struct VmEdge {
  ir::ActionKind kind = ir::ActionKind::skip;
  bool atomic = false;
  bool sorted = false, random = false, peek = false;
  bool guard_runs = false;
  bool runs_c = false;
  uint32_t to = 0;
  uint32_t escape = 0;
  uint32_t expr = 0;
  uint32_t channel = 0;
  uint32_t d_step_entry = 0;
  uint32_t send = 0;   // guarded commands: its index among the sends of its process
  uint32_t place = 0;  // number of the edge in the whole program
  const ActionCode* code = nullptr;
  const ir::Action* action = nullptr;
};

// The order of edges in all of a program: where an error happened.
struct PlaceInfo {
  int32_t process = 0;
  uint32_t edge = 0;
};

struct Image {
  explicit Image(std::shared_ptr<const ir::Program> program);

  std::shared_ptr<const ir::Program> program;
  CodeImage code;
  std::unique_ptr<ir::ShapeTable> shapes;
  struct ProcessCode {
    std::vector<VmEdge> edges;
    std::vector<uint32_t> first;  // by control state: [first[s], first[s + 1])
    std::vector<uint8_t> is_end;
    struct Cleared {
      uint32_t offset = 0, width = 0, count = 0;  // in bits
      uint32_t value = 0;                         // what is stored there
    };
    std::vector<std::vector<Cleared>> dead;  // by control state; empty: none anywhere
    uint32_t pc_offset = 0, pc_bits = 0;
  };
  std::vector<ProcessCode> processes;
  std::vector<PlaceInfo> places;
  // The trace assertion: code for the channels whose sends and receives it watches, and the state at its end.
  std::vector<uint32_t> watched_sends, watched_receives;
  uint32_t trace_end = 0;
  // Guarded commands: who can receive what a process sends, in the order in which they are tried. Channels are fixed
  // when the model starts, so only where a partner stands is left to be seen.
  struct Partner {
    int32_t pid = 0;
    uint32_t state = 0;  // where it must stand
    const VmEdge* edge = nullptr;
  };
  using Partners = std::vector<std::vector<std::vector<Partner>>>;  // by process instance and VmEdge::send
  // Those of guarded commands; found out when they are asked for, which threads may do.
  const Partners& partners() const;

 private:
  void find_partners() const;

  mutable std::once_flag partners_known_;
  mutable Partners partners_;
};

}  // namespace gyre::vm
