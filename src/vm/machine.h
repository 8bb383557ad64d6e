// The abstract machine: runs an ir::Program directly, starts at once, and is the reference for every other engine.
//
// A transition leads from one stored state to the next. Inside it lie the steps of an atomic sequence, of which every
// path is a transition of its own, and the two halves of a rendezvous. Where an atomic sequence blocks, the state is
// a stored one. The rules are SPIN's (docs/design/vm.md); processes are tried from the youngest to the oldest, the
// edges of a state in their order.
//
// One Machine per thread; clones share the immutable Image.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "ir/shapes.h"
#include "model/model.h"
#include "model/native.h"
#include "vm/code.h"

namespace gyre::vm {

// An edge, flattened for the loop.
struct VmEdge {
  ir::ActionKind kind = ir::ActionKind::skip;
  bool atomic = false;
  bool sorted = false, random = false, peek = false;
  bool guard_runs = false;
  uint32_t to = 0;
  uint32_t escape = 0;
  uint32_t expr = 0;
  uint32_t channel = 0;
  uint32_t d_step_entry = 0;
  uint32_t send = 0;   // guarded commands: the how manieth send of its process
  uint32_t place = 0;  // number of the edge in the whole program
  const ActionCode* code = nullptr;
  const ir::Action* action = nullptr;
};

// The order of edges in all of a program: where an error happened.
struct PlaceInfo {
  int32_t process = 0;
  uint32_t edge = 0;
};

// What all clones share.
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
  std::vector<std::vector<std::vector<Partner>>> partners;  // by process instance and VmEdge::send

 private:
  void find_partners();
};

// One step as a person sees it.
struct StepRecord {
  int32_t pid = 0;
  int32_t process = 0;         // type
  uint32_t edge = 0;           // index into the process's edges
  std::vector<uint8_t> state;  // after the step
  uint32_t key = 0, total = 0;
  std::string output;                               // of a printf
  std::vector<int32_t> message;                     // sent or received
  int32_t channel = 0;                              // its number, 0: none
  bool handshake = false;                           // the second half of a rendezvous
  model::ErrorKind error = model::ErrorKind::none;  // met in this step
};

class Machine : public model::Model {
 public:
  explicit Machine(std::shared_ptr<const ir::Program> program);
  explicit Machine(std::shared_ptr<const Image> image);

