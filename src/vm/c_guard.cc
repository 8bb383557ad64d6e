#include "vm/c_guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>

namespace gyre::vm {

namespace {

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr auto kTick = std::chrono::milliseconds(100);
constexpr size_t kHandlerStack = 64 << 10;
constexpr size_t kMostText = 240;

// No signal of the system's is used for asking a thread how long its call has taken.
int ping() { return SIGRTMIN + 6; }

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// A thread's call. The handlers run in the same thread, so only what the watching thread reads is atomic.
struct Call {
  sigjmp_buf back;
  volatile sig_atomic_t active = 0;
  std::atomic<uint64_t> number{0};  // odd: a call is under way
  double started = -1;              // processor seconds, when the call was first found to take long
  const model::Budget* budget = nullptr;
  double most_seconds = kMostSeconds;
  int signal = 0;
  char why[kMostText] = {};
  pthread_t thread{};
  uint64_t seen = 0;  // by the watching thread
  std::unique_ptr<char[]> stack;
};

struct Watch {
  std::mutex mutex;
  std::vector<Call*> calls;
  bool running = false;
  struct sigaction before[NSIG] = {};
};

// Never destroyed: the watching thread lives until the program ends.
Watch& watch() {
  static Watch* const all = new Watch;
  return *all;
}

thread_local Call* this_call = nullptr;

[[noreturn]] void leave(Call& call, int signal) {
  call.active = 0;
  call.signal = signal;
  siglongjmp(call.back, 1);
}

// The compiler's traps: `ud1` with the number of the check that failed (clang's SanitizerHandler).
const char* trap_text([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  const auto* ip = reinterpret_cast<const uint8_t*>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (ip[0] == 0x67 && ip[1] == 0x0f && ip[2] == 0xb9 && ip[3] == 0x40) {
    constexpr uint8_t kUnreachable = 1, kDivision = 3, kMissingReturn = 11, kOutOfBounds = 18, kNull = 22;
    switch (ip[4]) {
      case kUnreachable: return "what cannot be reached is reached";
      case kDivision: return "division by zero";
      case kMissingReturn: return "a function ends without a value";
      case kOutOfBounds: return "array index out of range";
      case kNull: return "null pointer";
    }
  }
#endif
  return "an illegal instruction is reached (undefined behaviour)";
}

void describe(Call& call, int signal, const siginfo_t* info, const void* context) {
  const char* text = "crash";
  switch (signal) {
    case SIGSEGV: {
      text = "segmentation fault";
#if defined(__x86_64__)
      const auto sp = static_cast<uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
      const auto at = reinterpret_cast<uint64_t>(info->si_addr);
      constexpr uint64_t kNear = 1 << 16;
      if (at != 0 && at + kNear > sp && at < sp + kNear) text = "stack overflow";
      if (at < kNear) text = "null pointer (segmentation fault)";
#endif
      break;
    }
    case SIGBUS: text = "bus error"; break;
    case SIGFPE: text = "division by zero or overflow"; break;
    case SIGILL: text = trap_text(context); break;
    case SIGABRT: text = "abort()"; break;
  }
  std::snprintf(call.why, sizeof call.why, "%s", text);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  Call* call = this_call;
  if (call == nullptr || !call->active) {
    // Nobody's C: what would have happened without us happens when the instruction is executed again.
    sigaction(signal, &watch().before[signal], nullptr);
    if (info->si_code <= 0) raise(signal);  // sent by somebody: there is no instruction
    return;
  }
  describe(*call, signal, info, context);
  leave(*call, signal);
}

// Somebody asks whether the call takes too long.
void on_ping(int, siginfo_t*, void*) {
  Call* call = this_call;
  if (call == nullptr || !call->active) return;
  const bool interrupted = call->budget->interrupt && call->budget->interrupt->load(std::memory_order_relaxed);
  if (interrupted || std::chrono::steady_clock::now() > call->budget->deadline) leave(*call, -1);
  const double now = processor_seconds();
  if (call->started < 0) call->started = now;
  if (now - call->started < call->most_seconds) return;
  std::snprintf(call->why, sizeof call->why, "endless loop (no end after %.0f s)", kMostSeconds);
  leave(*call, ping());
}

void watch_calls() {
  for (;;) {
    std::this_thread::sleep_for(kTick);
    const std::lock_guard lock(watch().mutex);
    for (Call* call : watch().calls) {
      const uint64_t number = call->number.load(std::memory_order_acquire);
      if (number % 2 == 1 && number == call->seen) pthread_kill(call->thread, ping());
      call->seen = number;
    }
  }
}

void start_watching() {
  Watch& w = watch();
  if (w.running) return;
  w.running = true;
  struct sigaction action = {};
  sigemptyset(&action.sa_mask);
  // The mask is not changed, so that leaving a handler by a jump has nothing to restore.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_fault;
  for (const int signal : kFaults) sigaction(signal, &action, &w.before[signal]);
  action.sa_sigaction = on_ping;
  action.sa_flags |= SA_RESTART;
  sigaction(ping(), &action, nullptr);
  // The watching thread gets no signals but those for all.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread(watch_calls).detach();
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

// A thread's part in all this; made when it first calls C.
struct Member {
  Call call;
  stack_t before{};

  Member() {
    call.thread = pthread_self();
    call.stack = std::make_unique<char[]>(kHandlerStack);
    stack_t own{};
    own.ss_sp = call.stack.get();
    own.ss_size = kHandlerStack;
    sigaltstack(&own, &before);
    const std::lock_guard lock(watch().mutex);
    start_watching();
    watch().calls.push_back(&call);
    this_call = &call;
  }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  ~Member() {
    const std::lock_guard lock(watch().mutex);
    std::erase(watch().calls, &call);
    this_call = nullptr;
    sigaltstack(&before, nullptr);
  }
};

Call& own_call() {
  static thread_local Member member;
  return member.call;
}

}  // namespace

CallEnd call_guarded(void (*f)(void*), void* argument, const model::Budget& budget, double most_seconds,
                     std::string& why) {
  Call& call = own_call();
  assert(!call.active);
  call.budget = &budget;
  call.most_seconds = most_seconds;
  call.started = -1;
  call.signal = 0;
  if (sigsetjmp(call.back, 0) == 0) {
    call.number.fetch_add(1, std::memory_order_release);
    call.active = 1;
    f(argument);
    call.active = 0;
  }
  call.number.fetch_add(1, std::memory_order_release);
  if (call.signal == 0) return CallEnd::returned;
  if (call.signal < 0) return CallEnd::cancelled;
  why = call.why;
  return CallEnd::failed;
}

void leave_call(const char* why) {
  Call* call = this_call;
  if (call == nullptr || !call->active) std::abort();
  std::snprintf(call->why, sizeof call->why, "%s", why);
  leave(*call, SIGABRT);
}

}  // namespace gyre::vm
