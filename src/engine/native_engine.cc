#include "engine/native_engine.h"

#include <time.h>

#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/memory_budget.h"
#include "ir/handshake.h"
#include "jit/load.h"

namespace gyre::engine {

namespace {

constexpr std::chrono::milliseconds kPatience{500};
// LLVM's time grows faster than the program: 0.5 s at 1,500 edges, minutes at 13,000. A search does not wait for that.
constexpr size_t kMostEdges = 3000;

// How much there is to compile, in edges. Guarded commands have code by instance, and for each pair of a send and a
// receive that fit.
size_t size_of(const ir::Program& program) {
  size_t size = 0;
  if (!program.guarded_commands) {
    for (const ir::Process& p : program.processes) size += p.edges.size();
    return size;
  }
  struct Uses {
    size_t sends = 0, receives = 0;
  };
  std::map<std::pair<int32_t, int32_t>, Uses> signals;  // by channel
  for (const ir::Instance& i : program.instances) {
    const ir::Process& process = program.processes[static_cast<size_t>(i.process)];
    size += process.edges.size();
    for (const ir::Edge& e : process.edges) {
      const ir::Action& a = program.actions[static_cast<size_t>(e.action)];
      if (a.kind != ir::ActionKind::send && a.kind != ir::ActionKind::receive) continue;
      Uses& uses = signals[{ir::channel_of(program, i, a), ir::signal_of(program, a)}];
      ++(a.kind == ir::ActionKind::send ? uses.sends : uses.receives);
    }
  }
  for (const auto& [signal, uses] : signals) size += uses.sends * uses.receives;
  return size;
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace

NativeEngine::NativeEngine(vm::Machine& machine, const std::string& how) : machine_(machine) {
  automatic_ = how == "auto" && size_of(machine.program()) <= kMostEdges;
  if (how == "native") compile(nullptr);
}

void NativeEngine::compile(const std::atomic<bool>* stop) {
  const double start = thread_seconds();
  code_ = jit::compile(machine_.program(), stop);
  give_back_freed();
  seconds_ = thread_seconds() - start;
}

void NativeEngine::wait_and_compile() {
  {
    std::unique_lock lock(mutex_);
    if (wake_.wait_for(lock, kPatience, [this] { return stop_.load(); })) return;
  }
  try {
    compile(&stop_);
  } catch (const Error&) {
    failed_ = true;
  }
  if (code_ && !stop_.load()) go_over();
}

void NativeEngine::go_over() {
  const std::lock_guard lock(mutex_);
  machine_.use_native(code_.get());
  for (vm::Machine* other : others_) other->use_native(code_.get());
  used_ = true;
}

void NativeEngine::also(vm::Machine& machine) {
  const std::lock_guard lock(mutex_);
  others_.push_back(&machine);
  if (used_) machine.use_native(code_.get());
}

void NativeEngine::begin_search() {
  if (code_) {
    go_over();
  } else if (automatic_ && !failed_) {
    stop_ = false;
    thread_ = std::thread([this] { wait_and_compile(); });
  }
}

void NativeEngine::end_search() {
  if (thread_.joinable()) {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  machine_.use_native(nullptr);
  for (vm::Machine* other : others_) other->use_native(nullptr);
  others_.clear();
}

std::string NativeEngine::sentence() const {
  if (!used_) return "";
  std::string out = fmt::format("native code, compiled in {:.2f} s", seconds_);
  if (code_->other_states > 0) {
    out += fmt::format("; {} of {} control states run on the abstract machine ({})", code_->other_states,
                       code_->native_states + code_->other_states, code_->reason);
  }
  return out;
}

}  // namespace gyre::engine
