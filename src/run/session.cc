#include "run/session.h"

#include <algorithm>

#include "run/memory_budget.h"

namespace gyre::run {

Session::Session(std::shared_ptr<const ir::Program> program, const plan::Conduct& how, std::atomic<bool>& stop)
    : program_(std::move(program)),
      how_(how),
      stop_(stop),
      engine_(engine_within(how.engine, how.memory.value_or(0))) {}

Session::Variant& Session::variant(const std::shared_ptr<const ir::Program>& program) {
  Variant& v = variants_[program.get()];
  if (!v.machine) {
    v.program = program;
    v.machine = std::make_unique<vm::Machine>(program);
    v.native = std::make_unique<NativeEngine>(*v.machine, engine_);
  }
  return v;
}

void Session::prepare(const plan::Plan& plan) {
  for (const plan::Job& job : plan.jobs) {
    if (job.runs()) native(job.program).prepare(stop_);
  }
}

bool Session::over() const {
  if (stop_.load(std::memory_order_relaxed)) return true;
  return how_.time && std::chrono::duration<double>(Clock::now() - start_).count() >= *how_.time;
}

search::Task Session::task() const {
  search::Task task;
  constexpr double kNearlyNothing = 1e-9;  // 0 would be no limit
  if (how_.time) {
    const double gone = std::chrono::duration<double>(Clock::now() - start_).count();
    task.time_limit = std::max(*how_.time - gone, kNearlyNothing);
  }
  if (how_.memory) {
    give_back_freed();  // what an earlier job had is free again
    task.memory_limit = left_for_search(*how_.memory, engine_, how_.threads);
  }
  if (how_.depth > 0) task.depth_limit = how_.depth;
  task.max_errors = how_.errors;
  task.interrupt = &stop_;
  return task;
}

double Session::native_seconds() const {
  double sum = 0;
  for (const auto& [program, v] : variants_) sum += v.native->seconds();
  return sum;
}

}  // namespace gyre::run
