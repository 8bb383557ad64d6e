// A program of many statements is made in several modules, and a process of many in several functions (sizes.h). 13,000
// statements in one function took a quarter of an hour and 800 MB.
#include "jit/generator.h"

namespace gyre::jit {

using ir::ActionKind;

// What the code for a control state is made of. The inside of a d_step is code of the state it begins in.
size_t Generator::statements_of(size_t process, size_t state) const {
  const ir::Process& p = p_.processes[process];
  size_t all = 0;
  std::vector<bool> seen;
  std::vector<uint32_t> inside;
  const auto visit = [&](uint32_t s) {
    if (s == 0 || seen[s]) return;
    seen[s] = true;
    inside.push_back(s);
  };
  for (uint32_t e : p.states[state].edges) {
    ++all;
    if (action(p.edges[e]).kind != ActionKind::d_step) continue;
    seen.resize(p.states.size(), false);
    visit(action(p.edges[e]).d_step_entry);
  }
  while (!inside.empty()) {
    const uint32_t s = inside.back();
    inside.pop_back();
    all += p.states[s].edges.size();
    for (uint32_t e : p.states[s].edges) visit(p.edges[e].to);
  }
  return all;
}

size_t Generator::all_statements() const {
  size_t all = 0;
  for (size_t t = 0; t < p_.processes.size(); ++t) {
    for (size_t s = 0; s < p_.processes[t].states.size(); ++s) all += statements_of(t, s);
  }
  return all;
}

// Makes functions in a module of their own, if there are several.
void Generator::apart(const std::function<void()>& make) {
  if (!several_) {
    make();
    return;
  }
  const Module module(LLVMModuleCreateWithNameInContext("part", context_));
  b_.into(module.get(), true);
  make();
  b_.into(main_.get(), true);
  finish_(module.get());
}

// `make` makes a function for some of the states; which one is given another state does not matter, each knows what to
// do then. All take what `whole` takes; `at` is the process there.
void Generator::make_in_parts(V whole, size_t process, const std::vector<Sized>& states, const std::function<At()>& at,
                              const MakePart& make) {
  std::vector<std::vector<size_t>> parts(1);
  size_t size = 0;
  for (const Sized& s : states) {
    if (several_ && size > 0 && size + s.statements > sizes_.function) {
      parts.emplace_back();
      size = 0;
    }
    parts.back().push_back(s.state);
    size += s.statements;
  }
  if (parts.size() == 1) {
    apart([&] { make(whole, parts[0]); });
    return;
  }
  std::vector<V> functions;
  for (const std::vector<size_t>& part : parts) {
    functions.push_back(reader(b_.name_of(whole) + "_" + std::to_string(functions.size()), b_.type_of(whole)));
    apart([&] { make(functions.back(), part); });
  }
  b_.enter(whole);
  const Block other = b_.block();
  V choice = b_.switch_on(control(process, at()), other, states.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    const Block here = i == 0 ? other : b_.block();
    for (const size_t s : parts[i]) b_.add_case(choice, b_.c32(s), here);
    b_.go_on_in(here);
    b_.give_back(b_.pass_on(functions[i]));
  }
}

}  // namespace gyre::jit
