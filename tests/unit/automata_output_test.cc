// What is printed can be read: never claims by SPIN (when it is installed), HOA by our own reader.
// link: logic
#include "automata/output.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "automata/hoa_reader.h"
#include "automata/lasso.h"
#include "automata/ltl_command.h"
#include "automata/translate.h"
#include "base/error.h"
#include "logic/parser.h"
#include "unit/automata_words.h"
#include "unit/temporary.h"

namespace gyre::automata {
namespace {

using test::RandomLtl;

std::string error_of(const std::string& hoa) {
  try {
    read_hoa(hoa);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Hoa, RoundTrip) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    logic::FormulaFactory factory;
    RandomLtl random(factory, 3, seed);
    const logic::Formula f = random.formula(3 + static_cast<int>(seed % 9));
    TranslateOptions options;
    options.generalised = seed % 2 == 0;
    Automaton a = translate(f, options);
    a.atoms = {"p", "x == \"1\"", "P[0]@l"};
    const std::string text = to_hoa(a, "a \"name\"");
    const Automaton b = read_hoa(text);
    EXPECT_EQ(b.atoms, a.atoms);
    EXPECT_EQ(b.states.size(), a.states.size());
    EXPECT_EQ(b.edge_count(), a.edge_count());
    EXPECT_EQ(b.deterministic, a.deterministic);
    EXPECT_EQ(b.strength, a.strength);
    for (int i = 0; i < 5; ++i) {
      const Lasso word = random.word();
      ASSERT_EQ(accepts(b, word), satisfies(word, f)) << text;
      ASSERT_EQ(accepts(state_based(b), word), satisfies(word, f)) << text;
    }
    ASSERT_TRUE(state_based(b).state_based);
  }
}

TEST(Hoa, ReadsWhatOthersWrite) {
  const Automaton a = read_hoa(R"(HOA: v1 /* a comment /* inside */ */
tool: "other" "1.0"
name: "GFa & GFb"
States: 1 Start: 0
AP: 2 "a" "b"
acc-name: generalized-Buchi 2
Acceptance: 2 (Inf(0)&Inf(1))
properties: trans-labels explicit-labels trans-acc complete
--BODY--
State: 0 "the only one"
[0&1] 0 {0 1} [!(0|!1)] 0 {1} [0&!1] 0 {0}
[!0&!1] 0
--END--)");
  EXPECT_EQ(a.sets, 2u);
  EXPECT_TRUE(a.deterministic);
  EXPECT_TRUE(accepts(a, {{}, {1, 2}}));
  EXPECT_FALSE(accepts(a, {{3}, {1}}));
  const Automaton labelled = read_hoa(
      "HOA: v1\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: [t] 0\n0 1\nState: [0] 1 "
      "{0}\n1\n--END--");
  EXPECT_TRUE(labelled.state_based);
  EXPECT_TRUE(accepts(labelled, {{0}, {1}}));
  EXPECT_FALSE(accepts(labelled, {{1}, {0, 1}}));
}

TEST(Hoa, ErrorsAreClear) {
  const std::string head = "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"a\"\n";
  const std::string tail = "--BODY--\nState: 0 {0}\n[0] 1\n--END--\n";
  EXPECT_EQ(error_of(head + "Acceptance: 1 Inf(0)\n" + tail), "");
  EXPECT_NE(error_of("").find("expected 'HOA: v1'"), std::string::npos);
  EXPECT_NE(error_of(head + tail).find("'Acceptance:' is missing"), std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Fin(0)\n" + tail).find("only Büchi"), std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 2 Inf(0)|Inf(1)\n" + tail).find("only Büchi"), std::string::npos);
  EXPECT_NE(error_of(head + "Alias: @a 0\nAcceptance: 1 Inf(0)\n" + tail).find("5:8: aliases"), std::string::npos);
  EXPECT_NE(error_of(head + "Start: 1\nAcceptance: 1 Inf(0)\n" + tail).find("several initial"), std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n1\n--END--").find("implicit"),
            std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[1] 1\n--END--").find("atom is out"),
            std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 2\n--END--").find("state 2 is out"),
            std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 1 {1}\n--END--").find("set is out"),
            std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 1").find("expected"), std::string::npos);
  EXPECT_NE(error_of(head + "Acceptance: 1 Inf(0)\n" + tail + head).find("10:1: one automaton"), std::string::npos);
}

TEST(Hoa, NameAndPlacesOfAtoms) {
  const HoaText read = read_hoa_text(
      "HOA: v1 name: \"a \\\"name\\\"\"\nStart: 0\nAP: 2 \"a\"\n  \"b == 1\"\nAcceptance: 0 t\n--BODY--\nState: 0\n[0] "
      "0\n--END--\n");
  EXPECT_EQ(read.name, "a \"name\"");
  ASSERT_EQ(read.atom_places.size(), 2u);
  EXPECT_EQ(read.atom_places[0].line, 3u);
  EXPECT_EQ(read.atom_places[0].column, 8u);
  EXPECT_EQ(read.atom_places[1].line, 4u);
  EXPECT_EQ(read.atom_places[1].column, 4u);
}

TEST(Command, Formats) {
  EXPECT_NE(ltl_command("[]<>p", "never", false).find("accept_"), std::string::npos);
  EXPECT_NE(ltl_command("[]<>p && []<>q", "hoa", true).find("generalized-Buchi 2"), std::string::npos);
  EXPECT_NE(ltl_command("p U q", "dot", false).find("doublecircle"), std::string::npos);
  EXPECT_THROW(ltl_command("p", "xml", false), Error);
  EXPECT_THROW(ltl_command("p", "never", true), Error);
  const std::string general = ltl_command("[]<>p && []<>q", "hoa", true);
  EXPECT_NE(hoa_command(general, "never", false).find("never {"), std::string::npos);
  EXPECT_EQ(hoa_command(general, "hoa", true).find("state-acc"), std::string::npos);
}

TEST(Never, CommentsDoNotEndEarly) {
  EXPECT_EQ(to_never(translate(logic::FormulaFactory().top()), "a */ b /* c").find("/* a * / b / * c */"), 8u);
}

// All claims in one model each: SPIN parses them and names no error.
TEST(Never, SpinAccepts) {
  if (std::system("spin -V > /dev/null 2>&1") != 0) GTEST_SKIP() << "spin is not installed";
  const test::TemporaryFolder folder;
  std::vector<std::string> formulas = {"true",  "false",        "[]p",   "<>p",
                                       "p U q", "[](p -> <>q)", "X X p", "[]<>(x + 1 == 2) && <>[](P@l)"};
  logic::FormulaFactory factory;
  RandomLtl random(factory, 3, 99);
  for (int i = 0; i < 15; ++i)
    formulas.push_back(logic::print(random.formula(8), {"p", "q", "r"}, logic::Syntax::spin));
  for (const std::string& formula : formulas) {
    std::ofstream(folder / "claim.pml") << "bool p, q, r; int x;\nactive proctype P() { l: do :: p = !p od }\n"
                                        << ltl_command(formula, "never", false);
    const std::string command = "cd '" + folder.path().string() + "' && spin -a claim.pml > out 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream in(folder / "out");
    const std::string out(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(status, 0) << formula << "\n" << out;
    EXPECT_EQ(out.find("rror"), std::string::npos) << formula << "\n" << out << ltl_command(formula, "never", false);
  }
}

}  // namespace
}  // namespace gyre::automata
