// Makes LLVM code for a program: one function per process type that does all moves of a process in a state, one per
// type that takes part in a rendezvous, and `expand`, which tries all processes (model/native.h).
//
// Offsets inside a frame are constants; the frame's place, which depends on the shape, is a parameter. Guards are
// evaluated on the state itself; an edge that can be taken copies the state straight into the buffer of successors and
// writes its effect there. States inside an atomic sequence lie in memory of their own, because nobody keeps them.
//
// Everything follows vm/promela_stepper.cc statement by statement; where the order of two things can be seen (errors,
// bytes, counts) it is the same here.
#pragma once

#include <cassert>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/narrow.h"
#include "ir/ops.h"
#include "jit/analysis.h"
#include "jit/builder.h"
#include "jit/sizes.h"
#include "model/native.h"

namespace gyre::jit {

class Generator {
 public:
  // Given each module when it is complete; the last one, or the only one, has gyre_expand. Afterwards it is gone.
  using Finish = std::function<void(LLVMModuleRef)>;

  // What a generator is made of. `common` gets code of its own, if that is not too much (knows_common(), when all is
  // made).
  struct Input {
    const ir::Program& program;
    const Analysis& analysis;
    LLVMContextRef context = nullptr;
    const Sizes& sizes;
    const model::CommonShape& common;
  };
  // That of the program's language.
  static std::unique_ptr<Generator> of(const Input& input, Finish finish);
  virtual ~Generator() = default;

  bool knows_common() const { return !common_moves_.empty(); }
  // How much there is to make.
  size_t statements() const { return statements_; }
  // Makes the function gyre_expand, and gyre_atom_N and gyre_claim_N for what formulas and claims ask.
  void generate();

 protected:
  // A state and the process that looks at it.
  struct At {
    V state = nullptr;    // pointer
    V frame = nullptr;    // i64, offset of the process's frame
    V pid = nullptr;      // i32
    V timeout = nullptr;  // i32
  };

  // Where evaluation goes on when it fails; what failed is in `kind`.
  struct Failure {
    Block target = nullptr;
    V kind = nullptr;  // slot, i32
  };
  // A field of a state: constant bits behind a byte that may vary, in an element that may.
  struct Field {
    V byte = nullptr;   // i64, from the beginning of the state
    uint32_t bit = 0;   // from there
    V index = nullptr;  // i64; null: 0
    uint32_t stride = 0;
    uint32_t width = 0;
    bool is_signed = false;
  };
  struct Channel {
    V id = nullptr;      // i32
    V offset = nullptr;  // i64
    V type = nullptr;    // i32; null: the class is known
    std::vector<uint32_t> classes;
  };
  // How an edge is taken, once it is known to be possible: gives the state that its effect is written to.
  using Fire = std::function<At()>;
  // Where an edge goes on.
  struct Exits {
    Block no = nullptr;     // it is not possible
    Block after = nullptr;  // its effect is done
    Failure guard;
    Failure fire;
    Failure offer;
  };
  // A process function: what all its edges share.
  struct Mover {
    size_t process = 0;
    At from;
    V depth = nullptr;     // i32
    V executed = nullptr;  // slot, i32
    V failed = nullptr;    // slot, i32: a guard met an error and counts as false
    V kind = nullptr;      // slot, i32
    V to = nullptr;        // slot, pointer
  };
  // Of the edges of a state, once one of an escape (unless) is taken, only those of the same are looked at.
  struct Escapes {
    V taken = nullptr;  // slot, i32: the escape; null: the state has none
    Block done = nullptr;
  };

  Generator(const Input& input, Finish finish);

  // What a language calls a step decides these; they are Promela's here, those of guarded commands in guarded.h.
  virtual size_t all_statements() const;  // how much there is to make
  virtual void make_processes();          // gyre_expand, and all that it calls
  virtual V state_size();                 // of any shape, up to the next multiple of eight
  virtual void keep_control(size_t process, const At& to, V depth);
  virtual void look_at_printed(const ir::Action&, const At&, const Exits&) {}  // values are for a trail only

