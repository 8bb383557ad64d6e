#include "run/native_engine.h"

#include <pthread.h>
#include <time.h>

#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/nth.h"
#include "jit/load.h"
#include "run/memory_budget.h"
#include "run/unfinished.h"
#include "vm/common_shape.h"

namespace gyre::run {

namespace {

size_t statements(const ir::Program& program, const model::CommonShape& common) {
  size_t all = 0;
  for (const ir::FrameRef& frame : common.processes) all += nth(program.processes, frame.type).edges.size();
  return all;
}

double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

// Processor time of the thread that is compiling, which another one may ask for.
struct Compiling {
  clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
  double since = 0;

  // By the thread itself.
  Compiling() : since(thread_seconds()) { pthread_getcpuclockid(pthread_self(), &clock); }
  double seconds() const { return seconds_of(clock) - since; }
};

// The shape that code is made to measure for, if that is not too much.
model::CommonShape shape_for(const std::shared_ptr<const ir::Program>& program, const std::atomic<bool>* stop) {
  model::CommonShape common = vm::common_shape(program, stop);
  if (statements(*program, common) > jit::Sizes{}.common) return {};
  return common;
}

}  // namespace

struct NativeEngine::Work {
  std::shared_ptr<const ir::Program> program;
  Waits waits;
  std::atomic<bool> stop{false};  // nobody will want it any more
  std::mutex mutex;
  std::condition_variable wake;
  NativeEngine* engine = nullptr;  // null: it is gone
  bool resting = false;            // the thread waits, or is at its end
  bool tried = false;              // quickly
  bool done = false;               // there will be no better code
  double seconds = 0;              // of compiling, but for what is being compiled:
  std::optional<Compiling> compiling;

