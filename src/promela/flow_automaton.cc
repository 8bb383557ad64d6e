// The second half of Flow reads the automaton off the elements.
#include <cassert>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/near_name.h"
#include "promela/flow.h"

namespace gyre::promela {

namespace {

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// Chains of joins and gotos longer than this are loops without a statement.
constexpr int kMaxChain = 500;

}  // namespace

Flow::StateEntry& Flow::state(uint32_t number) {
  assert(number > 0);  // 0 is "gone"
  if (states_.size() <= number) states_.resize(number + 1);
  return states_[number];
}

// The last element of a braced sequence is followed by what follows the braces.
void Flow::tie_loose_ends() {
  for (auto it = elements_.rbegin(); it != elements_.rend(); ++it) {
    Element* e = &*it;
    const NodeKind k = e->node.kind;
    if (!e->next || (k != NodeKind::atomic && k != NodeKind::block && k != NodeKind::d_step)) continue;
    Element* f = e->next;
    while (f && f->node.kind == NodeKind::join) f = f->next;
    Sequence* s = e->node.sequences[0];
    if (!s->last->next)
      s->last->next = f;
    else if (s->last->next->node.kind == NodeKind::goto_)
      s->last = s->last->next;
  }
}

Element* Flow::goto_target(Element* e) {
  assert(e->node.kind == NodeKind::goto_);
  Element* target = e->node.break_target ? e->node.break_target->element : find_label(e->node);
  if (!target) {
    diagnostics_.error(e->node.span, e->node.break_target
                                         ? std::string("break outside a loop")
                                         : fmt::format("label '{}' is not defined{}", e->node.target,
                                                       did_you_mean(near_name(e->node.target, label_names()))));
    // One message is enough: let it go to itself.
    e->node.kind = NodeKind::statement;
    e->node.constant = 1;
    return e;
  }
  return target;
}

// Skips elements that are no step. Inside an atomic (atom), one through which the atomic is left is a step.
Element* Flow::hunt(Element* e, bool atom) {
  assert(e);
  Element* start = e;
  for (int count = 0; e && count < kMaxChain; ++count) {
    Element* g = nullptr;
    switch (e->node.kind) {
      case NodeKind::goto_:
        g = goto_target(e);
        if (g == e) {
          if (e->node.kind == NodeKind::goto_) {
            diagnostics_.error(e->node.span, "a goto that jumps to itself");
            e->node.kind = NodeKind::statement;
            e->node.constant = 1;
          }
          return e;
        }
        if (g->d_atom && !e->d_atom) diagnostics_.error(e->node.span, "a jump into a d_step sequence");
        break;
      case NodeKind::join:
      case NodeKind::break_:
        if (!e->next) return e;
        g = e->next;
        break;
      case NodeKind::unless: g = hunt(e->sub[0]->first, atom); break;
      case NodeKind::statement:
      case NodeKind::if_:
      case NodeKind::do_:
      case NodeKind::atomic:
      case NodeKind::block:
      case NodeKind::d_step:
      case NodeKind::end: return e;
    }
    if (atom && !g->atom) return e;
    e = g;
  }
  diagnostics_.error(start->node.span, "a loop of jumps without a statement");
  start->node.kind = NodeKind::statement;
  start->node.constant = 1;
  return start;
}

Element* Flow::hunt_start(Element* e) {
  for (int count = 0; count < kMaxChain; ++count) {
    if (e->node.kind == NodeKind::join && e->next)
      e = e->next;
    else if (e->node.kind == NodeKind::unless)
      e = e->sub[0]->first;
    else
      return e;
  }
  return e;
}

// Gotos that leave an atomic sequence end it; gotos between atomics do not.
void Flow::patch_atomic(Sequence* s) {
  for (Element* f = s->first; f; f = f->next) {
    if (f->node.kind == NodeKind::goto_) {
      Element* g = goto_target(f);
      const bool inside = g->atom || g->last_atom;
      if ((f->atom || f->last_atom) && !inside) {
        f->atom = false;
        f->last_atom = true;
      }
      if (f->last_atom && inside) {
        f->last_atom = false;
        f->atom = true;
      }
    } else {
      for (Sequence* h : f->sub) patch_atomic(h);
    }
    if (f == s->extent) break;
  }
}

ir::ActionId Flow::skip_action(const Element* e) {
  ir::Action a;
  a.kind = ir::ActionKind::skip;
  a.span = e->node.span;
  switch (e->node.kind) {
    case NodeKind::goto_: a.source = e->node.break_target ? "break" : "goto " + e->node.target; break;
    case NodeKind::break_: a.source = "break"; break;
    case NodeKind::join: a.source = "."; break;
    case NodeKind::statement:
    case NodeKind::if_:
    case NodeKind::do_:
    case NodeKind::unless:
    case NodeKind::atomic:
    case NodeKind::block:
    case NodeKind::d_step:
    case NodeKind::end: a.source = "skip"; break;
  }
  return add_to(program_->actions, std::move(a));
}

void Flow::put_escapes(Element* e, Transition& t) {
  if (e->escapes.empty() || e->node.kind == NodeKind::join) return;
  for (Sequence* x : e->escapes) t.escapes.push_back(hunt(x->first, e->atom)->number);
  for (Sequence* x : e->escapes) put_sequence(x);
}

void Flow::put_element(Element* e) {
  uint32_t to = 0;
  if (e->node.kind == NodeKind::goto_) {
    Element* target = goto_target(e);
    to = hunt(target, e->atom)->number;
  } else if (e->next) {
    to = hunt(e->next, e->atom)->number;
  }
  Transition t;
  t.to = to;
  t.id = e->id;
  t.atomic = e->atom;
  t.is_join = e->node.kind == NodeKind::join;
  t.action = e->node.action != ir::kNone ? e->node.action : skip_action(e);
  put_escapes(e, t);
  StateEntry& s = state(e->number);
  s.exists = true;
  s.span = e->node.span;
  s.edges = {std::move(t)};
}

void Flow::put_block(Element* e) {
  assert(e->node.sequences.size() == 1);
  Sequence* s = e->node.sequences[0];
  patch_atomic(s);
  Element* first = hunt_start(s->first);
  s->last->next = e->next;
  StateEntry& here = state(e->number);
  here.exists = true;
  here.span = e->node.span;
  if (e->node.kind != NodeKind::d_step) {
    here.choice = true;
    here.options = {first->number};
    put_sequence(s);
    return;
  }
  Transition t;
  t.to = e->next ? hunt(e->next, e->atom)->number : 0;
  t.id = e->id;
  t.atomic = e->atom;
  ir::Action action;
  action.kind = ir::ActionKind::d_step;
  action.span = e->node.span;
  action.source = "d_step";
  action.d_step_entry = first->number;
  t.action = add_to(program_->actions, std::move(action));
  put_escapes(e, t);
  put_d_step_inside(s, e);
  state(e->number).edges = {std::move(t)};
}

// The inside of a d_step: its elements are states too, but only the machine that runs the d_step ever stands there.
// An edge to state 0 leaves the sequence.
void Flow::put_d_step_inside(Sequence* sequence, Element* owner) {
  std::set<const Element*> inside;
  std::vector<Element*> all;
  std::function<void(Sequence*)> collect = [&](Sequence* s) {
    for (Element* f = s->first; f; f = f->next) {
      // joins are shared by the options they end: go on behind one that was met before
      if (inside.insert(f).second) {
        all.push_back(f);
        for (Sequence* h : f->sub) collect(h);
        if (f->node.kind == NodeKind::block || f->node.kind == NodeKind::d_step) collect(f->node.sequences[0]);
      }
      if (f == s->last) break;
    }
  };
  collect(sequence);
  for (Element* f : all) {
    if ((f->node.kind == NodeKind::block || f->node.kind == NodeKind::d_step) && f->next) {
      Sequence* inner = f->node.sequences[0];
      inner->last->next = f->next;
    }
  }
  for (Element* f : all) {
    StateEntry& s = state(f->number);
    if (s.exists) continue;
    s.exists = true;
    s.span = f->node.span;
    f->done = true;
    if (f->node.kind == NodeKind::if_ || f->node.kind == NodeKind::do_ || f->node.kind == NodeKind::unless) {
      s.choice = true;
      for (Sequence* h : f->sub) {
        s.options.push_back(hunt_start(h->first)->number);
        if (f->node.kind == NodeKind::unless) break;
      }
      continue;
    }
    if (f->node.kind == NodeKind::block || f->node.kind == NodeKind::d_step) {
      s.choice = true;
      s.options = {hunt_start(f->node.sequences[0]->first)->number};
      continue;
    }
    Transition t;
    Element* g = f->node.kind == NodeKind::goto_ ? goto_target(f) : f->next;
    if (g) g = hunt(g, false);
    t.to = g && g != owner->next && inside.count(g) ? g->number : 0;
    t.id = f->id;
    t.in_d_step = true;
    t.action = f->node.action != ir::kNone ? f->node.action : skip_action(f);
    state(f->number).edges = {std::move(t)};
  }
}

void Flow::put_sequence(Sequence* sequence) {
  for (Element* e = sequence->first; e; e = e->next) {
    if (!e->done) {
      e->done = true;
      switch (e->node.kind) {
        case NodeKind::unless: put_sequence(e->sub[0]); break;
        case NodeKind::if_:
        case NodeKind::do_: {
          std::vector<uint32_t> options;
          for (Sequence* h : e->sub) {
            Element* g = hunt_start(h->first);
            // An option that can never be taken is left out.
            const bool never =
                g->node.kind == NodeKind::statement && g->node.constant && *g->node.constant == 0 && g->escapes.empty();
            if (!never) options.push_back(g->number);
          }
          StateEntry& s = state(e->number);
          s.exists = true;
          s.choice = true;
          s.span = e->node.span;
          s.options = std::move(options);
          for (Sequence* h : e->sub) put_sequence(h);
          break;
        }
        case NodeKind::atomic:
        case NodeKind::block:
        case NodeKind::d_step: put_block(e); break;
        case NodeKind::statement:
        case NodeKind::goto_:
        case NodeKind::join:
        case NodeKind::break_:
        case NodeKind::end: put_element(e); break;
      }
    }
    if (e == sequence->last) break;
  }
}

// Puts the edges of the options in the place of a choice, and hands label properties on as SPIN does.
void Flow::flatten() {
  auto inherit = [this](uint32_t to, uint32_t from) {
    if (to >= states_.size() || from >= states_.size()) return;
    states_[to].end |= states_[from].end;
    states_[to].accept |= states_[from].accept;
    states_[to].progress |= states_[from].progress;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (StateEntry& s : states_) {
      if (!s.choice) continue;
      bool nested = false;
      for (uint32_t o : s.options) nested |= states_[o].choice;
      if (!nested) continue;
      std::vector<uint32_t> flat;
      for (uint32_t o : s.options) {
        if (!states_[o].choice) {
          flat.push_back(o);
          continue;
        }
        for (uint32_t inner : states_[o].options) {
          flat.push_back(inner);
          inherit(inner, o);
        }
        changed = true;
      }
      if (flat.size() > 100000) {
        diagnostics_.error(s.span, "this choice has too many options");
        return;
      }
      s.options = std::move(flat);
    }
  }
  for (StateEntry& s : states_) {
    if (!s.choice) continue;
    s.edges.clear();
    for (uint32_t o : s.options) {
      assert(o < states_.size());
      if (states_[o].edges.empty()) continue;
      const Transition t = states_[o].edges.front();
      inherit(t.to, o);
      s.edges.push_back(t);
    }
    if (!s.options.empty()) s.span = states_[s.options.front()].span;
  }
}

// The edges of escapes go in front; those of the outer unless first, or of the inner one (pan -J).
void Flow::add_escapes(bool inner_first) {
  auto is_there = [](const std::vector<Transition>& list, int32_t id) {
    for (const Transition& t : list) {
      if (t.id == id) return true;
    }
    return false;
  };
  for (uint32_t i = 0; i < states_.size(); ++i) {
    StateEntry& s = states_[i];
    if (!s.exists) continue;
    const std::vector<Transition> original = s.edges;
    std::vector<Transition> appended;
    for (const Transition& t0 : original) {
      for (size_t k = t0.escapes.size(); k-- > 0;) {
        const uint32_t p = t0.escapes[k];
        assert(p < states_.size());
        const std::vector<Transition> from = states_[p].edges;
        for (const Transition& t1 : from) {
          if (inner_first ? is_there(s.edges, t1.id) || is_there(appended, t1.id) : is_there(s.edges, t1.id)) continue;
          Transition t2 = t1;
          t2.escape_of = p;
          if (inner_first)
            appended.push_back(std::move(t2));
          else
            s.edges.insert(s.edges.begin(), std::move(t2));
        }
      }
    }
    s.edges.insert(s.edges.begin(), appended.begin(), appended.end());
  }
}

void Flow::finish(Sequence* body, ir::Process& process, ir::Program& program, bool inner_first) {
  assert(body && open_.empty());
  program_ = &program;
  tie_loose_ends();
  process.initial = hunt(body->first, body->first->atom)->number;
  put_sequence(body);
  assert(states_.size() <= next_number_);
  states_.resize(next_number_);
  for (const LabelEntry& l : labels_) {
    StateEntry& s = state(l.element->number);
    if (starts_with(l.name, "end")) s.end = true;
    if (starts_with(l.name, "accept")) s.accept = true;
    if (starts_with(l.name, "progress")) s.progress = true;
    process.labels.push_back({l.name, l.element->number});
  }
  state(body->last->number).end = true;  // the closing brace
  flatten();
  add_escapes(inner_first);
  for (StateEntry& s : states_) {
    if (s.edges.size() == 1 && s.edges[0].is_join && s.end && s.edges[0].to < states_.size())
      states_[s.edges[0].to].end = true;
  }
  process.states.resize(states_.size());
  for (uint32_t i = 0; i < states_.size(); ++i) {
    const StateEntry& s = states_[i];
    ir::ControlState& c = process.states[i];
    c.used = s.exists;
    c.end = s.end;
    c.accept = s.accept;
    c.progress = s.progress;
    c.span = s.span;
    for (const Transition& t : s.edges) {
      assert(t.to < states_.size() && t.action != ir::kNone);
      ir::Edge e;
      e.from = i;
      e.to = t.to;
      e.action = t.action;
      e.id = t.id;
      e.atomic = t.atomic;
      e.in_d_step = t.in_d_step;
      e.escape = t.escape_of;
      c.edges.push_back(add_to<uint32_t>(process.edges, e));
    }
  }
}

}  // namespace gyre::promela