  // access.cc: the call, fields, successors
  V call_field(Type type, size_t offset);
  void set_call_field(V value, size_t offset);
  V field_bits(const Field& field, V& byte, Type& unit);
  V load(V state, const Field& field);
  void store(V state, const Field& field, V value);
  Field variable(ir::VarId var, const At& at, V index);
  V padded();
  void padded_copy(V from, V to);
  void make_begin();
  void make_fire();
  V make_anew(V function);
  void stop_if_many();
  V next_successor(V anew);
  V describe(V steps, V statement);
  void describe_alone(V steps, V statement);
  void finish();
  void finish_fired(V state, V steps);
  void make_emit();
  void count(size_t offset, V by);

  // expressions.cc
  V value(ir::ExprId id, const At& at, const Failure& failure);
  V truth(ir::ExprId id, const At& at, const Failure& failure);
  V binary(const ir::Expr& e, const At& at, const Failure& failure);
  V exact(V wide, const Failure& failure);
  V exact_binary(ir::ExactBinary op, V x, V y, const Failure& failure);
  void check_range(V value, const ir::ScalarType& type, const Failure& failure);
  V shortcut(const ir::Expr& e, const At& at, const Failure& failure);
  V remote(const ir::Expr& e, const At& at, const Failure& failure);
  V last_of_type(int32_t process);
  void make_condition(const std::string& name, ir::ExprId expr);
  void make_conditions();
  V flat_index(const ir::Place& place, const At& at, const Failure& failure);
  V load_place(const ir::Place& place, const At& at, const Failure& failure);
  void store_place(const ir::Place& place, V value, const At& at, const Failure& failure);
  void fail_if(V condition, V kind, const Failure& failure);
  void fail_if(V condition, model::ErrorKind kind, const Failure& failure);
  void fail(model::ErrorKind kind, const Failure& failure);

  // channels.cc
  Channel channel(ir::ExprId id, const At& at, const Failure& failure);
  void for_each_class(const Channel& channel, const std::function<void(const ir::ChannelType&)>& body);
  Field slot_field(const Channel& channel, const ir::ChannelType& type, V slot, size_t field);
  Field length_field(const Channel& channel, const ir::ChannelType& type);
  V length(const Channel& channel, const ir::ChannelType& type, V state);
  void remove_first(const Channel& channel, const ir::ChannelType& type, V state);
  V query(const ir::Expr& e, const At& at, const Failure& failure);
  V poll(const ir::Expr& e, const At& at, const Failure& failure);
  void send(const ir::Action& a, uint32_t place, const At& from, const Fire& fire, const Exits& exits);
  void receive(const ir::Action& a, uint32_t place, const At& from, const Fire& fire, const Exits& exits);

  // messages.cc
  using Fits = std::function<void(V slot, Block other)>;  // goes on if the message there fits, else to `other`
  V find_message(V count, Block none, const Fits& fits);
  void move_messages(const Channel& channel, const ir::ChannelType& type, V state, V to, V end, int64_t step);
  void remove_message(const Channel& channel, const ir::ChannelType& type, V state, V slot, V count);
  V sorted_slot(const Channel& channel, const ir::ChannelType& type, V state, const std::vector<V>& message, V count);

  // steps.cc
  V kind(model::ErrorKind kind) { return b_.c32(static_cast<int32_t>(kind)); }
  V reader(const std::string& name, Type type);
  V is_recoverable(V kind);
  void note(V kind, V place, V depth);
  void dead_end(V kind, V place, V depth);
  void attempt(const ir::Action& a, uint32_t place, const At& from, const Fire& fire, const Exits& exits);
  void assign_all(const ir::Action& a, const At& from, const Fire& fire, const Exits& exits);
  void make_move(size_t process);
  void make_moves_from(V function, size_t process, const std::vector<size_t>& states);
  void make_moves(size_t process, const std::vector<size_t>& states, const At& from, V depth);
  void make_state(const Mover& m, size_t state);
  Escapes begin_escapes(const ir::Process& process, size_t state);
  void with_escape(const Escapes& escapes, const ir::Edge& edge, V executed, const std::function<void()>& make);
  void end_escapes(const Escapes& escapes);
  void make_edge(const Mover& m, const ir::Edge& edge, uint32_t place);
  void make_d_step(const Mover& m, const ir::Edge& edge, uint32_t place, const Fire& fire, const Exits& exits,
                   Block dead);
  // The inside of a d_step, which runs on one state: where it leaves to. Errors that do not stop it are in
  // `remembered`, the one that does in `kind`.
  struct Inside {
    size_t process = 0;
    At at;
    Block exit = nullptr;
    Block dead = nullptr;
    V remembered = nullptr;  // slot, i32
    V kind = nullptr;        // slot, i32
    V steps = nullptr;       // slot, i32: made so far
    std::map<uint32_t, Block> blocks;
    std::vector<uint32_t> wanted;
  };
  Block inside_block(Inside& inside, uint32_t state);
  void inside_edges(Inside& inside, uint32_t state, const At& from, const Fire& first, Block nothing,
                    Block guard_failed);
  void inside_states(Inside& inside);
  void leave_inside(Inside& inside, const At& at, uint32_t state);
  void fired(V place);
  V machine_move(V state, V pid, V depth, V timeout);
  V count_step();
  V statement_at(V place, V depth);
  void begin_with(V place, V depth);
  V begin(V from, bool atomic);
  Field control_field(size_t process, const At& at) const;
  V control(size_t process, const At& at);
  void set_control(size_t process, uint32_t state, const At& to);
  void enter(size_t process, uint32_t state, const At& to);
  void set_last(const At& to, V pid);
  void take(size_t process, bool atomic, const At& to, V depth);
  void make_keep(size_t process);
  void make_expand();

