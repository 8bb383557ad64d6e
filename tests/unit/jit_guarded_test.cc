// Native code for guarded commands gives what the abstract machine gives, on all golden ESML models and our examples,
// as they are written and with their local commands merged.
// link: esml vm
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "jit/load.h"
#include "reduce/merge.h"
#include "unit/esml_models.h"
#include "unit/native_comparison.h"

namespace gyre {
namespace {

namespace fs = std::filesystem;

const char* const kSmall = "MODEL M; PROCESS P; BEGIN SKIP END P; BEGIN P END M";

std::shared_ptr<const ir::Program> program_of(const std::string& text) {
  const test::Compiled compiled = test::compile_esml(text);
  if (!compiled.program) throw std::runtime_error(compiled.messages());
  return compiled.program;
}

bool engine_is_there() { return test::engine_is_there(*program_of(kSmall)); }

std::vector<fs::path> models() {
  std::vector<fs::path> out;
  for (const char* folder : {"tests/golden", "models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GYRE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".esml") out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// In parts, so that tests can run side by side.
class Guarded : public testing::TestWithParam<size_t> {
 public:
  static constexpr size_t kParts = 4;
};

TEST_P(Guarded, SameSuccessors) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const std::vector<fs::path> all = models();
  size_t compared = 0, states = 0;
  for (size_t i = GetParam(); i < all.size(); i += kParts) {
    const test::Compiled compiled = test::load_esml(all[i].string());
    if (!compiled.program) continue;
    SCOPED_TRACE(all[i].string());
    for (const auto& program : {compiled.program, reduce::merged(compiled.program)}) {
      const test::Comparison c = test::compare_engines(program, 1500);
      EXPECT_EQ(c.difference, "");
      EXPECT_EQ(c.reason, "");
      EXPECT_EQ(test::compare_engines(program, 300, test::kSmallParts).difference, "") << "in parts";
      EXPECT_EQ(test::compare_engines(program, 300, test::kQuickly).difference, "") << "in a hurry";
      ++compared;
      states += c.states;
    }
  }
  EXPECT_GT(compared, 10u);
  EXPECT_GT(states, 100u);
}

INSTANTIATE_TEST_SUITE_P(Parts, Guarded, testing::Range<size_t>(0, Guarded::kParts));

// A key of more than eight words: hashes are updated by what changed, also by the receiver and by elements of arrays.
TEST(GuardedHash, LargeStates) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const std::string text = R"(MODEL M;
    TYPE number = -99999..99999; talk = {give(number), stop}; row = ARRAY [24] OF number; line = LIST [4] OF number;
    VAR c: talk;
    PROCESS P(k: number; OUT o: talk);
    VAR a: row; n: number; l: line;
    BEGIN
      DO n < 3 -> a[(n * 7 + k) MOD 24] := n - 2 * k; n := n + 1; PREPEND(l, n); o!give(a[0] + n) END;
      o!stop
    END P;
    PROCESS Q(IN i: talk);
    VAR a: row; x: number;
    BEGIN
      DO TRUE -> POLL i?give(x) & (x # 2) -> a[x MOD 24] := x [] i?give(a[3]) -> SKIP [] i?stop -> x := -1 END END
    END Q;
    BEGIN P(1, c); P(2, c); Q(c) END M)";
  const test::Comparison c = test::compare_engines(program_of(text), 3000);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.states, 100u);
  EXPECT_EQ(test::compare_engines(reduce::merged(program_of(text)), 3000).difference, "");
}

// Merged commands beyond the depth and the number of steps that are followed natively: the machine goes on.
TEST(GuardedMerged, LongAndManyPaths) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  std::string long_one, choices;
  for (int i = 0; i < 90; ++i) long_one += "; x := (x + " + std::to_string(i) + ") MOD 7";
  for (int i = 0; i < 7; ++i) choices += "; IF TRUE -> x := (2 * x) MOD 997 [] TRUE -> x := (2 * x + 1) MOD 997 END";
  for (const std::string& commands : {long_one, choices}) {
    const auto program = program_of(
        "MODEL M; TYPE talk = {go}; number = 0..1000; VAR c: talk;\n"
        "PROCESS P(OUT o: talk); VAR x: number; BEGIN o!go" +
        commands +
        "; o!go END P;\n"
        "PROCESS Q(IN i: talk); VAR x: number; BEGIN i?go" +
        commands +
        "; i?go END Q;\n"
        "BEGIN P(c); Q(c) END M");
    const test::Comparison c = test::compare_engines(reduce::merged(program), 3);
    EXPECT_EQ(c.difference, "");
    EXPECT_GT(c.states, 1u);
  }
}

// Arithmetic of 32 bits at its limits: an overflow is an error, division rounds down.
TEST(GuardedArithmetic, Limits) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const char* const values[] = {"0", "1", "-1", "7", "-7", "2147483647", "(-2147483647 - 1)", "65536"};
  std::string commands;
  for (const char* a : values) {
    for (const char* b : values) {
      const std::string x = a, y = b;
      commands += " [] k = 0 -> x := " + x + "; y := " + y;
    }
  }
  const auto program = program_of(
      "MODEL M; TYPE number = -2147483647 - 1..2147483647; PROCESS P(k: number); VAR x, y, z: number;\n"
      "BEGIN IF k = 1 -> SKIP" +
      commands +
      " END;\n"
      "IF TRUE -> z := x + y [] TRUE -> z := x - y [] TRUE -> z := x * y [] TRUE -> z := x DIV y\n"
      "[] TRUE -> z := x MOD y [] TRUE -> z := -x [] x DIV y < x -> z := x DIV 3 [] TRUE -> z := x MOD 4 END\n"
      "END P; BEGIN P(0) END M");
  const test::Comparison c = test::compare_engines(program, 3000);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.states, 300u);
}

