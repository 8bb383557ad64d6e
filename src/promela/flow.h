// Control flow: from statements to the automaton of a process, with the same control states, the same steps and the
// same statement numbers as SPIN, so that counts can be compared and trails exchanged.
//
// A body is built as SPIN builds it: statements become elements, numbered in the order in which SPIN's parser makes
// them; elements form sequences; if, do and unless hold sequences. Then the automaton is read off: elements that are
// no step (joins, gotos, braces) are skipped over, except where an atomic sequence is left through them; choices are
// flattened into the edges of the state where the choice stands; the edges of escapes are put in front.
#pragma once

#include <cassert>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/program.h"
#include "promela/ast.h"

namespace gyre::promela {

enum class NodeKind : uint8_t { statement, if_, do_, goto_, join, break_, unless, atomic, block, d_step, end };

struct Element;

struct Sequence {
  Element* first = nullptr;
  Element* last = nullptr;
  Element* extent = nullptr;  // its last element when it was closed; a join may follow
};

// The element that `break` goes to is known when the loop is complete.
struct BreakTarget {
  Element* element = nullptr;
};

// A parsed statement that is not yet part of a sequence.
struct Node {
  NodeKind kind = NodeKind::statement;
  ir::ActionId action = ir::kNone;
  std::optional<int32_t> constant;  // the statement is a condition with this constant value
  bool is_print = false;
  bool is_else = false;
  bool uses_channel = false;  // for the warning on else beside channel operations
  std::vector<Sequence*> sequences;
  std::vector<std::pair<std::string, Span>> labels;  // innermost first
  int32_t scope = 0;
  int32_t inline_id = 0;
  std::string target;  // goto
  BreakTarget* break_target = nullptr;
  Span span;
};

struct Element {
  Node node;
  Element* next = nullptr;
  uint32_t number = 0;             // within the process: the control state
  int32_t id = 0;                  // SPIN's statement number
  std::vector<Sequence*> sub;      // options; of an unless: the normal and the escape sequence
  std::vector<Sequence*> escapes;  // the most recent first
  bool atom = false;               // ATOM: inside an atomic sequence, and not its last step
  bool last_atom = false;          // L_ATOM
  bool d_atom = false;             // D_ATOM: inside a d_step
  bool done = false;
};

// The flow of one body. Sequence of use: open/add/close while walking the statements, then finish().
class Flow {
 public:
  Flow(int32_t& next_id, const std::vector<ast::ScopeInfo>& scopes, bool is_claim, Diagnostics& diagnostics)
      : next_id_(next_id), scopes_(scopes), is_claim_(is_claim), diagnostics_(diagnostics) {}

  // What a closed sequence is, for the rules on where labels may stand.
  enum class Close : uint8_t { body, escape, guarded, atomic, d_step, braces, option, lifted, loop };

  void open(bool body);
  Sequence* close(Close how);
  Element* add(Node node);
  Node unless(Node normal, Node escape);
  void prune(const Node& choice);
  void make_atomic(Sequence* sequence, bool d_step);
  void check_d_step(Sequence* sequence, int32_t first_id);

  BreakTarget* push_break();
  BreakTarget* break_target() { return breaks_.empty() ? nullptr : breaks_.back(); }
  void pop_break() {
    assert(!breaks_.empty());
    breaks_.pop_back();
  }
  void restore_break(BreakTarget* target) { breaks_.push_back(target); }

  // Declarations before the first statement are initialised when the process is born.
  bool initialisation_ok = true;

  // A label that others refer to must be a state of its own. False: there is no such label.
  bool make_label_visible(const std::string& label);
  // The state of a label, for remote references; -1 if there is none.
  int32_t label_state(const std::string& label);
  std::vector<std::string> label_names() const;

  // Reads the automaton off into `process`.
  void finish(Sequence* body, ir::Process& process, ir::Program& program, bool inner_first);

 private:
  struct LabelEntry {
    std::string name;
    int32_t scope;
    int32_t inline_id;
    Element* element;
    Span span;
  };
  struct Transition {  // of an element, before choices are flattened
    uint32_t to = 0;
    ir::ActionId action = ir::kNone;
    int32_t id = 0;
    bool atomic = false;
    bool in_d_step = false;
    bool is_join = false;
    std::vector<uint32_t> escapes;
    uint32_t escape_of = 0;
  };
  struct StateEntry {
    bool exists = false;
    bool choice = false;
    std::vector<uint32_t> options;  // choice: the states whose edges these are
    std::vector<Transition> edges;
    Span span;
    bool end = false, accept = false, progress = false;
  };

  Element* new_element(Node node);
  Element* raw_element(Node node);
  Element* if_sequence(Node node);
  Element* unless_sequence(Node node);
  void append(Element* element, Sequence* sequence);
  void set_label(const std::string& name, const Node& node, Element* element, const Span& span);
  Element* find_label(const Node& go);
  bool scope_contains(int32_t outer, int32_t inner) const;
  bool has_label(const Element* element) const;
  bool has_special_label(const Element* element) const;
  void attach_escape(Sequence* sequence, Sequence* escape);
  void escape_element(Element* element, Sequence* escape);
  void walk_atomic(Element* first, Element* last, bool d_step);
  bool jumps_stay(Element* first, Element* last, int32_t first_id, Span& bad);

  void tie_loose_ends();
  Element* goto_target(Element* element);
  Element* hunt(Element* element, bool atom);
  Element* hunt_start(Element* element);
  void patch_atomic(Sequence* sequence);
  void put_sequence(Sequence* sequence);
  void put_element(Element* element);
  void put_block(Element* element);
  void put_escapes(Element* element, Transition& transition);
  void put_d_step_inside(Sequence* sequence, Element* owner);
  StateEntry& state(uint32_t number);
  ir::ActionId skip_action(const Element* element);
  void flatten();
  void add_escapes(bool inner_first);

  int32_t& next_id_;
  const std::vector<ast::ScopeInfo>& scopes_;
  bool is_claim_;
  Diagnostics& diagnostics_;
  std::deque<Element> elements_;
  std::deque<Sequence> sequences_;
  std::deque<BreakTarget> break_targets_;
  std::vector<Sequence*> open_;
  std::vector<BreakTarget*> breaks_;
  std::vector<LabelEntry> labels_;
  std::vector<StateEntry> states_;
  ir::Program* program_ = nullptr;
  uint32_t next_number_ = 1;
};

}  // namespace gyre::promela
