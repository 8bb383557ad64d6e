#include "promela/flow.h"

#include <set>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/nth.h"

namespace gyre::promela {

namespace {

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

bool is_skip(const Node& n) {
  return n.kind == NodeKind::statement && (n.is_print || (n.constant && *n.constant == 1));
}

Node skip_node(const Span& span) {
  Node n;
  n.constant = 1;
  n.span = span;
  return n;
}

}  // namespace

void Flow::open(bool body) {
  sequences_.emplace_back();
  open_.push_back(&sequences_.back());
  if (body) next_number_ = 1;
  initialisation_ok = body;
}

Sequence* Flow::close(Close how) {
  assert(!open_.empty());
  Sequence* s = open_.back();
  open_.pop_back();
  if (how == Close::body) initialisation_ok = true;
  if (s->first && has_label(s->first)) {
    const char* hint = nullptr;
    switch (how) {
      case Close::escape: hint = "a label cannot stand on the first statement of an escape"; break;
      case Close::guarded: hint = "write 'Label: { statement unless ... }', not 'Label: statement unless ...'"; break;
      case Close::atomic: hint = "write 'Label: atomic { ... }', not 'atomic { Label: ... }'"; break;
      case Close::d_step: hint = "write 'Label: d_step { ... }', not 'd_step { Label: ... }'"; break;
      case Close::braces: hint = "write 'Label: { ... }', not '{ Label: ... }'"; break;
      case Close::body:
      case Close::option:
      case Close::lifted:
      case Close::loop: break;
    }
    if (hint) diagnostics_.error(s->first->node.span, fmt::format("a label is misplaced: {}", hint));
  }
  s->extent = s->last;
  if (!s->last) {  // reported by the parser; keep the structure sound
    Element* e = raw_element(skip_node({}));
    s->first = s->last = s->extent = e;
  }
  return s;
}

BreakTarget* Flow::push_break() {
  break_targets_.emplace_back();
  breaks_.push_back(&break_targets_.back());
  return breaks_.back();
}

Element* Flow::raw_element(Node node) {
  elements_.emplace_back();
  Element* e = &elements_.back();
  e->node = std::move(node);
  e->number = next_number_++;
  e->id = next_id_++;
  return e;
}

Element* Flow::new_element(Node node) {
  if (node.kind == NodeKind::if_ || node.kind == NodeKind::do_) return if_sequence(std::move(node));
  if (node.kind == NodeKind::unless) return unless_sequence(std::move(node));
  return raw_element(std::move(node));
}

Element* Flow::add(Node node) {
  const bool adds_itself = node.kind == NodeKind::if_ || node.kind == NodeKind::do_ || node.kind == NodeKind::unless;
  assert(!open_.empty());
  const Node copy = node;
  Element* e = new_element(std::move(node));
  for (const auto& [name, span] : copy.labels) set_label(name, copy, e, span);
  if (!adds_itself) append(e, open_.back());
  return e;
}

void Flow::append(Element* e, Sequence* s) {
  if (e->node.kind == NodeKind::goto_ && has_special_label(e)) {
    // A labelled goto is no state; the label gets one of its own.
    Element* y = raw_element(skip_node(e->node.span));
    for (auto it = labels_.rbegin(); it != labels_.rend(); ++it) {
      if (it->element == e) {
        it->element = y;
        break;
      }
    }
    append(y, s);
  }
  if (!s->first)
    s->first = e;
  else
    s->last->next = e;
  s->last = e;
}

Element* Flow::if_sequence(Node node) {
  assert(node.kind == NodeKind::if_ || node.kind == NodeKind::do_);
  Element* e = raw_element({});
  Node join;
  join.kind = NodeKind::join;
  join.span = node.span;
  Element* t = raw_element(join);
  // An else option is tried last, wherever it stands.
  std::vector<Sequence*> options;
  Sequence* otherwise = nullptr;
  for (Sequence* s : node.sequences) {
    assert(s->first);  // close() leaves no sequence empty
    if (s->first->node.is_else) {
      if (otherwise) diagnostics_.error(s->first->node.span, "this choice has two else options");
      otherwise = s;
    } else {
      options.push_back(s);
    }
  }
  if (otherwise) options.push_back(otherwise);
  const bool is_loop = node.kind == NodeKind::do_;
  const Span span = node.span;
  e->node = std::move(node);
  e->node.labels.clear();
  e->sub = options;
  for (Sequence* s : options) append(t, s);
  // The join is shared by all options: its successor is set once, below.
  Sequence* here = open_.back();
  if (is_loop) {
    append(t, here);
    Node after;
    after.kind = NodeKind::break_;
    after.span = span;
    t = raw_element(after);
    if (!breaks_.empty()) {
      breaks_.back()->element = t;
      breaks_.pop_back();
    }
  }
  append(e, here);
  append(t, here);
  return e;
}

Element* Flow::unless_sequence(Node node) {
  assert(node.kind == NodeKind::unless && node.sequences.size() == 2);
  Element* e = raw_element({});
  Node join;
  join.kind = NodeKind::join;
  join.span = node.span;
  Element* t = raw_element(join);
  e->node = std::move(node);
  e->node.labels.clear();
  e->sub = e->node.sequences;
  for (Sequence* s : e->sub) append(t, s);
  attach_escape(e->sub[0], e->sub[1]);
  append(e, open_.back());
  append(t, open_.back());
  return e;
}

void Flow::attach_escape(Sequence* s, Sequence* escape) {
  assert(s != escape);
  for (Element* f = s->first; f; f = f->next) {
    escape_element(f, escape);
    if (f == s->extent) break;
  }
}

void Flow::escape_element(Element* f, Sequence* escape) {
  for (Sequence* z : f->escapes) {
    if (z == escape) return;
  }
  // The escapes of a state can themselves be escaped from.
  const std::vector<Sequence*> inner = f->escapes;
  for (Sequence* z : inner) attach_escape(z, escape);
  f->escapes.insert(f->escapes.begin(), escape);
  switch (f->node.kind) {
    case NodeKind::unless: attach_escape(f->sub[0], escape); break;
    case NodeKind::if_:
    case NodeKind::do_:
      for (Sequence* z : f->sub) attach_escape(z, escape);
      break;
    case NodeKind::d_step: escape_element(f->node.sequences[0]->first, escape); break;
    case NodeKind::atomic:
    case NodeKind::block: attach_escape(f->node.sequences[0], escape); break;
    case NodeKind::statement:
    case NodeKind::goto_:
    case NodeKind::join:
    case NodeKind::break_:
    case NodeKind::end: break;
  }
}

Node Flow::unless(Node normal, Node escape) {
  Node re;
  re.kind = NodeKind::unless;
  re.span = normal.span;
  re.scope = normal.scope;
  re.inline_id = normal.inline_id;
  Sequence* escape_sequence;
  if (escape.kind == NodeKind::block && escape.labels.empty()) {
    escape_sequence = escape.sequences[0];
  } else {
    open(false);
    add(std::move(escape));
    escape_sequence = close(Close::escape);
  }
  if (normal.kind == NodeKind::block && normal.labels.empty()) {
    re.sequences = {normal.sequences[0], escape_sequence};
    return re;
  }
  const bool braces =
      normal.kind == NodeKind::block || normal.kind == NodeKind::atomic || normal.kind == NodeKind::d_step;
  if (braces && normal.labels.size() == 1) {
    // The label is lifted over the whole.
    re.sequences = {normal.sequences[0], escape_sequence};
    open(false);
    add(std::move(re));
    Node lifted;
    lifted.kind = normal.kind;
    lifted.sequences = {close(Close::lifted)};
    lifted.labels = normal.labels;
    lifted.span = normal.span;
    lifted.scope = normal.scope;
    lifted.inline_id = normal.inline_id;
    return lifted;
  }
  open(false);
  add(std::move(normal));
  Sequence* normal_sequence = close(Close::guarded);
  re.sequences = {normal_sequence, escape_sequence};
  return re;
}

// In an option SPIN leaves out all but the first of several unlabelled skips in a row (a print counts as one).
void Flow::prune(const Node& choice) {
  if (is_claim_) return;
  for (Sequence* s : choice.sequences) {
    int count = 0;
    Element* before = nullptr;
    for (Element* e = s->first; e; before = e, e = e->next) {
      if (!is_skip(e->node) || has_label(e)) {
        count = 0;
        continue;
      }
      if (++count > 1 && !e->node.is_print && e != s->first && e != s->last && e != s->extent) {
        before->next = e->next;
        e = before;
      }
    }
  }
}

void Flow::make_atomic(Sequence* s, bool d_step) {
  assert(s->first && s->last);
  walk_atomic(s->first, s->last, d_step);
  Element* f = s->last;
  switch (f->node.kind) {
    case NodeKind::block:
    case NodeKind::atomic: make_atomic(f->node.sequences[0], d_step); break;
    case NodeKind::unless: make_atomic(f->sub[0], d_step); break;
    case NodeKind::statement:
    case NodeKind::if_:
    case NodeKind::do_:
    case NodeKind::goto_:
    case NodeKind::join:
    case NodeKind::break_:
    case NodeKind::d_step:
    case NodeKind::end:
      f->atom = false;
      f->last_atom = true;
      break;
  }
}

void Flow::walk_atomic(Element* first, Element* last, bool d_step) {
  for (Element* f = first; f; f = f->next) {
    f->atom = true;
    if (d_step) f->d_atom = true;
    if (f->node.kind == NodeKind::atomic || (f->node.kind == NodeKind::d_step && d_step))
      f->node.kind = NodeKind::block;
    if (f->node.kind == NodeKind::block) {
      walk_atomic(f->node.sequences[0]->first, f->node.sequences[0]->last, d_step);
    }
    if (f->node.kind == NodeKind::unless && d_step) diagnostics_.error(f->node.span, "unless inside d_step");
    for (Sequence* h : f->sub) walk_atomic(h->first, h->last, d_step);
    if (f == last) break;
  }
}

bool Flow::jumps_stay(Element* first, Element* last, int32_t first_id, Span& bad) {
  for (Element* f = first; f; f = f == last ? nullptr : f->next) {
    if (f->node.kind == NodeKind::goto_) {
      Element* target = f->node.break_target ? f->node.break_target->element : find_label(f->node);
      if (!target || target->id < first_id) {
        bad = f->node.span;
        return false;
      }
    }
    for (Sequence* h : f->sub) {
      if (!jumps_stay(h->first, h->last, first_id, bad)) return false;
    }
  }
  return true;
}

void Flow::check_d_step(Sequence* s, int32_t first_id) {
  Span bad;
  if (!jumps_stay(s->first, s->last, first_id, bad)) diagnostics_.error(bad, "a jump out of a d_step sequence");
}

// ---- labels

bool Flow::scope_contains(int32_t outer, int32_t inner) const {
  for (int32_t s = inner; s >= 0; s = nth(scopes_, s).parent) {
    if (s == outer) return true;
  }
  return false;
}

void Flow::set_label(const std::string& name, const Node& node, Element* element, const Span& span) {
  for (const LabelEntry& l : labels_) {
    if (l.name == name && l.scope == node.scope && l.inline_id == node.inline_id) {
      diagnostics_.error(span, fmt::format("label '{}' is declared twice", name));
      diagnostics_.note(l.span, "it was declared here");
      break;
    }
  }
  labels_.push_back({name, node.scope, node.inline_id, element, span});
}

Element* Flow::find_label(const Node& go) {
  const LabelEntry* possible = nullptr;
  bool outer = false;
  for (auto it = labels_.rbegin(); it != labels_.rend(); ++it) {
    if (it->name != go.target) continue;
    if (it->scope == go.scope) return it->element;
    if (scope_contains(it->scope, go.scope)) {
      possible = &*it;
      outer = true;
    } else if (!possible && !outer) {
      possible = &*it;
    }
  }
  return possible ? possible->element : nullptr;
}

bool Flow::has_label(const Element* e) const {
  for (const LabelEntry& l : labels_) {
    if (l.element == e) return true;
  }
  for (const BreakTarget& b : break_targets_) {
    if (b.element == e) return true;
  }
  return false;
}

bool Flow::has_special_label(const Element* e) const {
  for (const LabelEntry& l : labels_) {
    if (l.element == e &&
        (starts_with(l.name, "accept") || starts_with(l.name, "end") || starts_with(l.name, "progress"))) {
      return true;
    }
  }
  return false;
}

bool Flow::make_label_visible(const std::string& label) {
  for (auto it = labels_.rbegin(); it != labels_.rend(); ++it) {
    if (it->name != label) continue;
    Element* e = it->element;
    if (e->node.kind == NodeKind::goto_) {
      // The goto moves to an element of its own, behind a skip that carries the label.
      elements_.emplace_back();
      Element* y = &elements_.back();
      y->node = e->node;
      y->number = next_number_++;
      y->id = next_id_++;
      y->next = e->next;
      e->node = skip_node(e->node.span);
      e->next = y;
    }
    return true;
  }
  return false;
}

std::vector<std::string> Flow::label_names() const {
  std::vector<std::string> out;
  for (const LabelEntry& l : labels_) out.push_back(l.name);
  return out;
}

int32_t Flow::label_state(const std::string& label) {
  for (auto it = labels_.rbegin(); it != labels_.rend(); ++it) {
    if (it->name == label) return narrow<int32_t>(it->element->number);
  }
  return -1;
}

}  // namespace gyre::promela