// Atoms of formulas, those that fail in some states included.
TEST(GuardedConditions, Atoms) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  std::string text = R"(MODEL M;
    TYPE small = -2..5; colour = red, green; line = LIST [2] OF small; row = ARRAY [3] OF small; talk = {take(small)};
    VAR c: talk;
    PROCESS P(k: small; OUT o: talk);
    VAR x, y: small; h: colour; l: line; r: row;
    BEGIN
      DO x < 3 -> x := x + 1; r[x MOD 3] := y - x [] y > -2 -> y := y - 1; h := green
      [] LEN(l) < 2 -> APPEND(l, x) [] LEN(l) > 0 -> REMOVE(l) [] x > 0 -> o!take(x) END
    END P;
    PROCESS Q(IN i: talk); VAR z: small; BEGIN DO TRUE -> i?take(z) END END Q;
    BEGIN P(1, c); P(2, c); Q(c) END M)";
  const char* const atoms[] = {"P[0].x = P[1].x",           "P[0].x DIV P[1].y = -2",
                               "P[1].y MOD P[0].x # 0",     "HEAD(P[0].l) > 1",
                               "P[1].r[P[0].y] < 0",        "LEN(P[1].l) = 2 & HEAD(P[1].l) = Q.z",
                               "P[0].h = green OR Q.z > 2", "~(P[0].r[0] + P[1].r[1] * 3 < Q.z)",
                               "P[0].l = P[1].l",           "P[1].x > 0 & 6 DIV P[1].x = 2"};
  for (const char* atom : atoms) text += "\nASSERT AG (" + std::string(atom) + ")";
  const auto program = program_of(text);
  const test::Comparison c = test::compare_engines(program, 3000);
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.native_atoms, program->atoms.size());
  EXPECT_GE(c.native_atoms, std::size(atoms));
  EXPECT_GT(c.states, 1000u);
}

}  // namespace
}  // namespace gyre
