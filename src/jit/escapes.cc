// Escapes (unless): their edges come first, and once one of them is taken only those of the same escape are looked at.
#include <algorithm>

#include "jit/generator.h"

namespace gyre::jit {

Generator::Escapes Generator::begin_escapes(const ir::Process& process, size_t state) {
  const std::vector<uint32_t>& edges = process.states[state].edges;
  Escapes out;
  if (std::none_of(edges.begin(), edges.end(), [&](uint32_t e) { return process.edges[e].escape != 0; })) return out;
  out.taken = b_.slot(b_.i32, b_.c32(0));
  out.done = b_.block();
  return out;
}

// `make` makes the code of an edge, which sets `executed` if it is taken.
void Generator::with_escape(const Escapes& escapes, const ir::Edge& edge, V executed,
                            const std::function<void()>& make) {
  if (!escapes.taken) {
    make();
    return;
  }
  V taken = b_.get(b_.i32, escapes.taken);
  V other = b_.bit_and(b_.is_true(taken), b_.bit_not(b_.equal(taken, b_.c32(edge.escape))));
  const Block look = b_.block();
  b_.branch(other, escapes.done, look);
  b_.go_on_in(look);
  if (edge.escape == 0) {
    make();
    return;
  }
  // An else asks whether something was executed before it; no other edge does.
  const ir::ActionKind kind = action(edge).kind;
  V before = b_.get(b_.i32, executed);
  if (kind != ir::ActionKind::else_) b_.set(executed, b_.c32(0));
  offer_escape_ = escapes.taken;
  make();
  offer_escape_ = nullptr;
  V after = b_.get(b_.i32, executed);
  V now = b_.is_true(after);
  if (kind == ir::ActionKind::else_) now = b_.bit_and(now, b_.bit_not(b_.is_true(before)));
  b_.set(executed, b_.bit_or(before, after));
  b_.set(escapes.taken, b_.select(now, b_.c32(edge.escape), b_.get(b_.i32, escapes.taken)));
}

void Generator::end_escapes(const Escapes& escapes) {
  if (!escapes.taken) return;
  b_.jump(escapes.done);
  b_.go_on_in(escapes.done);
}

}  // namespace gyre::jit
