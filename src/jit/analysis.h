// What is known of a program before code is made: which control states can run natively, which channels are constant,
// which channel types look alike.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/nth.h"
#include "ir/program.h"

namespace gyre::jit {

// A channel that a variable holds in every state.
struct FixedChannel {
  int32_t id = 0;
  uint32_t type = 0;
  uint32_t offset = 0;  // of its frame; channels of globals are made first, so it is the same in every shape
};

class Analysis {
 public:
  // That of the program's language.
  static std::unique_ptr<Analysis> of(const ir::Program& program);
  virtual ~Analysis() = default;

  // Can all moves of a process in this control state be native?
  bool native(size_t process, size_t state) const { return native_[process][state]; }
  uint32_t native_states() const { return native_states_; }
  uint32_t other_states() const { return other_states_; }
  const std::string& reason() const { return reason_; }

  // Channel types with the same layout are one class, named by its first type.
  uint32_t class_of(size_t type) const { return class_of_[type]; }
  const std::vector<uint32_t>& classes() const { return classes_; }

  // The channels in the elements of a global that nothing is ever assigned to; null: not so.
  const std::vector<FixedChannel>* fixed(ir::VarId var) const {
    const auto& f = nth(fixed_, var);
    return f.empty() ? nullptr : &f;
  }
  // The classes that a channel expression can lead to.
  std::vector<uint32_t> classes_of(ir::ExprId channel) const;

  // Can every process that might accept the offer of a rendezvous, or take part in a handshake, do so natively?
  bool offers() const { return offers_; }

  // What formulas and never claims ask: atoms by number, the edges of claims by place.
  bool native_atom(size_t atom) const { return native_atoms_[atom]; }
  bool native_claim(size_t place) const { return native_claims_[place]; }

  bool may_be_rendezvous(ir::ExprId channel) const;
  // Must a receive from this channel be asked whether it accepts an offer?
  bool is_asked(ir::ExprId channel) const;
  // Can evaluation fail?
  bool may_fail(ir::ExprId expr) const;

 protected:
  explicit Analysis(const ir::Program& program) : p_(program) {}

  // What a language calls a step decides these two; they are Promela's here.
  virtual bool offers_possible();
  virtual bool edge_native(const ir::Process& process, const ir::Edge& edge);

  bool no(const std::string& why);
  bool can(ir::ExprId expr);
  bool can(const ir::Place& place);
  bool all_can(const std::vector<ir::ExprId>& exprs);
  const std::string& why_no_offers() const { return why_no_offers_; }

  const ir::Program& p_;

 private:
  void find();
  void find_classes();
  void find_fixed();
  void find_conditions();
  bool state_native(const ir::Process& process, size_t state);
  bool d_step_native(const ir::Process& process, uint32_t entry);
  bool can_channel(ir::ExprId channel);
  bool looks_at_others(ir::ExprId expr) const;

  std::vector<uint32_t> class_of_;
  std::vector<uint32_t> classes_;
  std::vector<std::vector<FixedChannel>> fixed_;
  std::vector<std::vector<bool>> native_;
  std::vector<bool> native_atoms_, native_claims_;
  bool offers_ = false;
  std::string why_;
  std::string why_no_offers_;
  std::string reason_;
  uint32_t native_states_ = 0, other_states_ = 0;
};

}  // namespace gyre::jit