  // common_shape.cc: functions by process of the common shape, in which where it lies is constant
  void make_common();
  size_t common_statements() const;
  void expand_common();

  // rendezvous.cc
  void offer(const ir::Action& a, const ir::ChannelType& type, const Channel& channel, uint32_t place, const At& from,
             const Exits& exits);
  void make_offer();
  void make_accept(size_t process);
  void make_accept_in(V function, size_t process, const std::vector<size_t>& states);
  std::vector<uint32_t> accepting(size_t process, size_t state) const;
  struct Accepting;
  void accept_edge(const Accepting& g, uint32_t edge);
  void accept_by(const Accepting& g, uint32_t outer, uint32_t receive, Block rejected, Block done);
  void fail_accepting(const Accepting& g, uint32_t outer, uint32_t receive, V error, Block done);
  void count_accepted(const Accepting& g, uint32_t outer, uint32_t receive);
  void when(V condition, const std::function<void()>& body);
  V add_receiver(V pid);
  bool may_accept(size_t process, uint32_t edge) const;

  // module_parts.cc
  struct Sized {
    size_t state = 0;
    size_t statements = 0;
  };
  using MakePart = std::function<void(V function, const std::vector<size_t>& states)>;
  size_t statements_of(size_t process, size_t state) const;
  void apart(const std::function<void()>& make);
  void make_in_parts(V whole, size_t process, const std::vector<Sized>& states, const std::function<At()>& at,
                     const MakePart& make);

  uint32_t place_of(size_t process, uint32_t edge) const {
    assert(edge < p_.processes[process].edges.size());
    return first_place_[process] + edge;
  }
  const ir::Action& action(const ir::Edge& e) const { return p_.action(e.action); }

  const ir::Program& p_;
  const Analysis& analysis_;
  LLVMContextRef context_;
  Sizes sizes_;
  Finish finish_;
  size_t statements_ = 0;
  bool several_ = false;  // modules
  Builder b_;
  Module main_;
  V call_ = nullptr;   // the parameter of the function that is being made
  V depth_ = nullptr;  // i32: of the function that is being made
  // Of the edge that is being made, should it offer: the sender's type, where it goes, and what it sets if it is taken.
  size_t offer_process_ = 0;
  uint32_t offer_target_ = 0;
  V offer_executed_ = nullptr;
  V offer_escape_ = nullptr;   // slot: what is cleared if nobody accepts; null: the edge is not of an escape
  bool can_be_many_ = false;   // steps in one expansion: only atomic sequences can do that,
  bool counts_steps_ = false;  // and what is inside a d_step is counted too
  std::vector<uint32_t> first_place_;
  std::vector<V> moves_;
  std::vector<V> accepts_;
  V begin_[2] = {}, fire_[2] = {};  // by atomic
  // The common shape; its processes' moves, by pid, if they have code of their own (null: the machine's); the step that
  // begins a transition there.
  const model::CommonShape& common_;
  std::vector<V> common_moves_;
  V common_fire_ = nullptr;
  bool in_common_ = false;  // a function for it is being made
  V emit_ = nullptr, offer_ = nullptr;
  std::vector<V> keeps_;
  Type move_type_ = nullptr, accept_type_ = nullptr;
};

}  // namespace gyre::jit
