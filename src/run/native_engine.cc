#include "run/native_engine.h"

#include <time.h>

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/nth.h"
#include "jit/load.h"
#include "run/memory_budget.h"
#include "vm/common_shape.h"

namespace gyre::run {

namespace {

constexpr size_t kAtOnce = 250;  // statements of the common shape that LLVM does in a tenth of a second

size_t statements(const ir::Program& program, const model::CommonShape& common) {
  size_t all = 0;
  for (const ir::FrameRef& frame : common.processes) all += nth(program.processes, frame.type).edges.size();
  return all;
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace

NativeEngine::NativeEngine(vm::Machine& machine, plan::Engine how, const Waits& waits)
    : machine_(machine),
      waits_(waits),
      automatic_(how == plan::Engine::automatic),
      at_once_(how == plan::Engine::native) {}

void NativeEngine::prepare(const std::atomic<bool>& interrupt) {
  if (at_once_ && !code_) compile(vm::common_shape(machine_.image().program, &interrupt), &interrupt);
}

void NativeEngine::compile(const model::CommonShape& common, const std::atomic<bool>* stop) {
  const double start = thread_seconds();
  std::unique_ptr<model::NativeCode> code = jit::compile(machine_.program(), common, stop);
  give_back_freed();
  seconds_ += thread_seconds() - start;
  if (!code) return;
  const std::lock_guard lock(mutex_);
  first_code_ = std::exchange(code_, std::move(code));
}

// True: it is not wanted any more.
bool NativeEngine::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return wake_.wait_for(lock, time, [this] { return stop_.load(); });
}

void NativeEngine::wait_and_compile() {
  if (wait(waits_.first)) return;
  try {
    const model::CommonShape common = vm::common_shape(machine_.image().program, &stop_);
    const bool later = statements(machine_.program(), common) > kAtOnce;
    compile(later ? model::CommonShape{} : common, &stop_);
    if (!code_ || stop_.load()) return;
    go_over();
    if (!later || statements(machine_.program(), common) > jit::Sizes{}.common || wait(waits_.more)) return;
    compile(common, &stop_);
    if (!stop_.load()) go_over();
  } catch (const Error&) {
    failed_ = true;
  } catch (const std::bad_alloc&) {  // the abstract machine goes on
    failed_ = true;
  }
}

void NativeEngine::go_over() {
  const std::lock_guard lock(mutex_);
  machine_.use_native(code_.get());
  for (vm::Machine* other : others_) other->use_native(code_.get());
  used_ = true;
  ++changes_;
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
    try {
      thread_ = std::thread([this] { wait_and_compile(); });
    } catch (const std::system_error&) {  // there is no room for a thread: the abstract machine does it all
      failed_ = true;
    }
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

}  // namespace gyre::run
