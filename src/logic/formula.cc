#include "logic/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/characters.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/ids.h"

namespace gyre::logic {

namespace {

int compare(Formula f, Formula g) {
  if (f == g) return 0;
  if (f->op != g->op) return f->op < g->op ? -1 : 1;
  if (f->atom != g->atom) return f->atom < g->atom ? -1 : 1;
  if (f->size != g->size) return f->size < g->size ? -1 : 1;
  if (f->args.size() != g->args.size()) return f->args.size() < g->args.size() ? -1 : 1;
  // The hash before the operands: comparing shared sub-formulas again and again could take exponential time.
  if (f->hash != g->hash) return f->hash < g->hash ? -1 : 1;
  for (size_t i = 0; i < f->args.size(); ++i) {
    if (const int c = compare(f->args[i], g->args[i])) return c;
  }
  return 0;
}

// Literals come first, those of one atom together.
int sort_compare(Formula f, Formula g) {
  const auto literal = [](Formula x) { return x->is(Op::atom) || (x->is(Op::negation) && x->left()->is(Op::atom)); };
  const bool lf = literal(f), lg = literal(g);
  if (lf != lg) return lf ? -1 : 1;
  if (lf) {
    const uint32_t a = f->is(Op::atom) ? f->atom : f->left()->atom;
    const uint32_t b = g->is(Op::atom) ? g->atom : g->left()->atom;
    if (a != b) return a < b ? -1 : 1;
  }
  return compare(f, g);
}

uint64_t structure_hash(Op op, uint32_t atom, const std::vector<Formula>& args) {
  uint64_t h = word_term(static_cast<uint64_t>(op) << 32 | atom, 0);
  for (size_t i = 0; i < args.size(); ++i)
    h = mum(h ^ args[i]->hash, position_key(i)) + word_term(args[i]->hash, i + 1);
  return finish_hash(h, args.size() + 1);
}

bool all(const std::vector<Formula>& args, bool Node::*property) {
  return std::all_of(args.begin(), args.end(), [&](Formula f) { return f->*property; });
}

void set_classes(Node& n) {
  const auto& a = n.args;
  n.boolean = n.eventual = n.universal = n.safety = n.guarantee = n.obligation = false;
  switch (n.op) {
    case Op::bottom:
    case Op::top: n.boolean = n.eventual = n.universal = n.safety = n.guarantee = n.obligation = true; return;
    case Op::atom: n.boolean = n.safety = n.guarantee = n.obligation = true; return;
    case Op::negation:
      n.boolean = a[0]->boolean;
      n.eventual = a[0]->universal;
      n.universal = a[0]->eventual;
      n.safety = a[0]->guarantee;
      n.guarantee = a[0]->safety;
      n.obligation = a[0]->obligation;
      return;
    case Op::conjunction:
    case Op::disjunction: n.boolean = all(a, &Node::boolean); [[fallthrough]];
    case Op::next:
      n.eventual = all(a, &Node::eventual);
      n.universal = all(a, &Node::universal);
      n.safety = all(a, &Node::safety);
      n.guarantee = all(a, &Node::guarantee);
      n.obligation = all(a, &Node::obligation);
      return;
    case Op::eventually:
      n.eventual = true;
      n.universal = a[0]->universal;
      n.guarantee = n.obligation = a[0]->guarantee;
      return;
    case Op::always:
      n.universal = true;
      n.eventual = a[0]->eventual;
      n.safety = n.obligation = a[0]->safety;
      return;
    case Op::until:
      n.eventual = a[1]->eventual;
      n.universal = a[0]->universal && a[1]->universal;
      n.guarantee = a[0]->guarantee && a[1]->guarantee;
      n.obligation = a[0]->obligation && a[1]->guarantee;
      return;
    case Op::release:
      n.eventual = a[0]->eventual && a[1]->eventual;
      n.universal = a[1]->universal;
      n.safety = a[0]->safety && a[1]->safety;
      n.obligation = a[0]->obligation && a[1]->safety;
      return;
    case Op::weak_until:
      n.eventual = a[0]->eventual && a[1]->eventual;
      n.universal = a[0]->universal && a[1]->universal;
      n.safety = a[0]->safety && a[1]->safety;
      n.obligation = a[0]->safety && a[1]->obligation;
      return;
    case Op::strong_release:
      n.eventual = a[0]->eventual && a[1]->eventual;
      n.universal = a[0]->universal && a[1]->universal;
      n.guarantee = a[0]->guarantee && a[1]->guarantee;
      n.obligation = a[0]->guarantee && a[1]->obligation;
      return;
  }
}

Op dual(Op op) {
  switch (op) {
    case Op::bottom: return Op::top;
    case Op::top: return Op::bottom;
    case Op::conjunction: return Op::disjunction;
    case Op::disjunction: return Op::conjunction;
    case Op::eventually: return Op::always;
    case Op::always: return Op::eventually;
    case Op::until: return Op::release;
    case Op::release: return Op::until;
    case Op::weak_until: return Op::strong_release;
    case Op::strong_release: return Op::weak_until;
    case Op::next: return Op::next;
    case Op::atom:
    case Op::negation: break;
  }
  assert(false && "the negation of a literal is no operator");
  return op;
}

[[maybe_unused]] bool is_unary(Op op) { return op == Op::next || op == Op::eventually || op == Op::always; }
[[maybe_unused]] bool is_binary(Op op) {
  return op == Op::until || op == Op::release || op == Op::weak_until || op == Op::strong_release;
}

}  // namespace

bool structural_less(Formula f, Formula g) { return sort_compare(f, g) < 0; }

FormulaFactory::FormulaFactory() {
  bottom_ = intern(Op::bottom, 0, {});
  top_ = intern(Op::top, 0, {});
}

FormulaFactory::~FormulaFactory() = default;

Formula FormulaFactory::intern(Op op, uint32_t atom, std::vector<Formula> args) {
  const uint64_t hash = structure_hash(op, atom, args);
  const auto [first, last] = table_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (it->second->op == op && it->second->atom == atom && it->second->args == args) return it->second;
  }
  auto node = std::make_unique<Node>();
  node->op = op;
  node->atom = atom;
  node->id = next_id<uint32_t>(nodes_);
  node->hash = hash;
  node->has_next = op == Op::next;
  for (Formula f : args) {
    assert(f->id < nodes_.size() && nodes_[f->id].get() == f);  // it belongs to this factory
    node->depth = std::max(node->depth, f->depth + 1);
    node->size = std::min<uint64_t>(node->size + f->size, uint64_t{1} << 60);
    node->has_next = node->has_next || f->has_next;
  }
  if (node->depth > kMaxDepth) throw Error(fmt::format("formula is nested more than {} levels deep", kMaxDepth));
  node->args = std::move(args);
  set_classes(*node);
  nodes_.push_back(std::move(node));
  table_.emplace(hash, nodes_.back().get());
  return nodes_.back().get();
}

