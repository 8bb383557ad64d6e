#include "vm/machine.h"

#include <cassert>
#include <cstring>

#include "base/hash.h"
#include "base/nth.h"
#include "vm/guarded_stepper.h"
#include "vm/promela_stepper.h"

namespace gyre::vm {

using model::ErrorKind;

namespace {

constexpr uint32_t kHashedWhole = 8;  // words of a state up to which it is not worth looking what has changed

}  // namespace

std::unique_ptr<Stepper> make_stepper(Interpreter& interpreter, SuccessorWriter& writer, Recorder& recorder) {
  switch (interpreter.program().semantics.stepping) {
    case ir::Stepping::statements: return std::make_unique<PromelaStepper>(interpreter, writer, recorder);
    case ir::Stepping::guarded_commands: return std::make_unique<GuardedStepper>(interpreter, writer, recorder);
  }
  __builtin_unreachable();
}

Machine::Machine(std::shared_ptr<const ir::Program> program)
    : Machine(std::make_shared<const Image>(std::move(program))) {}

Machine::Machine(std::shared_ptr<const Image> image)
    : image_(std::move(image)),
      interpreter_(image_),
      recorder_(interpreter_),
      writer_(recorder_),
      stepper_(make_stepper(interpreter_, writer_, recorder_)),
      native_(interpreter_, writer_, *stepper_),
      evaluator_(interpreter_, native_) {}

std::unique_ptr<Machine> Machine::another() const {
  auto other = std::make_unique<Machine>(image_);
  other->use_native(native_.code());
  other->want_hashes(hashes_);
  other->limit_steps(interpreter_.budget.limit());
  other->set_budget(interpreter_.budget.get());
  return other;
}

void Machine::add_executed(const Machine& other) {
  assert(executed().size() == other.executed().size());
  for (size_t i = 0; i < executed().size(); ++i) interpreter_.executed[i] += other.executed()[i];
}

void Machine::initial(model::SuccessorBuffer& out) {
  out.clear();
  writer_.begin(out);
  writer_.first_mover = 0;
  writer_.first_statement = 0;
  Work w;
  const ErrorKind error = interpreter_.make_initial(w);
  if (error != ErrorKind::none) {
    out.errors.push_back({error, 0, 0, 0});
    model::Successor s;
    s.dead_end = true;
    out.list.push_back(s);
    return;
  }
  writer_.emit(w, 0);
  if (hashes_) out.list[0].hash = hash_words(out.bytes.data(), out.list[0].key);
}

void Machine::expand(StateView state, model::SuccessorBuffer& out) {
  out.clear();
  add_successors(interpreter_.base_at(own_.copy(state)), out);
}

// What a fast search asks for, in one piece; the rest is add_successors()'s.
void Machine::expand_more(StateView state, model::SuccessorBuffer& out) {
  out.begin_more();
  const Base base = interpreter_.base_at(state.data);
  const model::NativeCode* native = native_.code();
  if (native == nullptr || hashes_ || recorder_.on() || listening_ || !native_.can_run()) {
    add_successors(base, out);
    return;
  }
  writer_.begin(out);
  if (!native_.expand(base, *native)) see_deadlock(base, out);
}

void Machine::add_successors(const Base& base, model::SuccessorBuffer& out) {
  writer_.begin(out);
  const size_t first = out.list.size();
  // What is recorded or listened to is no part of native code.
  const bool alone = recorder_.on() || listening_ || !native_.can_run();
  const model::NativeCode* native = alone ? nullptr : native_.code();
  bool moved = false;
  if (native != nullptr) {
    moved = native_.expand(base, *native);
  } else {
    interpreter_.budget.begin(out);
    moved = stepper_->expand(base);
  }
  if (hashes_) hash_successors(base, out, first);
  if (!moved) see_deadlock(base, out);
}

// The hashes of the successors from the first new one on. Those of large states that are alike are made of the hash of
// the state itself and the words that have changed.
void Machine::hash_successors(const Base& base, model::SuccessorBuffer& out, size_t first) {
  const uint32_t key = base.shape->key_bytes;
  const uint32_t words = (key + 7) / 8;
  const bool by_changes = words > kHashedWhole;
  const auto word_at = [](const uint8_t* state, uint32_t i) {
    uint64_t word;
    std::memcpy(&word, state + size_t{8} * i, 8);
    return word;
  };
  uint64_t sum = 0;
  if (by_changes) {
    for (uint32_t i = 0; i < words; ++i) sum += word_term(word_at(base.s, i), i);
  }
  for (size_t n = first; n < out.list.size(); ++n) {
    model::Successor& successor = out.list[n];
    if (successor.dead_end) continue;
    const uint8_t* state = out.bytes.data() + successor.offset;
    if (!by_changes || successor.key != key) {
      successor.hash = hash_words(state, successor.key);
      continue;
    }
    uint64_t changed = sum;
    for (uint32_t i = 0; i < words; ++i) {
      const uint64_t before = word_at(base.s, i), now = word_at(state, i);
      if (now != before) changed += word_term(now, i) - word_term(before, i);
    }
    successor.hash = finish_hash(changed, key);
  }
}

// Nobody can move.
[[gnu::noinline]] void Machine::see_deadlock(const Base& base, model::SuccessorBuffer& out) {
  const ir::Shape& shape = *base.shape;
  if (shape.processes.empty()) return;
  for (int32_t pid = 0; pid < shape.process_count(); ++pid) {
    if (!interpreter_.code_of(base, pid).is_end[interpreter_.control_state(base, pid)]) {
      out.deadlock = true;
      return;
    }
  }
  // a trace that is not completed
  if (program().trace != ir::kNone)
    out.deadlock = !nth(image_->processes, program().trace).is_end[interpreter_.trace_position(base.s)];
}

bool Machine::explain(StateView state, uint32_t choice, std::vector<StepRecord>& steps) {
  steps.clear();
  bool found = false;
  explain_each(state, [&](uint32_t number, const std::vector<StepRecord>& made) {
    found = number == choice;
    if (found) steps = made;
    return !found;
  });
  return found;
}

void Machine::explain_each(StateView state, const Recorder::Visit& visit) {
  model::SuccessorBuffer buffer;
  const Recorder::Recording recording(recorder_, visit);
  expand(state, buffer);
}

void Machine::moves(StateView state, int32_t holder, std::vector<Move>& out) {
  model::SuccessorBuffer buffer;
  const Recorder::Recording recording(recorder_, out);
  writer_.begin(buffer);
  interpreter_.budget.begin(buffer);
  stepper_->single_steps(interpreter_.base_at(own_.copy(state)), holder);
}

}  // namespace gyre::vm
