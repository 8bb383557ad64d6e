// The interpreter: what expressions are worth in a state, whether a statement can be executed, and what it does to a
// copy of the state. It knows nothing of transitions: which statements are tried, and what is kept, is a Stepper's
// business (stepper.h). The rules are SPIN's (docs/design/vm.md).
//
// One per thread; all share the Image.
#pragma once

#include <cassert>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/nth.h"
#include "ir/program.h"
#include "model/model.h"
#include "vm/image.h"
#include "vm/step_budget.h"
#include "vm/work.h"

namespace gyre::vm {

// What a statement has printed, sent or received: for whoever records steps.
struct StepNotes {
  std::string output;
  std::vector<int32_t> message;
  int32_t channel = 0;  // its number, 0: none
};

// A process that moves in the step that moves(P) is about.
struct Mover {
  int32_t pid = 0, type = 0;
};

// A channel inside the state vector: slots of fields from the oldest message on, then the length.
struct Channel {
  uint8_t* base = nullptr;
  const ir::ChannelType* type = nullptr;
  uint32_t len() const;
  void set_len(uint32_t n);
  int32_t field(uint32_t slot, size_t f) const;
  void set_field(uint32_t slot, size_t f, int32_t value);
  void move_slot(uint32_t from, uint32_t to);
  void clear_slot(uint32_t slot);
};

class CCalls;

class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const Image> image);
  ~Interpreter();

  const Image& image() const { return *image_; }
  const ir::Program& program() const { return *program_; }
  const ir::Shape& shape_of(const uint8_t* state) const {
    uint32_t id;
    std::memcpy(&id, state, sizeof id);
    return image_->shapes->get(id);
  }
  // A state that lies somewhere with its first word; most have the shape of the one before.
  Base base_at(const uint8_t* state) {
    uint32_t id;
    std::memcpy(&id, state, sizeof id);
    if (last_shape_->id != id) [[unlikely]]
      last_shape_ = &image_->shapes->get(id);
    return {state, last_shape_};
  }
  // The first statement of those among which a process stands: where an error is that is none of theirs.
  const VmEdge& first_edge(const Base& base, int32_t pid) const {
    const Image::ProcessCode& p = code_of(base, pid);
    return nth(p.edges, p.first[control_state(base, pid)]);
  }
  const Image::ProcessCode& code_of(const Base& base, int32_t pid) const {
    return nth(image_->processes, nth(base.shape->processes, pid).type);
  }

  StepBudget budget;
  std::vector<uint64_t> executed;  // how often each edge was executed, by its place
  std::vector<Mover> movers;       // of the step that moves(P) is about; empty: none
  StepNotes* notes = nullptr;      // null: nobody records
  std::vector<int32_t> message;    // a buffer for whoever sends or receives

  // States ------------------------------------------------------------------------

  Context context(const Base& base, int32_t pid, bool timeout) const {
    Context c;
    c.s = const_cast<uint8_t*>(base.s);  // evaluation of a guard writes nothing
    c.shape = base.shape;
    c.frame = c.s + nth(base.shape->processes, pid).offset;
    c.pid = pid;
    c.timeout = timeout;
    return c;
  }
  Context context(Work& w, int32_t pid) const {
    Context c = context(w.base(), pid, false);
    c.work = &w;
    return c;
  }
  // Of an expression that no process evaluates: an atom of a formula, a claim.
  static Context nobodys_context(const Base& base, bool timeout) {
    Context c;
    c.s = const_cast<uint8_t*>(base.s);
    c.shape = base.shape;
    c.frame = c.s;
    c.pid = -1;
    c.timeout = timeout;
    return c;
  }
  void copy(const Base& base, Work& to) const {
    const uint32_t size = padded(base.shape->total_bytes);
    if (to.bytes.size() < size + kSlack) to.bytes.resize(size + kSlack + 64);
    copy_words(to.bytes.data(), base.s, size);
    std::memset(to.bytes.data() + size, 0, kSlack);
    to.shape = base.shape;
  }
  uint32_t control_state(const Base& base, int32_t pid) const;
  uint32_t trace_position(const uint8_t* s) const;
  // The initial state; an error: it has none.
  model::ErrorKind make_initial(Work& w);

  // Values and guards (eval.cc, enabled.cc) ------------------------------------------------------------------------

  int32_t eval(uint32_t entry, Context& c, int32_t top = 0);
  // Does the `provided` clause of a process let it move? An error in it is reported through `error`, and no answer.
  bool provided(const Base& base, int32_t pid, bool timeout, model::ErrorKind& error) {
    return !program_->uses_provided || provided_clause(base, pid, timeout, error);
  }
  // With priorities only processes move than which no executable one has a higher priority.
  bool has_priority(const Base& base, int32_t pid, bool timeout);
  // Can the edge be taken (rendezvous sends aside)? An error in the guard is reported through `error`.
  bool enabled(const Base& base, int32_t pid, const VmEdge& e, bool timeout, model::ErrorKind& error);
  bool is_rendezvous(const Base& base, int32_t pid, const VmEdge& e, bool timeout, int32_t& channel);
  // What a sender offers, as the fields of the channel hold it; `misfit`: it has not as many values as they are.
  model::ErrorKind offered(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout,
                           std::vector<int32_t>& message, bool& misfit);
  // The receive by which an edge accepts an offered message: the edge itself, or the first statement of its d_step. If
  // the context has an error then, the receive met it (its channel or a value that it compares with cannot be told).
  const VmEdge* accepting(const VmEdge& edge, const Image::ProcessCode& p, int32_t channel,
                          const std::vector<int32_t>& message, Context& c);

  // Guarded commands (guarded_enabled.cc): a sender's condition, and its data if that is true; a receiver takes them,
  // and its condition sees what has arrived (false: this is no partner). Errors are the context's.
  bool offer(const VmEdge& e, Context& c, std::vector<int32_t>& data);
  bool take(const VmEdge& r, const std::vector<int32_t>& data, Context& c);

  // Effects (effects.cc, birth.cc, events.cc) ------------------------------------------------------------------------

  // Takes an edge from `base` into `to`. An assertion's failure is reported but does not stop the step.
  model::ErrorKind fire(const Base& base, int32_t pid, const VmEdge& e, bool timeout, Work& to);
  // A d_step from a control state inside it on; it runs to its end. `steps`: how many it has made already.
  model::ErrorKind run_d_step(uint32_t entry, Context& c, Work& to, uint64_t steps = 0);
  void set_control(Work& work, int32_t pid, uint32_t state);
  // Like set_control, and what is not needed there any more is cleared.
  void enter(Work& work, int32_t pid, uint32_t state);
  // Remembers who has moved. As in SPIN, what a step does sees who moved before it: this comes after its effect.
  void set_last(Work& work, int32_t pid);
  // A message on a channel, for the trace assertion.
  model::ErrorKind event(bool send, int32_t channel, const std::vector<int32_t>& message, Context& c);

 private:
  int32_t channel_query(Code code, int32_t id, Context& c);
  int32_t poll(const ir::Expr& e, const int32_t* values, int32_t id, Context& c);
  int32_t remote(const Instr& in, int32_t pid, int32_t index, Context& c);
  int32_t call_c(int32_t what, Context& c);
  int32_t start_process(const ir::Expr& e, const int32_t* args, Context& c);
  bool any_progress(const Context& c) const;
  bool can_move(Context& c, int32_t pid);
  bool can_command(const Base& base, int32_t pid);
  bool somebody_takes(const Base& base, int32_t pid, const VmEdge& e);
  bool has_partner(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout);
  bool provided_clause(const Base& base, int32_t pid, bool timeout, model::ErrorKind& error);
  bool d_step_enabled(const VmEdge& e, const Base& base, int32_t pid, bool timeout);
  bool channel_at(int32_t id, Context& c, Channel& out);
  uint32_t find_message(const VmEdge& e, const Channel& channel, Context& c);  // slot + 1, 0: none
  bool event_fits(const VmEdge& e, bool send, int32_t channel, const std::vector<int32_t>& message, Context& c);
  void set_trace_position(uint8_t* s, uint32_t state);
  model::ErrorKind apply(const VmEdge& e, Context& c, Work& to);
  model::ErrorKind send(const VmEdge& e, Context& c);
  model::ErrorKind receive(const VmEdge& e, Context& c);
  void set_shape(Work& work, const ir::Shape& shape);
  void kill_youngest(Work& work);
  void push_channel(Context& c, const ir::Action& action);
  bool has_room(const Work& work, uint32_t bytes) const;
  void run_initialisers(const std::vector<ir::ActionId>& actions, Context& c);
  std::string format_output(const VmEdge& e, Context& c);

  std::shared_ptr<const Image> image_;
  const ir::Program* program_;
  ir::ShapeTable* shapes_;
  const Instr* code_;
  const ir::Shape* last_shape_;  // of base_at()
  std::vector<int32_t> stack_;
  size_t stack_top_ = 0;
  int asking_ = 0;  // nesting of enabled()
  std::unique_ptr<CCalls> c_calls_;  // null: the model has no C
};

}  // namespace gyre::vm