Formula FormulaFactory::atom(uint32_t index) { return intern(Op::atom, index, {}); }

Formula FormulaFactory::negation(Formula f) {
  if (f == top_) return bottom_;
  if (f == bottom_) return top_;
  if (f->is(Op::negation)) return f->left();
  return intern(Op::negation, 0, {f});
}

Formula FormulaFactory::nary(Op op, std::vector<Formula> args) {
  assert(op == Op::conjunction || op == Op::disjunction);
  const Formula neutral = op == Op::conjunction ? top_ : bottom_;
  const Formula zero = op == Op::conjunction ? bottom_ : top_;
  std::vector<Formula> flat;
  for (Formula f : args) {
    if (f == zero) return zero;
    if (f == neutral) continue;
    if (f->is(op)) {
      flat.insert(flat.end(), f->args.begin(), f->args.end());
    } else {
      flat.push_back(f);
    }
  }
  std::sort(flat.begin(), flat.end(), structural_less);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  const std::unordered_set<Formula> present(flat.begin(), flat.end());
  for (Formula f : flat) {
    if (f->is(Op::negation) && present.count(f->left())) return zero;
  }
  return intern(op, 0, std::move(flat));
}

Formula FormulaFactory::conjunction(std::vector<Formula> args) { return nary(Op::conjunction, std::move(args)); }
Formula FormulaFactory::disjunction(std::vector<Formula> args) { return nary(Op::disjunction, std::move(args)); }

Formula FormulaFactory::unary(Op op, Formula f) {
  assert(is_unary(op));
  if (f == top_ || f == bottom_) return f;
  return intern(op, 0, {f});
}

Formula FormulaFactory::binary(Op op, Formula f, Formula g) {
  assert(is_binary(op));
  return intern(op, 0, {f, g});
}

Formula FormulaFactory::implication(Formula f, Formula g) { return disjunction({negation(f), g}); }

Formula FormulaFactory::equivalence(Formula f, Formula g) {
  return disjunction({conjunction({f, g}), conjunction({negation(f), negation(g)})});
}

Formula FormulaFactory::normal(Formula f, bool negate) {
  if (f->is(Op::negation)) return normal(f->left(), !negate);
  if (f->is(Op::atom)) return negate ? negation(f) : f;
  if (f == top_ || f == bottom_) return (f == top_) != negate ? top_ : bottom_;
  const auto found = nnf_[negate].find(f);
  if (found != nnf_[negate].end()) return found->second;
  std::vector<Formula> args;
  for (Formula arg : f->args) args.push_back(normal(arg, negate));
  const Op op = negate ? dual(f->op) : f->op;
  Formula result = nullptr;
  if (op == Op::conjunction || op == Op::disjunction) {
    result = nary(op, std::move(args));
  } else if (args.size() == 1) {
    result = unary(op, args[0]);
  } else {
    result = binary(op, args[0], args[1]);
  }
  nnf_[negate].emplace(f, result);
  return result;
}

