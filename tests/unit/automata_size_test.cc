// Sizes of automata against the reference sizes that lie beside a checkout: the totals are what docs/design/ltl.md
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sstream>

#include "automata/translate.h"
#include "logic/parser.h"
#include "unit/automata_words.h"

namespace gyre::automata {
namespace {

void compare(const std::string& name, double most) {
  const auto lines = test::shared_lines(name);
  if (lines.empty()) GTEST_SKIP() << "no reference sizes beside the checkout";
  size_t ours = 0, reference = 0, deterministic = 0;
  double slowest = 0;
  for (size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> field;
    std::stringstream in(lines[i]);
    for (std::string part; std::getline(in, part, ',');) field.push_back(part);
    ASSERT_GT(field.size(), 4u);
    logic::FormulaFactory factory;
    std::vector<std::string> atoms;
    logic::Formula f = logic::parse(field[3], factory, atoms);
    if (field[2] == "1") f = factory.negation(f);
    const auto begin = std::chrono::steady_clock::now();
    const Automaton automaton = translate(f);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    slowest = std::max(slowest, time.count());
    ours += automaton.states.size();
    deterministic += automaton.deterministic;
    reference += std::stoul(field[4]);
  }
  std::printf("%s: %zu states, reference %zu, %zu deterministic, slowest %.3f s\n", name.c_str(), ours, reference,
              deterministic, slowest);
  EXPECT_LE(static_cast<double>(ours), most * static_cast<double>(reference));
#ifdef NDEBUG
  EXPECT_LT(slowest, 1.0);
#endif
}

TEST(Size, Patterns) { compare("patterns-sizes.csv", 1.03); }
TEST(Size, Random) { compare("random-sizes.csv", 1.02); }

}  // namespace
}  // namespace gyre::automata