  // True: it is not wanted any more, or not now.
  bool rest(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    const auto over = [this] { return stop.load() || engine == nullptr || !engine->searching_; };
    resting = true;
    wake.wait_for(lock, time, over);
    resting = over();
    return resting;
  }
  // True: there is code of this kind, and it has been handed over.
  bool make(const model::CommonShape& common, const jit::How& how) {
    if (stop.load()) return false;
    {
      const std::lock_guard lock(mutex);
      compiling.emplace();
    }
    std::unique_ptr<model::NativeCode> code = jit::compile(*program, common, &stop, how);
    give_back_freed();
    const std::lock_guard lock(mutex);
    count();
    if (!code || engine == nullptr) return false;
    engine->take(std::move(code));
    return true;
  }
  // With the mutex, by the thread that compiles.
  void count() {
    if (compiling) seconds += compiling->seconds();
    compiling.reset();
  }
  void in_turn() {
    if (rest(tried ? std::chrono::milliseconds(0) : waits.first)) return;
    const model::CommonShape common = shape_for(program, &stop);
    if (!tried) {
      if (make(common, {.from_cache_only = true})) {
        finish();
        return;
      }
      if (!make({}, {.effort = jit::Effort::quick})) return;
      tried = true;
    }
    if (rest(waits.more)) return;
    if (make(common, {})) finish();
  }
  void finish() {
    const std::lock_guard lock(mutex);
    done = true;
  }
};

NativeEngine::Waits NativeEngine::waits() {
  using std::chrono::milliseconds;
  if (std::thread::hardware_concurrency() > 1) return {milliseconds(25), milliseconds(150)};
  return {milliseconds(400), milliseconds(2000)};
}

NativeEngine::NativeEngine(vm::Machine& machine, plan::Engine how, const Waits& waits)
    : machine_(machine),
      automatic_(how == plan::Engine::automatic),
      at_once_(how == plan::Engine::native),
      work_(std::make_shared<Work>()) {
  work_->program = machine.image().program;
  work_->waits = waits;
  work_->engine = this;
}

NativeEngine::~NativeEngine() {
  end_search();
  bool resting;
  {
    const std::lock_guard lock(work_->mutex);
    work_->engine = nullptr;
    work_->stop = true;
    resting = work_->resting;
  }
  work_->wake.notify_all();
  if (!thread_.joinable()) return;
  if (resting)
    thread_.join();
  else
    leave_unfinished(std::move(thread_), [work = work_] {
      const std::lock_guard lock(work->mutex);
      return work->resting;
    });
}

void NativeEngine::prepare(const std::atomic<bool>& interrupt) {
  if (!at_once_ || !codes_.empty()) return;
  const double start = thread_seconds();
  const model::CommonShape common = vm::common_shape(work_->program, &interrupt);
  std::unique_ptr<model::NativeCode> code = jit::compile(*work_->program, common, &interrupt);
  give_back_freed();
  const std::lock_guard lock(work_->mutex);
  work_->seconds += thread_seconds() - start;
  if (code) codes_.push_back(std::move(code));
}

// In the thread of the work.
void NativeEngine::compile_in_turn(const std::shared_ptr<Work>& work) {
  bool failed = false;
  try {
    work->in_turn();
  } catch (const Error&) {
    failed = true;
  } catch (const std::bad_alloc&) {  // the abstract machine goes on
    failed = true;
  }
  const std::lock_guard lock(work->mutex);
  work->count();
  work->done |= failed;
  work->resting = true;
}

// With the mutex.
void NativeEngine::take(std::unique_ptr<model::NativeCode> code) {
  codes_.push_back(std::move(code));
  if (searching_) go_over();
}

void NativeEngine::go_over() {
  const model::NativeCode* code = codes_.back().get();
  machine_.use_native(code);
  for (vm::Machine* other : others_) other->use_native(code);
  used_ = true;
  ++changes_;
}

void NativeEngine::also(vm::Machine& machine) {
  const std::lock_guard lock(work_->mutex);
  others_.push_back(&machine);
  if (!codes_.empty()) machine.use_native(codes_.back().get());
}

void NativeEngine::begin_search() {
  {
    const std::lock_guard lock(work_->mutex);
    searching_ = true;
    if (!codes_.empty()) go_over();
    if (!automatic_ || work_->done || (thread_.joinable() && !work_->resting)) return;
    work_->stop = true;  // one that is at its end
  }
  work_->wake.notify_all();
  if (thread_.joinable()) thread_.join();
  {
    const std::lock_guard lock(work_->mutex);
    work_->resting = false;
    work_->stop = false;
  }
  try {
    thread_ = std::thread([work = work_] { compile_in_turn(work); });
  } catch (const std::system_error&) {  // there is no room for a thread: the abstract machine does it all
    const std::lock_guard lock(work_->mutex);
    work_->done = true;
  }
}

void NativeEngine::end_search() {
  bool resting;
  {
    const std::lock_guard lock(work_->mutex);
    searching_ = false;
    machine_.use_native(nullptr);
    for (vm::Machine* other : others_) other->use_native(nullptr);
    others_.clear();
    resting = work_->resting;
    if (resting) work_->stop = true;
  }
  if (!resting || !thread_.joinable()) return;
  work_->wake.notify_all();
  thread_.join();
}

double NativeEngine::seconds() const {
  const std::lock_guard lock(work_->mutex);
  return work_->seconds + (work_->compiling ? work_->compiling->seconds() : 0);
}

std::string NativeEngine::sentence() const {
  const std::lock_guard lock(work_->mutex);
  if (!used_) return "";
  const model::NativeCode& code = *codes_.back();
  std::string out = fmt::format("native code, {} in {:.2f} s", code.from_cache ? "loaded from the cache" : "compiled",
                                work_->seconds);
  if (code.other_states > 0) {
    out += fmt::format("; {} of {} control states run on the abstract machine ({})", code.other_states,
                       code.native_states + code.other_states, code.reason);
  }
  return out;
}

}  // namespace gyre::run
