#include "automata/bdd.h"

#include <cassert>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "base/ids.h"

namespace gyre::automata {

namespace {

constexpr uint32_t kLeaf = 0xffffffff;  // "variable" of the constants: below all others
constexpr Bdd kUnknown = 0xffffffff;
constexpr size_t kMaxCubes = 20'000;     // of one label
constexpr size_t kMaxNodes = 8'000'000;  // some hundred megabytes with the tables

}  // namespace

size_t BddManager::BddNodeHash::operator()(const BddNode& n) const {
  return mum((uint64_t{n.low} << 32 | n.high) ^ 0x9e3779b97f4a7c15ULL, n.var * 2 + 0xd6e8feb86659fd93ULL);
}

BddManager::BddManager(std::function<bool()> stop) : stop_(std::move(stop)) {
  nodes_.push_back({kLeaf, kFalse, kFalse});
  nodes_.push_back({kLeaf, kTrue, kTrue});
  not_ = {kTrue, kFalse};
}

Bdd BddManager::make(uint32_t v, Bdd low, Bdd high) {
  assert(v < kMaxAtoms && low < nodes_.size() && high < nodes_.size());
  assert(v < var(low) && v < var(high));  // the variable order
  if (low == high) return low;
  const BddNode node{v, low, high};
  const auto [it, fresh] = unique_.emplace(node, next_id<Bdd>(nodes_));
  if (fresh) {
    if (nodes_.size() >= kMaxNodes) throw Error("formula is too large to be translated");
    nodes_.push_back(node);
    not_.push_back(kUnknown);
  }
  return it->second;
}

Bdd BddManager::lnot(Bdd f) {
  assert(f < nodes_.size() && not_.size() == nodes_.size());
  if (not_[f] != kUnknown) return not_[f];
  const BddNode n = nodes_[f];
  const Bdd low = lnot(n.low), high = lnot(n.high);
  const Bdd result = make(n.var, low, high);
  not_[f] = result;
  not_[result] = f;
  return result;
}

Bdd BddManager::land(Bdd f, Bdd g) {
  if (f == g || g == kTrue) return f;
  if (f == kTrue) return g;
  if (f == kFalse || g == kFalse) return kFalse;
  poll();
  if (f > g) std::swap(f, g);
  const uint64_t key = uint64_t{f} << 32 | g;
  const auto found = and_.find(key);
  if (found != and_.end()) return found->second;
  const BddNode a = nodes_[f], b = nodes_[g];
  const uint32_t v = a.var < b.var ? a.var : b.var;
  const Bdd low = land(a.var == v ? a.low : f, b.var == v ? b.low : g);
  const Bdd high = land(a.var == v ? a.high : f, b.var == v ? b.high : g);
  const Bdd result = make(v, low, high);
  and_.emplace(key, result);
  return result;
}

// Cubes that cover `lower` and stay within `upper`; returns what they cover.
Bdd BddManager::isop(Bdd lower, Bdd upper, Cube path, std::vector<Cube>* out) {
  if (lower == kFalse) return kFalse;
  if (upper == kTrue) {
    if (out->size() >= kMaxCubes) throw Error("formula is too large to be translated");
    out->push_back(path);
    return kTrue;
  }
  const BddNode l = nodes_[lower], u = nodes_[upper];
  const uint32_t v = l.var < u.var ? l.var : u.var;
  const Bdd l0 = l.var == v ? l.low : lower, l1 = l.var == v ? l.high : lower;
  const Bdd u0 = u.var == v ? u.low : upper, u1 = u.var == v ? u.high : upper;
  Cube with0 = path, with1 = path;
  with0.neg |= uint64_t{1} << v;
  with1.pos |= uint64_t{1} << v;
  const Bdd c0 = isop(minus(l0, u1), u0, with0, out);
  const Bdd c1 = isop(minus(l1, u0), u1, with1, out);
  const Bdd rest = lor(minus(l0, c0), minus(l1, c1));
  const Bdd c = isop(rest, land(u0, u1), path, out);
  return lor(c, make(v, c0, c1));
}

std::vector<Cube> BddManager::cubes(Bdd f) {
  std::vector<Cube> out;
  isop(f, f, {}, &out);
  return out;
}

Bdd BddManager::function(const std::vector<Cube>& cubes) {
  Bdd f = kFalse;
  for (const Cube& cube : cubes) {
    Bdd term = kTrue;
    for (uint32_t v = 64; v-- > 0;) {
      poll();
      if (cube.pos >> v & 1) term = land(atom(v), term);
      if (cube.neg >> v & 1) term = land(lnot(atom(v)), term);
    }
    f = lor(f, term);
  }
  return f;
}

uint64_t BddManager::some_letter(Bdd f) const {
  assert(f != kFalse);
  uint64_t letter = 0;
  while (!constant(f)) {
    if (low(f) != kFalse) {
      f = low(f);
    } else {
      letter |= uint64_t{1} << var(f);
      f = high(f);
    }
  }
  return letter;
}

}  // namespace gyre::automata