Formula FormulaFactory::nnf(Formula f) { return normal(f, false); }
Formula FormulaFactory::negated_nnf(Formula f) { return normal(f, true); }

namespace {

Formula import_into(FormulaFactory& factory, Formula f, std::unordered_map<Formula, Formula>& done) {
  if (const auto it = done.find(f); it != done.end()) return it->second;
  std::vector<Formula> args;
  for (Formula arg : f->args) args.push_back(import_into(factory, arg, done));
  Formula result = nullptr;
  switch (f->op) {
    case Op::bottom: result = factory.bottom(); break;
    case Op::top: result = factory.top(); break;
    case Op::atom: result = factory.atom(f->atom); break;
    case Op::negation: result = factory.negation(args[0]); break;
    case Op::conjunction: result = factory.conjunction(std::move(args)); break;
    case Op::disjunction: result = factory.disjunction(std::move(args)); break;
    case Op::next:
    case Op::eventually:
    case Op::always: result = factory.unary(f->op, args[0]); break;
    case Op::until:
    case Op::release:
    case Op::weak_until:
    case Op::strong_release: result = factory.binary(f->op, args[0], args[1]); break;
  }
  done.emplace(f, result);
  return result;
}

uint32_t bound(Formula f, std::unordered_set<Formula>& seen) {
  if (!seen.insert(f).second) return 0;
  uint32_t result = f->is(Op::atom) ? f->atom + 1 : 0;
  for (Formula arg : f->args) result = std::max(result, bound(arg, seen));
  return result;
}

// A text that is not one word or call must stand in parentheses when something is applied to it.
bool simple_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || c == '_' || c == '.' || c == '@' || c == '[' || c == ']' || c == ':';
  });
}

class Printer {
 public:
  Printer(const std::vector<std::string>& atoms, Syntax syntax) : atoms_(atoms), spin_(syntax == Syntax::spin) {}

  std::string take() { return std::move(out_); }

  void print(Formula f, bool tight) {
    if (out_.size() > kLimit) {
      if (!cut_) out_ += "...";
      cut_ = true;
      return;
    }
    switch (f->op) {
      case Op::bottom: out_ += "false"; return;
      case Op::top: out_ += "true"; return;
      case Op::atom: print_atom(f->atom); return;
      case Op::negation: print_unary("!", f->left()); return;
      case Op::next: print_unary("X ", f->left()); return;
      case Op::eventually: print_unary(spin_ ? "<>" : "F ", f->left()); return;
      case Op::always: print_unary(spin_ ? "[]" : "G ", f->left()); return;
      case Op::conjunction: print_list(f, spin_ ? " && " : " & ", tight); return;
      case Op::disjunction: print_list(f, spin_ ? " || " : " | ", tight); return;
      case Op::until: print_list(f, " U ", tight); return;
      case Op::release: print_list(f, spin_ ? " V " : " R ", tight); return;
      case Op::weak_until: print_list(f, " W ", tight); return;
      case Op::strong_release: print_list(f, " M ", tight); return;
    }
  }

 private:
  static constexpr size_t kLimit = 400'000;

  void print_atom(uint32_t index) {
    if (index >= atoms_.size()) {
      out_ += fmt::format("p{}", index);
    } else if (simple_word(atoms_[index])) {
      out_ += atoms_[index];
    } else {
      out_ += "(" + atoms_[index] + ")";
    }
  }

  void print_unary(const char* op, Formula f) {
    out_ += op;
    print(f, true);
  }

  void print_list(Formula f, const char* op, bool tight) {
    if (tight) out_ += '(';
    for (size_t i = 0; i < f->args.size() && !cut_; ++i) {
      if (i > 0) out_ += op;
      print(f->args[i], true);
    }
    if (tight) out_ += ')';
  }

  const std::vector<std::string>& atoms_;
  bool spin_;
  bool cut_ = false;
  std::string out_;
};

}  // namespace

Formula FormulaFactory::import(Formula f) {
  std::unordered_map<Formula, Formula> done;
  return import_into(*this, f, done);
}

uint32_t atom_bound(Formula f) {
  std::unordered_set<Formula> seen;
  return bound(f, seen);
}

std::string print(Formula f, const std::vector<std::string>& atoms, Syntax syntax) {
  Printer printer(atoms, syntax);
  printer.print(f, false);
  return printer.take();
}

}  // namespace gyre::logic
