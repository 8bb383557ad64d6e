// The thesis's abstract machine: its code, its three routines, and that it agrees with the vm.
// link: vm
#include "thesis/abstract_machine.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "esml/analyse.h"
#include "esml/lexer.h"
#include "esml/parser.h"
#include "unit/esml_models.h"

namespace gyre::thesis {

using namespace esml;  // the front end
namespace {

using Result = AbstractMachine::Result;

AbstractCode code_of(const std::string& text, bool improved = false, const test::Constants& constants = {}) {
  Diagnostics d;
  ast::Model m = parse(tokenise(text, 1, d), d);
  if (!d.has_errors()) analyse(m, constants, d);
  EXPECT_FALSE(d.has_errors());
  return generate(m, improved);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// The part of a listing from a note on.
std::string from(const std::string& listing, const std::string& note) {
  const size_t at = listing.find(note);
  return at == std::string::npos ? "" : listing.substr(listing.rfind('\n', at) + 1);
}

std::string mnemonics(const std::string& listing, size_t lines) {
  std::istringstream in(listing);
  std::string line, out;
  for (size_t i = 0; i < lines && std::getline(in, line); ++i) {
    std::string code = line.substr(0, 42).substr(6);
    while (!code.empty() && code.back() == ' ') code.pop_back();
    out += code + "|";
  }
  return out;
}

TEST(EsmlMachine, CodeOfAnAssignment) {  // figure 4.7
  const std::string text = "MODEL M; TYPE t = 0..9; PROCESS P; VAR x: t; BEGIN x := x - 1 END P; BEGIN P END M";
  const std::string l = listing(code_of(text));
  EXPECT_EQ(mnemonics(from(l, "PROCESS P"), 4), "pushValue 1|evaluate 13|popVariable|terminate|");
  EXPECT_NE(l.find("   13 pushValue 1"), std::string::npos) << l;
  EXPECT_NE(l.find("   15 pushVariable"), std::string::npos) << l;
  EXPECT_NE(l.find("   16 pushValue 1"), std::string::npos) << l;
  EXPECT_NE(l.find("   18 sub"), std::string::npos) << l;
  EXPECT_NE(l.find("   19 end"), std::string::npos) << l;
  EXPECT_EQ(mnemonics(from(listing(code_of(text, true)), "PROCESS P"), 6),
            "pushValue 1|loadVariable 1|pushValue 1|sub|popVariable|terminate|");
}

TEST(EsmlMachine, CodeOfGuards) {  // figure 4.9: IF ends in a trap, DO jumps back
  const std::string l = listing(
      code_of("MODEL M; TYPE t = 0..9; PROCESS P; VAR x: t; BEGIN IF x = 1 -> SKIP [] x = 2 -> SKIP END END P;\n"
              "PROCESS Q; VAR x: t; BEGIN DO x = 1 -> SKIP END END Q; BEGIN P; Q END M"));
  EXPECT_EQ(mnemonics(from(l, "PROCESS P"), 9), "guards 25|(35, 20)|skip|jump 26|(42, 25)|skip|jump 26|trap|terminate|")
      << l;
  EXPECT_EQ(mnemonics(from(l, "PROCESS Q"), 5), "guards 34|(49, 34)|skip|jump 27|terminate|") << l;
}

TEST(EsmlMachine, CodeOfPoll) {  // figure 4.10, but for its jump back
  const std::string l =
      listing(code_of("MODEL M; TYPE t = 0..9; c = {a(t), b(t)}; VAR ch: c; PROCESS P; VAR x, y: t;\n"
                      "BEGIN POLL ch!a(y + 1) -> SKIP [] ch?b(x) & (x > 2) -> SKIP END END P; BEGIN P END M"));
  EXPECT_EQ(mnemonics(from(l, "PROCESS P"), 7),
            "poll 29|(bang ch 0 30 1 _, 19)|skip|jump 29|(hook ch 1 37 1 40, 29)|skip|jump 29|")
      << l;
}

TEST(EsmlMachine, FieldsAndTheirImprovement) {
  const std::string text =
      "MODEL M; TYPE t = 0..9; r = (a, b: t); s = ARRAY [3] OF r; PROCESS P; VAR v: s; BEGIN v[1].b := 2 END P;\n"
      "BEGIN P END M";
  EXPECT_NE(listing(code_of(text)).find("index 2 3"), std::string::npos);
  EXPECT_EQ(listing(code_of(text)).find("addOffset"), std::string::npos);
  EXPECT_NE(listing(code_of(text, true)).find("addOffset 1"), std::string::npos);
}

// Figure 3.1: its four states, its calls and answers in their order.
TEST(EsmlMachine, ExecuteAndBacktrack) {
  AbstractMachine m(
      code_of("MODEL M; TYPE t = 0..1; PROCESS P; VAR x: t;\n"
              "BEGIN IF TRUE -> x := 0 [] TRUE -> x := 0 END; DO TRUE -> SKIP END END P; BEGIN P END M"));
  std::vector<std::vector<int32_t>> numbered;
  auto number = [&] {
    for (size_t i = 0; i < numbered.size(); ++i) {
      if (numbered[i] == m.state()) return i + 1;
    }
    numbered.push_back(m.state());
    return numbered.size();
  };
  struct Row {
    size_t current;
    bool execute;
    size_t next;
    Result result;
  };
  const Row table[] = {
      {1, true, 2, Result::forward},
      {2, true, 3, Result::forward},
      {3, true, 3, Result::loop},
      {3, true, 3, Result::all_children_explored},
      {3, false, 2, {}},
      {2, true, 2, Result::all_children_explored},
      {2, false, 1, {}},
      {1, true, 4, Result::forward},
      {4, true, 4, Result::revisit},
      {4, true, 4, Result::all_children_explored},
      {4, false, 1, {}},
      {1, true, 1, Result::complete},
  };
  for (const Row& row : table) {
    EXPECT_EQ(number(), row.current);
    if (row.execute)
      EXPECT_EQ(m.execute(), row.result);
    else
      m.backtrack();
    EXPECT_EQ(number(), row.next);
  }
}

struct Explored {
  size_t states = 1, transitions = 0, executed = 0, backtracked = 0, cycles = 0;
  std::map<Fault, size_t> faults;
};

Explored explore_all(AbstractMachine& m) {
  Explored out;
  const std::vector<int32_t> initial = m.state();
  for (;;) {
    ++out.executed;
    switch (m.execute()) {
      case Result::forward:
        ++out.states;
        ++out.transitions;
        break;
      case Result::revisit:
      case Result::loop:
        ++out.cycles;
        ++out.transitions;
        break;
      case Result::error:
        ++out.faults[m.fault()];
        --out.executed;  // the thesis gives up there
        break;
      case Result::all_children_explored:
        ++out.backtracked;
        m.backtrack();
        break;
      case Result::complete: EXPECT_EQ(m.state(), initial); return out;
    }
  }
}

// The thesis's machine and the vm give the same graphs; the number of calls is that of section 3.1; the delta stack
// brings the initial state back.
TEST(EsmlMachine, AgreesWithTheVm) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const char* folder : {"/tests/golden/esml/language", "/tests/golden/esml/errors_at_run_time", "/models"}) {
    for (const auto& entry : fs::directory_iterator(std::string(GYRE_SOURCE_DIR) + folder)) {
      if (entry.path().extension() == ".esml") files.push_back(entry.path());
    }
  }
  const std::map<std::string, test::Constants> small = {
      {"philosophers", {{"seats", "4"}}}, {"elevator", {{"floors", "2"}}}, {"scheduler", {{"users", "1"}}}};
  size_t compared = 0;
  for (const fs::path& file : files) {
    const auto size = small.find(file.stem().string());
    const test::Constants constants = size == small.end() ? test::Constants{} : size->second;
    const test::Compiled c = test::load_esml(file.string(), constants);
    ASSERT_TRUE(c.program) << c.messages();
    vm::Machine vm(c.program);
    const test::Graph g = test::explore(vm);
    for (const bool improved : {false, true}) {
      AbstractCode code;
      try {
        code = code_of(contents(file), improved, constants);
      } catch (const Error&) {
        EXPECT_EQ(file.stem(), "structures");  // the head of a head
        continue;
      }
      AbstractMachine m(std::move(code));
      const Explored e = explore_all(m);
      EXPECT_EQ(e.states, g.states.size()) << file;
      EXPECT_EQ(e.transitions, g.transitions()) << file;
      EXPECT_EQ(e.executed, 2 * e.states - 1 + e.cycles) << file;
      EXPECT_EQ(e.backtracked, e.states - 1) << file;
      size_t faults = 0;
      for (const auto& [fault, count] : e.faults) faults += count;
      if (improved) {  // section 5.4.2: no expression subroutines
        EXPECT_EQ(nth(m.frequency(), Instruction::end), 0u) << file;
        EXPECT_EQ(nth(m.frequency(), Instruction::evaluate), 0u) << file;
      }
      EXPECT_EQ(faults, g.errors.size()) << file;
      ++compared;
    }
  }
  EXPECT_GT(compared, 60u);
}

void evaluates_propositions(bool improved) {
  AbstractMachine m(code_of(
      "MODEL M; TYPE t = 0..3; r = ARRAY [2] OF t; PROCESS P(k: t); VAR x: t; a: r; BEGIN x := k; a[1] := x END P;\n"
      "BEGIN P(1..2) END M; ASSERT AG(P[1].x = 2) & EF(P[0].a[P[0].x] = 1)",
      improved));
  EXPECT_FALSE(m.evaluate(0));
  EXPECT_FALSE(m.evaluate(1));
  m.execute();  // P[0]: x := 1
  m.execute();  // P[0]: a[1] := 1
  EXPECT_FALSE(m.evaluate(0));
  EXPECT_TRUE(m.evaluate(1));
  m.execute();  // P[1]: x := 2
  EXPECT_TRUE(m.evaluate(0));
  m.backtrack();
  m.backtrack();
  EXPECT_FALSE(m.evaluate(0));
  EXPECT_FALSE(m.evaluate(1));
}

TEST(EsmlMachine, EvaluatesPropositions) { evaluates_propositions(false); }
TEST(EsmlMachine, EvaluatesPropositionsInPlace) { evaluates_propositions(true); }

}  // namespace
}  // namespace gyre::thesis