  void initial(model::SuccessorBuffer& out) override;
  void expand(StateView state, model::SuccessorBuffer& out) override;
  void expand_more(StateView state, model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override { return another(); }
  // The same, for another thread, with the same settings; it begins to count (executed()) anew.
  std::unique_ptr<Machine> another() const {
    auto other = std::make_unique<Machine>(image_);
    other->use_native(native_.load(std::memory_order_acquire));
    other->want_hashes(hashes_);
    other->limit_steps(max_steps_);
    other->set_budget(budget_);
    return other;
  }
  const StateShape& shape(uint32_t n) const override { return image_->shapes->description(n); }
  const ir::Shape& frames(uint32_t n) const { return image_->shapes->get(n); }

  // From now on states are expanded by this code, with the same results; null: by the machine itself. The code must
  // outlive its use. May be called by another thread while this one runs.
  void use_native(const model::NativeCode* code) { native_.store(code, std::memory_order_release); }

  // Some stores have no use for the hashes of successors; without, they have any value, always the same one.
  void want_hashes(bool wanted) { hashes_ = wanted; }

  // The steps of one transition (always by the machine itself). False: there is no such choice.
  bool explain(StateView state, uint32_t choice, std::vector<StepRecord>& steps);

  // Single steps, for simulation: a handshake counts as one. `holder` is the process that has exclusive control, or -1.
  struct Move {
    std::vector<StepRecord> steps;
    int32_t holder = -1;  // who has exclusive control afterwards
    bool dead_end = false;
  };
  void moves(StateView state, int32_t holder, std::vector<Move>& out);

  // A transition with more steps than this, its branches taken together, is an error (ErrorKind::limit).
  void limit_steps(uint64_t steps) { max_steps_ = steps; }

  // Budgets that expand() looks at every few thousand steps.
  void set_budget(const model::Budget& patience) { budget_ = patience; }

  // Questions about the state that was expanded last, for claims and formulas -----------------------------------------

  // The questions are about this state, without an expansion.
  void look_at(StateView state) {
    own(state);
    movers_.clear();
  }

  // The truth values of atoms of formulas (Program::atoms), one bit each. moves(P) is about the step set here: that
  // to a successor of the last expansion, whose state is `next`, or none (stuttering), which is also the default.
  uint64_t letter(const std::vector<uint32_t>& atoms);
  uint64_t undefined_atoms() const { return undefined_atoms_; }  // of the last letter: those met an error, and are 0
  void set_step(const model::SuccessorBuffer& expanded, uint32_t successor, StateView next);
  void set_no_step() { movers_.clear(); }
  // An error met while a claim or an atom was evaluated (a channel that was never made, an index); asking clears it.
  model::ErrorKind take_claim_error() { return std::exchange(claim_error_, model::ErrorKind::none); }
  // Where a never claim can go from one of its states; `blocked`: the system cannot move.
  struct ClaimMove {
    uint32_t to = 0;        // 0: it is complete
    bool violated = false;  // an assertion of the claim failed on the way
  };
  void claim_moves(int32_t claim, uint32_t state, bool blocked, std::vector<ClaimMove>& out);
  // Is some process in a state with such a label? (Of any state.)
  bool any_accept(StateView state);
  bool any_progress(StateView state);
  bool progress_here();  // of the state that was expanded last
  uint32_t process_count(StateView state) const;
  const std::string& process_name(uint32_t pid) const;  // in the state that was expanded last

  // Guarded commands: counts what the thesis's implementation counted. Its GUARDS instruction made a transition to the
  // unchanged state when some guard was true and the last one was not.
  struct ThesisCounts {
    uint64_t extra_loops = 0;
    uint64_t updates = 0;  // calls of UpdateValue
  };
  void count_for_thesis(bool on) { counting_ = on; }
  const ThesisCounts& thesis_counts() const { return thesis_; }

  // How often each edge was executed, by its number in Image::places.
  const std::vector<uint64_t>& executed() const { return executed_; }
  // Adds what another thread's machine has executed.
  void add_executed(const Machine& other) {
    for (size_t i = 0; i < executed_.size(); ++i) executed_[i] += other.executed_[i];
  }

  const Image& image() const { return *image_; }
  const ir::Program& program() const { return *program_; }

 private:
  struct Work {
    std::vector<uint8_t> bytes;
    const ir::Shape* shape = nullptr;
    uint8_t* data() { return bytes.data(); }
  };
  struct Base {
    const uint8_t* s = nullptr;
    const ir::Shape* shape = nullptr;
  };
  struct Context {
    uint8_t* s = nullptr;
    const ir::Shape* shape = nullptr;
    uint8_t* frame = nullptr;
    int32_t pid = 0;
    bool timeout = false;
    model::ErrorKind error = model::ErrorKind::none;
    Work* work = nullptr;
  };

  // evaluation (eval.cc)
  int32_t eval(uint32_t entry, Context& c, int32_t top = 0);
  int32_t channel_query(Code code, int32_t id, Context& c);
  int32_t poll(const ir::Expr& e, const int32_t* values, int32_t id, Context& c);
  int32_t remote(const Instr& in, int32_t pid, int32_t index, Context& c);
  int32_t start_process(const ir::Expr& e, const int32_t* args, Context& c);
  int32_t control_state(const uint8_t* s, const ir::Shape& shape, int32_t pid) const;
  bool can_move(Context& c, int32_t pid);

  // channels (channel.cc)
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
  bool channel_at(int32_t id, Context& c, Channel& out);
  uint32_t find_message(const VmEdge& e, const Channel& channel, Context& c);  // slot + 1, 0: none

  // the trace assertion (events.cc)
  model::ErrorKind event(bool send, int32_t channel, const std::vector<int32_t>& message, Context& c);
  bool event_fits(const VmEdge& e, bool send, int32_t channel, const std::vector<int32_t>& message, Context& c);
  uint32_t trace_position(const uint8_t* s) const;
  void set_trace_position(uint8_t* s, uint32_t state);
  // guarded commands (guarded.cc)
  void find_control(const Base& base);
  bool guarded_moves(const Base& base);
  bool guarded_move(const Base& base, int32_t pid);
  bool handshakes(const Base& base, int32_t pid, const VmEdge& e);
  bool offer_data(const Base& base, int32_t pid, const VmEdge& e, bool& possible);
  bool receive_data(const VmEdge& r, Context& c);
  void failed(const Base& base, int32_t pid, const VmEdge& e, model::ErrorKind error);
  void go_on(Work& work, int32_t pid, int32_t then, uint32_t depth, size_t level);
  bool fails_here(const Base& base, int32_t pid, bool& some_guard);
  void count_updates(const Base& base, int32_t pid, const VmEdge& e, uint32_t control);

  // steps (machine.cc)
  Context context(const Base& base, int32_t pid, bool timeout);
  Context context(Work& work, int32_t pid);
  Base own(StateView state);
  void prepare_to_own(size_t size);
  Base base_at(const uint8_t* state) const {
    uint32_t id;
    std::memcpy(&id, state, 4);
    if (here_.shape != nullptr && here_.shape->id == id) [[likely]]
      return {state, here_.shape};
    return {state, &shapes_->get(id)};
  }
  void add_successors(const Base& base, model::SuccessorBuffer& out);
  void hash_successors(const Base& base, size_t first);
  void see_deadlock(const Base& base, model::SuccessorBuffer& out);
  template <class Test>
  bool any_process(StateView state, Test test);
  bool asks(model::NativeCondition native, uint32_t entry, const Base& base, bool timeout, model::ErrorKind& error);
  void claim_step(int32_t claim, uint32_t state, bool blocked, bool violated, int depth, std::vector<ClaimMove>& out);
  void copy(const Base& base, Work& to);
  void set_shape(Work& work, const ir::Shape& shape);
  bool provided(const Base& base, int32_t pid, bool timeout);
  bool has_priority(const Base& base, int32_t pid, bool timeout);
  bool enabled(const Base& base, int32_t pid, const VmEdge& e, bool timeout, model::ErrorKind& error);
  bool is_rendezvous(const Base& base, int32_t pid, const VmEdge& e, bool timeout, int32_t& channel);
  model::ErrorKind fire(const Base& base, int32_t pid, const VmEdge& e, bool timeout, Work& to);
  model::ErrorKind apply(const VmEdge& e, Context& c, Work& to);
  model::ErrorKind run_d_step(uint32_t entry, Context& c, Work& to, uint64_t steps = 0);
  model::ErrorKind offered(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout,
                           std::vector<int32_t>& message, bool& misfit);
  bool has_partner(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout);
  const VmEdge* accepting(const VmEdge& edge, const Image::ProcessCode& p, int32_t channel,
                          const std::vector<int32_t>& message, Context& c);
  bool d_step_enabled(const VmEdge& e, const Base& base, int32_t pid, bool timeout);
  bool move(Base base, int32_t pid, uint32_t depth, bool timeout, size_t level);
  bool follow(const Base& base, int32_t pid, const VmEdge& e, uint32_t depth, bool timeout, Work& to, size_t level);
  bool offer(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, uint32_t depth, bool timeout,
             size_t level);
  void take(Work& work, int32_t pid, const VmEdge& e, uint32_t depth, size_t level);
  void emit(Work& work, int32_t pid, uint32_t depth);
  void set_movers(model::Successor& s);
  void count_step();
  void dead_end(model::ErrorKind kind, const VmEdge& e, uint32_t depth);
  void note_error(model::ErrorKind kind, const VmEdge& e, uint32_t steps);
  void set_control(Work& work, int32_t pid, uint32_t state);
  void set_last(Work& work, int32_t pid);
  void enter(Work& work, int32_t pid, uint32_t state);
  void kill_youngest(Work& work);
  void push_channel(Context& c, const ir::Action& action);
  bool has_room(const Work& work, uint32_t bytes) const;
  void run_initialisers(const std::vector<ir::ActionId>& actions, Context& c);
  Work& work(size_t level, int parity);
  bool move_processes(const Base& base);
  // native.cc
  bool run(const Base& base, const model::NativeCode& code);
  bool move_natively(const Base& base, const model::NativeCode& code);
  void rethrow();
  void make_native_call();
  void set_shape(model::NativeCall& call, const ir::Shape& shape, const model::NativeCode* code);
  // A call of this code about a state.
  model::NativeCall& native_call(const Base& base, const model::NativeCode* code);
  int32_t ask_natively(model::NativeCondition condition, const Base& base, bool timeout);
  struct NativeDoor;
  uint64_t work_hash(const Work& work, int32_t pid) const;
  void record(const Work& work, int32_t pid, const VmEdge& e, model::ErrorKind error, bool handshake);
  std::string format_output(const VmEdge& e, Context& c);

  std::shared_ptr<const Image> image_;
  const ir::Program* program_;
  ir::ShapeTable* shapes_;
  const Instr* code_;
  model::SuccessorBuffer* out_ = nullptr;
  std::vector<uint64_t> executed_;
  std::vector<uint8_t> current_;  // a copy of the state that is being expanded
  size_t current_size_ = 0;
  Base here_;  // the state that was expanded last
  std::vector<uint8_t> other_;
  model::ErrorKind claim_error_ = model::ErrorKind::none;
  uint64_t undefined_atoms_ = 0;
  std::vector<std::unique_ptr<Work>> works_;
  std::vector<int32_t> stack_;
  size_t stack_top_ = 0;
  std::vector<int32_t> message_;
  std::unordered_set<uint64_t> path_states_;
  int32_t first_mover_ = 0;
  uint32_t first_statement_ = 0;     // of the transition: its place
  std::vector<uint16_t> receivers_;  // of the rendezvous on the path inside the transition
  uint64_t steps_ = 0;               // of this expansion
  uint64_t max_steps_ = uint64_t{1} << 26;
  model::Budget budget_;
  struct Mover {
    int32_t pid = 0, type = 0;
  };
  std::vector<Mover> movers_;      // of the step that moves(P) is about
  int asking_ = 0;                 // nesting of enabled()
  std::vector<uint32_t> control_;  // guarded commands: where each process stands
  bool counting_ = false;
  ThesisCounts thesis_;
  std::atomic<const model::NativeCode*> native_{nullptr};
  bool hashes_ = true;
  std::unique_ptr<model::NativeCall> call_;
  std::vector<uint8_t> native_work_;
  std::exception_ptr thrown_;  // by what native code called
  // recording
  bool recording_ = false;
  bool single_steps_ = false;
  uint32_t wanted_ = 0;
  std::vector<StepRecord> path_;
  std::vector<StepRecord>* found_ = nullptr;
  std::vector<Move>* moves_ = nullptr;
  std::string output_;
  std::vector<int32_t> step_message_;
  int32_t step_channel_ = 0;
};

}  // namespace gyre::vm
