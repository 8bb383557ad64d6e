#include "trace/reading.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ir/ops.h"

namespace gyre::trace {

namespace {

constexpr size_t kMostVariables = 4;

}  // namespace

std::optional<int32_t> Reading::value(ir::ExprId id) const {
  const ir::Expr& e = program_.expr(id);
  if (e.op == ir::Op::constant) return e.value;
  if (e.op == ir::Op::pid) return pid_ < 0 ? std::nullopt : std::optional(pid_);
  if (e.op == ir::Op::load) return load(e.place);
  if (!ir::is_operator(e.op)) return std::nullopt;
  const bool exact = program_.semantics.exact_arithmetic;
  const std::optional<int32_t> x = value(e.kids[0]);
  if (!x) return std::nullopt;
  if (e.kids.size() == 1) return ir::compute(e.op, *x, exact);
  const std::optional<int32_t> y = value(e.kids[1]);
  return y ? ir::compute(e.op, *x, *y, exact) : std::nullopt;
}

// Its number, row by row. None: an index is out of its array, or not known.
std::optional<uint32_t> Reading::element(const ir::Place& place) const {
  const ir::Variable& v = program_.variable(place.var);
  if (place.indices.size() != v.dims.size() || (v.scope == ir::Scope::local && pid_ < 0)) return std::nullopt;
  uint32_t flat = 0;
  for (size_t i = 0; i < v.dims.size(); ++i) {
    const std::optional<int32_t> index = value(place.indices[i]);
    if (!index || *index < 0 || std::cmp_greater_equal(*index, v.dims[i])) return std::nullopt;
    flat = flat * v.dims[i] + static_cast<uint32_t>(*index);
  }
  return flat;
}

std::optional<int32_t> Reading::load(const ir::Place& place) const {
  const std::optional<uint32_t> at = element(place);
  if (!at) return std::nullopt;
  const ir::Variable& v = program_.variable(place.var);
  return element_value(program_, shapes_, state_, v, *at, owner(v));
}

// "a[1].x is 3"; empty: it is not known, or not for people.
std::string Reading::named(const ir::Place& place) const {
  const ir::Variable& v = program_.variable(place.var);
  const std::optional<uint32_t> at = element(place);
  if (!at || v.internal) return "";
  return fmt::format("{} is {}", element_name(v, *at), element_text(program_, shapes_, state_, v, *at, owner(v)));
}

std::string Reading::variables(ir::ExprId id) const {
  std::vector<std::string> found;
  ir::each_expr(program_, id, [&](const ir::Expr& e) {
    if (e.op != ir::Op::load) return;
    std::string text = named(e.place);
    if (!text.empty() && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(std::move(text));
  });
  return found.size() > kMostVariables ? "" : fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace gyre::trace
