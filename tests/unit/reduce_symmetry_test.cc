// Which processes can change places, and what becomes of states and paths if they do.
// link: promela trace judge
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>

#include "base/bits.h"
#include "judge/path.h"
#include "reduce/births.h"
#include "reduce/quotient.h"
#include "reduce/symmetry.h"
#include "search/dfs.h"
#include "store/exact.h"
#include "trace/state_text.h"
#include "unit/compiled_model.h"
#include "vm/machine.h"

namespace gyre::reduce {
namespace {

Symmetry symmetry_of(const std::string& text) { return find_symmetry(*test::program_of(text)); }

// Three instances of P, which use their numbers in an innocent way, and what `more` adds to that.
std::string three(const std::string& more, const std::string& globals = "") {
  return "byte x; pid owner = 255; bool flag[4];" + globals +
         "active [3] proctype P() { pid mine; owner == 255; owner = _pid; flag[_pid] = 1; mine = owner; " + more + " }";
}

TEST(Symmetry, NumbersMayBeStoredComparedSentAndIndexWith) {
  for (const char* more :
       {"skip", "printf(\"%d\", _pid)", "printf(\"%d\", owner)", "owner != mine", "x = 1; x++", "c!_pid; c?mine",
        "c??eval(_pid)", "flag[mine] = 0", "owner = (flag[_pid] -> _pid : mine)", "atomic { owner = 255; timeout }",
        "d_step { flag[_pid] = 0; owner = 255 }", "if :: owner == _pid :: else fi", "owner == 7"}) {
    const Symmetry s = symmetry_of(three(more, "chan c = [2] of { pid };"));
    EXPECT_EQ(s.why_not, "") << more;
    EXPECT_FALSE(s.order) << more;
    EXPECT_TRUE(!s.types.empty() && s.types[0]) << more;
  }
}

// Each of these tells processes apart, or is not understood.
TEST(Symmetry, WhatTellsProcessesApart) {
  struct Case {
    const char* more;
    const char* why;
  };
  for (const Case& c : {
           Case{"_pid + 1 == owner", "used as one to compute with"},
           {"x = _pid * 2", "used as one to compute with"},
           {"_pid < owner", "used as one to compute with"},
           {"owner++", "used as one to compute with"},
           {"x = _pid; x++", "used as one to compute with"},
           {"x = owner; x > 1", "used as one to compute with"},
           {"x = 1; x++; flag[x] = 1", "used as one to compute with"},
           {"owner = x + 1", "meets one that is computed"},
           {"owner = mine & 3", "used as one to compute with"},
           {"bit b = _pid", "cannot hold every number"},
           {"c!!_pid", "used as one to compute with"},
           {"d!_pid", "cannot hold every number"},
           {"table[_pid] == 0", "never changes"},
           {"_nr_pr > 1", "_nr_pr"},
           {"pc_value(1) > 1", "pc_value()"},
           {"enabled(1)", "enabled()"},
           {"_last == 1", "_last"},
           {"set_priority(_pid, 3)", "priorities"},
           {"get_priority(_pid) == 1", "priorities"},
           {"P[1]@here", "remote"},
           {"P[1]:mine == 1", "remote"},
           {"run Q()", "number of one that died"},
           {"xr e; e?x", "xr and xs"},
       }) {
    const std::string globals =
        "chan c = [2] of { pid }; chan d = [2] of { bit }; chan e = [1] of { byte }; byte table[4];"
        "proctype Q() { skip }";
    const Symmetry s = symmetry_of(three(std::string(c.more) + "; here: skip", globals));
    EXPECT_NE(s.why_not, "") << c.more;
    EXPECT_NE(s.why_not.find(c.why), std::string::npos) << c.more << ": " << s.why_not;
  }
}

TEST(Symmetry, WhatTheModelSaysOfAllProcesses) {
  EXPECT_NE(symmetry_of("byte x; active [2] proctype P() provided (x == 0) { x = 1 }").why_not, "");
  EXPECT_NE(symmetry_of("byte x; active [2] proctype P() priority 2 { x = _priority }").why_not, "");
  EXPECT_NE(symmetry_of("hidden byte x; active [2] proctype P() { x = 1 }").why_not, "");
  EXPECT_NE(symmetry_of("chan c = [1] of { byte }; active [2] proctype P() { c!1 } trace { do :: c!1 od }").why_not,
            "");
  EXPECT_NE(symmetry_of("active [2] proctype P() { chan c = [1] of { byte }; c!1 }").why_not, "");
  EXPECT_NE(symmetry_of("active proctype P() { skip } active proctype Q() { skip }").why_not, "");
}

// A constant names one process, and only that one stays where it is.
TEST(Symmetry, ANamedProcessStays) {
  EXPECT_EQ(symmetry_of(three("owner == 1")).fixed[1], true);
  EXPECT_EQ(symmetry_of(three("flag[1] = 0")).fixed[1], true);
  EXPECT_EQ(symmetry_of(three("flag[1] = 0")).why_not, "");  // 0 and 2 change places
  EXPECT_EQ(symmetry_of(three("owner")).fixed[0], true);
  EXPECT_NE(symmetry_of(three("_pid == 0; owner == 1")).why_not, "");  // nobody is left but 2
  EXPECT_EQ(symmetry_of("active [3] proctype P() { pid a; if :: _pid == 0 -> a = 0 :: else fi }").why_not, "");
  EXPECT_NE(symmetry_of("active [2] proctype P() { if :: _pid == 0 :: else fi }").why_not, "");
}

TEST(Symmetry, NumbersBeyondAnArrayStay) {
  EXPECT_EQ(symmetry_of("bool f[2]; active [3] proctype P() { f[_pid] = 1 }").below, 2);
  EXPECT_NE(symmetry_of("bool f[1]; active [3] proctype P() { f[_pid] = 1 }").why_not, "");
}

// Who uses its number in a bad way is left out, not the others.
TEST(Symmetry, ProctypesAreLookedAtOneByOne) {
  const Symmetry s = symmetry_of(
      "byte x; pid owner; active [2] proctype P() { owner = _pid } active [2] proctype Q() { x = _pid + 1 }");
  EXPECT_EQ(s.why_not, "");
  EXPECT_TRUE(s.types[0]);
  EXPECT_FALSE(s.types[1]);
}

TEST(Symmetry, NumbersMustNotBeGivenTwice) {
  const std::string p = "pid owner; proctype P() { owner = _pid } ";
  EXPECT_EQ(symmetry_of(p + "init { atomic { run P(); run P() } }").why_not, "");
  EXPECT_EQ(symmetry_of(p + "init { byte i; atomic { do :: i < 3 -> run P(); i++ :: else -> break od } }").why_not, "");
  EXPECT_EQ(symmetry_of(p + "init { byte i; i = 1; i > 0; atomic { i = 2; run P(); i = 3; run P() }; i = 4 }").why_not,
            "");
  EXPECT_NE(symmetry_of(p + "init { run P(); run P() }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { run P(); atomic { run P(); run P() } }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { byte i; do :: i < 2 -> run P(); i++ :: else -> break od }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { d_step { run P(); run P() } }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { atomic { run P(); owner > 0; run P() } }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { atomic { run P(); run P() }; run P() }").why_not, "");
  EXPECT_NE(symmetry_of(p + "init { do :: atomic { run P(); run P() } od }").why_not, "");
  EXPECT_NE(symmetry_of(p + "active proctype Q() { skip } init { atomic { run P(); run P() } }").why_not, "");
  // Nobody dies.
  EXPECT_EQ(symmetry_of("pid owner; proctype P() { do :: owner = _pid od } init { run P(); run P() }").why_not, "");
}

TEST(Symmetry, WithoutNumbersThereIsNoOrder) {
  EXPECT_TRUE(symmetry_of("proctype A() { skip } proctype B() { skip } init { run A(); run B() }").order);
  EXPECT_TRUE(symmetry_of("active [2] proctype A() { printf(\"%d\", _pid) }").order);
  EXPECT_FALSE(symmetry_of("pid p; active [2] proctype A() { p = _pid }").order);
  // How many there can be at a time depends on who waits for his death.
  EXPECT_NE(symmetry_of("proctype A() { skip } init { do :: run A() od }").why_not, "");
  EXPECT_NE(symmetry_of("proctype A() { if :: run A() :: skip fi } init { run A() }").why_not, "");
  EXPECT_EQ(
      symmetry_of("proctype A() { skip } init { byte i; atomic { do :: i < 3 -> run A(); i++ :: else -> break od } }")
          .why_not,
      "");
}

TEST(Births, AreCounted) {
  const auto program = test::program_of(
      "proctype A() { skip } proctype B() { run A(); run A() } proctype C() { do :: run A() od }"
      "active [2] proctype D() { run B() }");
  const Births births(*program);
  EXPECT_EQ(births.instances(0), 4);
  EXPECT_EQ(births.instances(1), 2);
  EXPECT_EQ(births.instances(2), 0);
  EXPECT_EQ(births.all_instances(), 8);
}

// States as sets of values, by a program that knows nothing of layouts ----------------------------------------------

search::Outcome explore(model::Model& model, bool all = true) {
  store::Exact<> store;
  search::Task task;
  task.max_errors = all ? 0 : 1;
  return search::depth_first(model, store, task);
}

struct Explored {
  uint64_t full = 0, orbits = 0, representatives = 0;
};

// Renames processes in what a state shows: `pids` are variables that hold numbers, `arrays` have an element for each.
using Shown = std::map<std::string, std::string>;
Shown renamed(const Shown& state, const std::vector<int>& to, const std::set<std::string>& pids) {
  const auto number = [&](const std::string& text) {
    const size_t n = std::stoul(text);
    return n < to.size() ? std::to_string(to[n]) : text;
  };
  Shown out;
  for (const auto& [name, value] : state) {
    std::string key = name, plain = name;
    for (const char open : {'[', '('}) {
      const size_t at = key.find(open);
      if (at == std::string::npos || !std::isdigit(static_cast<unsigned char>(key[at + 1]))) continue;
      const size_t end = key.find_first_of("])", at);
      key = key.substr(0, at + 1) + number(key.substr(at + 1, end - at - 1)) + key.substr(end);
    }
    std::erase_if(plain, [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
    out[key] = pids.contains(plain) ? number(value) : value;
  }
  return out;
}

Shown show(const vm::Machine& machine, StateView view) {
  const test::Stored state(view);
  Shown out = test::values(machine, state.view());
  const ir::Shape& shape = trace::shape_of(*machine.image().shapes, state.view());
  for (size_t i = 0; i < shape.processes.size(); ++i) {
    const ir::Process& p = machine.program().process(shape.processes[i].type);
    out["at(" + std::to_string(i) + ")"] =
        std::to_string(load_unsigned(state.view().data + shape.processes[i].offset, p.pc_offset, p.pc_bits));
  }
  return out;
}

Explored count(const std::string& text, int processes, const std::set<std::string>& pids) {
  const auto program = test::program_of(text);
  const Symmetry symmetry = find_symmetry(*program);
  EXPECT_EQ(symmetry.why_not, "");
  vm::Machine machine(program);
  std::vector<int> to(static_cast<size_t>(processes));
  std::set<Shown> seen, least;
  std::vector<test::Stored> todo;
  model::SuccessorBuffer out;
  const auto reach = [&](StateView state) {
    const Shown shown = show(machine, state);
    if (!seen.insert(shown).second) return;
    todo.emplace_back(state);
    std::iota(to.begin(), to.end(), 0);
    Shown best = shown;
    do best = std::min(best, renamed(shown, to, pids));
    while (std::next_permutation(to.begin(), to.end()));
    least.insert(best);
  };
  machine.initial(out);
  reach(out.view(0));
  while (!todo.empty()) {
    const test::Stored state = todo.back();
    todo.pop_back();
    machine.expand(state.view(), out);
    for (size_t i = 0; i < out.list.size(); ++i) reach(out.view(i));
  }
  EXPECT_EQ(seen.size(), explore(machine).counts.states);
  Quotient quotient(machine, *program, *machine.image().shapes, symmetry);
  return {seen.size(), least.size(), explore(quotient).counts.states};
}

TEST(Canonical, AsManyRepresentativesAsOrbits) {
  const Explored lock = count(R"(
    pid owner = 255; byte inside;
    active [4] proctype P() {
      do :: atomic { owner == 255 -> owner = _pid }; inside++; inside--; owner = 255 od
    })",
                              4, {"owner"});
  EXPECT_EQ(lock.representatives, lock.orbits);
  EXPECT_LT(lock.orbits * 3, lock.full);
  // Each holds the number of another one: what keys do not tell.
  const Explored ring = count(R"(
    pid next[3]; pid first = 255;
    active [3] proctype P() {
      pid mine = 255;
      do
      :: atomic { first == 255 -> first = _pid }
      :: atomic { first != 255 && first != _pid && mine == 255 -> mine = first; first = 255 }
      :: atomic { mine != 255 -> next[_pid] = mine; mine = 255 }
      od
    })",
                              3, {"next[]", "first", "P():mine"});
  EXPECT_EQ(ring.representatives, ring.orbits);
  EXPECT_LT(ring.orbits * 3, ring.full);
  const Explored queue = count(R"(
    byte turn = 255; bool in[3];
    active [3] proctype P() {
      do :: turn == 255 -> turn = _pid :: turn == _pid -> in[_pid] = 1; in[_pid] = 0; turn = 255 od
    })",
                               3, {"turn"});
  EXPECT_EQ(queue.representatives, queue.orbits);
}

// A path of representatives is a run of the model, whoever has died meanwhile.
TEST(Unfolding, IsARunOfTheModel) {
  int paths = 0;
  for (const char* text : {
           "pid last = 255; active [3] proctype P() { if :: last == 255 -> last = _pid :: last != 255 -> "
           "assert(last == _pid) fi; last != _pid }",
           "byte n; proctype W() { n++ } init { atomic { run W(); run W(); run W() }; timeout; assert(n != 3) }",
           "byte n; proctype A() { n++ } proctype B() { n = n + 2; n == 7 } init { if :: run A(); run B() :: run B(); "
           "run A() fi }",
           "byte owner = 255; byte in; active [3] proctype P() { do :: owner == 255 -> owner = _pid; in++; "
           "assert(in == 1); in--; owner = 255 od }",
           "byte a[3]; pid p; active [4] proctype P() { p = _pid; a[p] = 1; a[_pid] = 2 }",
       }) {
    const auto program = test::program_of(text);
    const Symmetry symmetry = find_symmetry(*program);
    ASSERT_EQ(symmetry.why_not, "") << text;
    vm::Machine machine(program);
    Quotient quotient(machine, *program, *machine.image().shapes, symmetry);
    const search::Outcome found = explore(quotient), full = explore(machine);
    EXPECT_EQ(found.found.size(), full.found.size()) << text;
    EXPECT_LE(found.counts.states, full.counts.states) << text;
    for (const search::FoundError& error : found.found) {
      Unfolding run(machine, *program, *machine.image().shapes, symmetry);
      for (const uint32_t choice : error.path.choices) run.follow(choice);
      if (error.kind == model::ErrorKind::deadlock) run.bury();
      const judge::ReplayResult replay = judge::replay(machine, run.choices(), error.kind, error.place);
      EXPECT_TRUE(replay.confirmed) << text << ": " << replay.why_not;
      ++paths;
    }
  }
  EXPECT_GE(paths, 5);
}

}  // namespace
}  // namespace gyre::reduce
