// Native code for guarded commands with handshakes (ESML), as vm/guarded_stepper.cc takes them.
//
// Nobody is born or dies, and who can receive what from whom is known when the model starts. So each process has
// functions of its own, in which the place of its frame, its arguments and its partners are constants:
//
//   commands_P  (call, state): all its transitions; 0: it has none
//   receive_P_E (call, to, place, then): it receives by its edge E. `to` is a copy of the state in which the
//               sender has moved on, the message lies in the call; `then` is the sender, if it goes on afterwards.
//               0: its condition is false, and nothing has happened
//   go_on_P     (call, state, then, depth): it executes the commands merged with the one before, `then` after it
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "jit/generator.h"

namespace gyre::jit {

class GuardedGenerator final : public Generator {
 public:
  GuardedGenerator(const Input& input, Finish finish);

 private:
  size_t all_statements() const override;
  void make_processes() override;
  V state_size() override;
  void keep_control(size_t process, const At& to, V depth) override;
  void look_at_printed(const ir::Action& a, const At& from, const Exits& exits) override;

  void declare_guarded();
  At standing(size_t pid, V state) const;
  static size_t pid_of(const At& at);
  size_t type_of(size_t pid) const { return narrow<size_t>(p_.instances[pid].process); }
  void make_guarded_move(size_t pid);
  void make_guarded_moves_from(V function, size_t pid, const std::vector<size_t>& states);
  void make_send(const Mover& m, const ir::Edge& edge, uint32_t place);
  void make_handshake(size_t pid, uint32_t edge);
  void make_go_on(size_t pid);
  struct GoingOn;
  void go_on_from(const GoingOn& g, size_t state);
  V fire_on(const GoingOn& g, bool atomic, uint32_t place);
  bool may_go_on_from(size_t process, size_t state) const;
  void go_on_with(V then, V state, V depth);
  void make_go_on_any();
  void make_guarded_expand();
  size_t commands_of(size_t pid, size_t state) const;

  // By pid: where the frame lies (and where the last one ends), all moves, the commands merged with what came before.
  // By pid and edge: the second half of a handshake.
  std::vector<uint32_t> frames_;
  std::vector<V> guarded_moves_, go_on_;
  std::map<std::pair<size_t, uint32_t>, V> handshakes_;
  V go_on_any_ = nullptr;  // null: no sender goes on after a handshake
};

}  // namespace gyre::jit
