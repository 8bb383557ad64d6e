// The native engine gives what the abstract machine gives: the same successors in the same order, with the same bytes,
// hashes, steps, movers and errors, and the same counts of executed statements; and the same values of what formulas
// and never claims ask.
// link: promela vm trace
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "jit/load.h"
#include "unit/compiled_model.h"
#include "unit/native_comparison.h"

namespace gyre {
namespace {

namespace fs = std::filesystem;

bool engine_is_there() { return test::engine_is_there(*test::program_of("init { skip }")); }

std::vector<fs::path> models() {
  std::vector<fs::path> out;
  for (const char* folder : {"tests/golden", "models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GYRE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".pml") out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// All golden models, in parts so that tests can run side by side.
class Golden : public testing::TestWithParam<size_t> {
 public:
  static constexpr size_t kParts = 8;
};

TEST_P(Golden, SameSuccessors) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const std::vector<fs::path> all = models();
  ASSERT_FALSE(all.empty());
  size_t compared = 0, states = 0;
  for (size_t i = GetParam(); i < all.size(); i += kParts) {
    auto sources = std::make_shared<SourceMap>();
    Diagnostics diagnostics;
    ir::Program program = promela::compile(all[i].string(), {}, sources, diagnostics);
    if (diagnostics.has_errors() || program.embedded_c) continue;  // its C is not compiled here
    SCOPED_TRACE(all[i].string());
    const auto shared = std::make_shared<const ir::Program>(std::move(program));
    const test::Comparison c = test::compare_engines(shared, 1500);
    EXPECT_EQ(c.difference, "") << all[i];
    EXPECT_EQ(test::compare_engines(shared, 300, test::kSmallParts).difference, "") << all[i] << " in parts";
    EXPECT_EQ(test::compare_engines(shared, 300, test::kQuickly).difference, "") << all[i] << " in a hurry";
    ++compared;
    states += c.states;
  }
  EXPECT_GT(compared, 10u);
  EXPECT_GT(states, 100u);
}

// Expressions over a model that has something of everything, errors included.
class RandomAtoms {
 public:
  explicit RandomAtoms(unsigned seed) : random_(seed) {}

  bool conditional = false;  // in a formula the arrow is an implication

  std::string expression(int depth) {
    if (depth == 0) return leaf();
    const auto sub = [&] { return expression(depth - 1); };
    switch (below(12)) {
      case 0: return "(" + sub() + " && " + sub() + ")";
      case 1: return "(" + sub() + " || " + sub() + ")";
      case 2: return "!(" + sub() + ")";
      case 3:
        if (conditional) return "(" + sub() + " -> " + sub() + " : " + sub() + ")";
        break;
      case 4: return "a[" + sub() + "]";
      case 5: return "P[" + std::to_string(below(3)) + "]:mine";
      default: break;
    }
    static const char* const kOperators[] = {
        "+", "-", "*", "/", "%", "<", "<=", "==", "!=", ">", "&", "|", "^", "<<", ">>"};
    return "(" + sub() + " " + kOperators[below(std::size(kOperators))] + " " + sub() + ")";
  }

 private:
  uint32_t below(size_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string leaf() {
    static const char* const kLeaves[] = {
        "x",        "y",      "z",   "a[0]",   "a[x]",    "r.s",       "r.t[1]",    "h",      "P[1]@there",
        "Q@loop",   "P:mine", "Q:n", "len(c)", "full(c)", "empty(c)",  "P[x]:mine", "_nr_pr", "nempty(d)",
        "c?[1, x]", "0",      "1",   "2",      "(0 - 3)", "len(e[x])", "nfull(c)"};
    return kLeaves[below(std::size(kLeaves))];
  }
  std::mt19937 random_;
};

TEST(Conditions, RandomFormulas) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const std::string model = R"(
    typedef R { byte s; short t[2] };
    byte x = 1; int y; short z; bit a[3]; R r; hidden byte h;
    chan c = [2] of { byte, byte }; chan d = [1] of { bit }; chan e[2] = [1] of { byte };
    active [2] proctype P() {
      byte mine;
      do
      :: x < 3 -> x++; mine = x; c!1,x
      :: c?1,mine -> there: y = y - mine; a[mine % 3] = 1 - a[mine % 3]; r.t[1] = y
      :: e[_pid]!mine -> r.s++
      :: e[_pid]?mine -> z = z * 3 - 1; h = mine
      :: x > 0 -> x--
      od
    }
    active proctype Q() { int n; loop: do :: n < 2 -> n++; d!1 :: d?_ :: n == 2 -> break od }
  )";
  size_t native = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    RandomAtoms random(seed);
    std::string text = model;
    for (int f = 0; f < 8; ++f)
      text += "ltl f" + std::to_string(f) + " { [] ((" + random.expression(1 + f % 3) + ") != 1) }\n";
    random.conditional = true;
    text += "never n { do :: (" + random.expression(2) + ") > 0 -> skip :: !(" + random.expression(1) + ") -> assert(" +
            random.expression(1) + ") :: else od }\n";
    SCOPED_TRACE(text);
    const test::Comparison compared = test::compare_engines(test::program_of(text), 400);
    EXPECT_EQ(compared.difference, "");
    native += compared.native_atoms;
    if (HasFailure()) return;
  }
  EXPECT_GT(native, 80u);
}

// Messages in the middle of a channel: found, taken, looked at, put in order; too short, and where a comparison fails.
TEST(Messages, AnywhereInAChannel) {
  if (!engine_is_there()) GTEST_SKIP() << "there is no native engine";
  const test::Comparison c = test::compare_engines(test::program_of(R"(
    chan c = [4] of { byte, short }; chan d = [3] of { bit, bit, int }; chan e[2] = [5] of { byte };
    byte x; short y; int a[2];
    active [2] proctype P() {
      byte v; bit w;
      do
      :: c!!v,1 - 2 * v :: c!!(v * 7) % 5,v :: c!!v :: c??2,y :: c??x,eval(w) :: c??<eval(v),y>
      :: c??1,a[x] :: c??eval(a[v]),_ :: d!!w,1 - w,y :: d??_,1,y :: d??<1,w,_> :: d?w,_,a[1]
      :: e[w]!!v :: e[w]??0 :: e[1 - w]?v
      :: c??[1,0] -> v = (v + 1) % 3
      :: d??[0,_,1] -> w = 1 - w
      :: c??[a[v],2] -> y = 0
      :: d_step { e[w]??1; e[w]!!2; c??0,y; c!!3,y }
      od
    }
  )"),
                                                   6000);
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.reason, "");
  EXPECT_EQ(c.states, 6000u);
}

INSTANTIATE_TEST_SUITE_P(Parts, Golden, testing::Range<size_t>(0, Golden::kParts));

}  // namespace
}  // namespace gyre
