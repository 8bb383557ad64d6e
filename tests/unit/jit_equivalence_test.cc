// The native engine gives what the abstract machine gives: the same successors in the same order, with the same bytes,
// hashes, steps, movers and errors, and the same counts of executed statements.
// link: promela vm trace
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "jit/load.h"
#include "unit/compiled_model.h"

namespace gyre {
namespace {

namespace fs = std::filesystem;

bool engine_is_there() {
  try {
    return jit::compile(*test::program_of("init { skip }")) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

std::string difference(const model::SuccessorBuffer& a, const model::SuccessorBuffer& b) {
  if (a.list.size() != b.list.size())
    return "successors: " + std::to_string(a.list.size()) + " and " + std::to_string(b.list.size());
  for (size_t i = 0; i < a.list.size(); ++i) {
    const model::Successor &x = a.list[i], &y = b.list[i];
    const std::string which = "successor " + std::to_string(i) + ": ";
    if (x.dead_end != y.dead_end) return which + "dead end";
    if (x.steps != y.steps) return which + "steps";
    if (x.mover != y.mover || x.partner != y.partner || x.statement != y.statement) return which + "movers";
    if (x.offset != y.offset || x.key != y.key || x.total != y.total) return which + "size";
    if (x.dead_end) continue;
    if (std::memcmp(a.bytes.data() + x.offset, b.bytes.data() + y.offset, (x.total + 7) & ~7u) != 0)
      return which + "bytes";
    if (x.hash != y.hash) return which + "hash";
    if (x.accepting != y.accepting) return which + "accepting";
  }
  if (a.errors.size() != b.errors.size()) return "errors";
  for (size_t i = 0; i < a.errors.size(); ++i) {
    const model::StepError &x = a.errors[i], &y = b.errors[i];
    if (x.kind != y.kind || x.place != y.place || x.successor != y.successor || x.steps != y.steps)
      return "error " + std::to_string(i);
  }
  if (a.extra_movers.size() != b.extra_movers.size()) return "extra movers";
  for (size_t i = 0; i < a.extra_movers.size(); ++i) {
    if (a.extra_movers[i].successor != b.extra_movers[i].successor || a.extra_movers[i].pid != b.extra_movers[i].pid)
      return "extra mover " + std::to_string(i);
  }
  if (a.deadlock != b.deadlock) return "deadlock";
  if (a.atomic_steps != b.atomic_steps) return "atomic steps";
  if (a.inner_depth != b.inner_depth) return "inner depth";
  return "";
}

struct Compared {
  std::string difference;
  size_t states = 0;
  std::string reason;  // why some of it is not native
};

Compared compare(const std::shared_ptr<const ir::Program>& program, size_t most) {
  Compared result;
  const std::unique_ptr<model::NativeCode> code = jit::compile(*program);
  result.reason = code->reason;
  vm::Machine machine(program);
  vm::Machine native(std::make_shared<const vm::Image>(program));
  model::SuccessorBuffer a, b;
  machine.initial(a);
  native.initial(b);
  native.use_native(code.get());
  if (a.list.empty() || a.list[0].dead_end) return result;
  std::set<std::string> known;
  std::deque<test::Stored> todo;
  auto reach = [&](StateView view) {
    test::Stored s(view);
    if (known.size() < most && known.insert(s.text()).second) todo.push_back(std::move(s));
  };
  // Shapes get their numbers as they are met, so both machines must meet them in the same order.
  for (reach(a.view(0)); !todo.empty(); todo.pop_front()) {
    machine.expand(todo.front().view(), a);
    native.expand(todo.front().view(), b);
    result.difference = difference(a, b);
    if (!result.difference.empty()) {
      result.difference = "state " + std::to_string(result.states) + ", " + result.difference;
      return result;
    }
    ++result.states;
    for (size_t i = 0; i < a.list.size(); ++i) {
      if (!a.list[i].dead_end) reach(a.view(i));
    }
  }
  if (machine.executed() != native.executed()) result.difference = "counts of executed statements";
  return result;
}

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
    if (diagnostics.has_errors()) continue;
    SCOPED_TRACE(all[i].string());
    const Compared c = compare(std::make_shared<const ir::Program>(std::move(program)), 1500);
    EXPECT_EQ(c.difference, "") << all[i];
    ++compared;
    states += c.states;
  }
  EXPECT_GT(compared, 10u);
  EXPECT_GT(states, 100u);
}

INSTANTIATE_TEST_SUITE_P(Parts, Golden, testing::Range<size_t>(0, Golden::kParts));

}  // namespace
}  // namespace gyre
