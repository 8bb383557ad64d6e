// What is said of names that mean nothing: which name may have been meant, and where there is one.
#include <algorithm>

#include <fmt/format.h>

#include "base/near_name.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

void Lowering::report_undeclared(const Expr& e) {
  const bool in_process =
      context_.unit != nullptr && (context_.unit->kind == UnitKind::proctype || context_.unit->kind == UnitKind::init);
  if (!in_process && report_local(e)) return;
  std::vector<std::string> names = {"true", "false", "skip"};
  for (const auto& [name, symbol] : globals_) names.push_back(name);
  for (const auto& [name, value] : mtype_constants_) names.push_back(name);
  if (context_.process != kNone) {
    for (int32_t s = context_.scope; s >= 0; s = nth(context_.unit->scopes, s).parent) {
      for (const auto& [name, symbol] : nth(context_.scopes, s)) names.push_back(name);
    }
  }
  const std::string near = near_name(e.name, names);
  diagnostics_.error(e.span, fmt::format("'{}' is not declared{}", e.name, did_you_mean(near)));
  if (!near.empty()) diagnostics_.fix(fmt::format("replace '{}' by '{}'", e.name, near), e.span, near);
}

// A formula or a claim that speaks of a process's own variable. False: no process has such a one.
bool Lowering::report_local(const Expr& e) {
  int32_t pid = 0;
  for (const Unit& u : model_.units) {
    if (u.kind != UnitKind::proctype && u.kind != UnitKind::init) continue;
    const Body& body = nth(bodies_, unit_process_.at(&u));
    const bool has = std::any_of(body.scopes.begin(), body.scopes.end(),
                                 [&](const std::map<std::string, Symbol>& scope) { return scope.count(e.name) != 0; });
    if (has && u.kind == UnitKind::proctype) {
      const std::string remote =
          u.active > 0 ? fmt::format("{}[{}]:{}", u.name, pid, e.name) : fmt::format("{}[pid]:{}", u.name, e.name);
      diagnostics_.error(e.span, fmt::format("'{}' is no global variable; '{}' has one: {}", e.name, u.name, remote));
      if (u.active > 0) diagnostics_.fix(fmt::format("write '{}'", remote), e.span, remote);
      return true;
    }
    pid += u.active;
  }
  return false;
}

std::string Lowering::process_hint(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& [known, number] : processes_) names.push_back(known);
  return did_you_mean(near_name(name, names));
}

std::string Lowering::member_hint(const Unit& type, const std::string& name) const {
  std::vector<std::string> names;
  for (const VarDecl& d : type.decls) names.push_back(d.name);
  return did_you_mean(near_name(name, names));
}

}  // namespace gyre::promela
