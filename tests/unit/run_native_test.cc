// link: promela trace
// How `--engine auto` goes over from the abstract machine to native code, and from that to code for the common shape,
// while a search is under way: nobody may notice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "run/native_engine.h"
#include "run/unfinished.h"
#include "unit/compiled_model.h"
#include "unit/native_comparison.h"

namespace gyre::run {
namespace {

using std::chrono::steady_clock;

// Processes with so many statements in all.
std::string rings(int processes, int statements) {
  std::string text = "byte x[4];\nactive [" + std::to_string(processes) + "] proctype P() {\n\tdo\n";
  for (int i = 0; i < statements / 2; ++i)
    text += "\t:: x[_pid] == " + std::to_string(i % 7) + " -> x[_pid] = " + std::to_string((i * 3 + 1) % 7) + "\n";
  return text + "\tod\n}\n";
}

// Expands the same states again and again, until the machine has gone over to other code so many times.
void expect_unnoticed(const std::string& text, unsigned changes) {
  const auto program = test::program_of(text);
  if (!test::engine_is_there(*program)) GTEST_SKIP() << "there is no native engine";
  vm::Machine reference(program), machine(std::make_shared<const vm::Image>(program));
  model::SuccessorBuffer expected, out;
  reference.initial(expected);
  machine.initial(out);
  std::vector<test::Stored> states{test::Stored(expected.view(0))};
  std::set<std::string> known{states[0].text()};
  for (size_t i = 0; i < states.size() && states.size() < 200; ++i) {
    reference.expand(test::Stored(states[i]).view(), expected);
    for (size_t k = 0; k < expected.list.size(); ++k) {
      test::Stored next(expected.view(k));
      if (known.insert(next.text()).second) states.push_back(std::move(next));
    }
  }
  NativeEngine engine(machine, plan::Engine::automatic,
                      {.first = std::chrono::milliseconds(1), .more = std::chrono::milliseconds(1)});
  const NativeEngine::Searching searching(engine);
  const auto deadline = steady_clock::now() + std::chrono::seconds(120);
  // Once more with the last code.
  for (bool last = false; !last;) {
    last = engine.changes() == changes;
    ASSERT_LT(steady_clock::now(), deadline);
    for (const test::Stored& state : states) {
      reference.expand(state.view(), expected);
      machine.expand(state.view(), out);
      ASSERT_EQ(test::difference(expected, out), "") << "after " << engine.changes() << " changes";
    }
  }
  EXPECT_TRUE(engine.used());
}

TEST(NativeEngine, CodeIsMadeInAHurryAndThenWithCare) { expect_unnoticed(rings(2, 20), 2); }
TEST(NativeEngine, SoItIsForLargeShapes) { expect_unnoticed(rings(4, 160), 2); }

// A process that checks one model after the other, as a server does, joins the threads that it left at work.
TEST(NativeEngine, ThreadsThatWereLeftDoNotPileUp) {
  const auto left = [] {
    auto ended = std::make_shared<std::atomic<bool>>(false);
    leave_unfinished(std::thread([ended] { ended->store(true); }), [ended] { return ended->load(); });
    while (!ended->load()) std::this_thread::yield();
    return unfinished();
  };
  left();
  for (int i = 0; i < 20; ++i) EXPECT_LE(left(), 2u);
}

// Searches for so long and ends the process, while LLVM is being opened or at work.
[[noreturn]] void end_while_compiling(std::chrono::milliseconds searching_time) {
  {
    vm::Machine machine(test::program_of(rings(4, 160)));
    NativeEngine engine(machine, plan::Engine::automatic, {});
    const NativeEngine::Searching searching(engine);
    std::this_thread::sleep_for(searching_time);
  }
  std::exit(0);
}

// Whatever LLVM is doing when a process ends in the usual way is waited for, before LLVM is taken apart.
TEST(NativeEngineDeathTest, AProcessEndsInOrderWhileCodeIsMade) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a new process, in which LLVM has not been opened yet
  for (int ms = 0; ms <= 60; ms += 4)
    EXPECT_EXIT(end_while_compiling(std::chrono::milliseconds(ms)), testing::ExitedWithCode(0), "") << ms;
}

// Waits for code, and gives what the report says.
std::string engine_used(const std::string& text, unsigned changes) {
  const auto program = test::program_of(text);
  vm::Machine machine(program);
  NativeEngine engine(machine, plan::Engine::automatic,
                      {.first = std::chrono::milliseconds(1), .more = std::chrono::milliseconds(1)});
  const auto deadline = steady_clock::now() + std::chrono::seconds(120);
  {
    const NativeEngine::Searching searching(engine);
    while (engine.changes() < changes && steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return engine.sentence();
}

TEST(NativeEngine, ASecondRunFindsItInTheCache) {
  const std::string text = rings(3, 24);
  if (!test::engine_is_there(*test::program_of(text))) GTEST_SKIP() << "there is no native engine";
  std::string name = (std::filesystem::temp_directory_path() / "gyre-cache-XXXXXX").string();
  const std::filesystem::path base = mkdtemp(name.data());
  setenv("GYRE_CACHE", (base / "cache").c_str(), 1);
  EXPECT_THAT(engine_used(text, 2), testing::StartsWith("native code, compiled"));
  EXPECT_THAT(engine_used(text, 1), testing::StartsWith("native code, loaded from the cache"));
  // Whatever is in there, searches go on with what is right.
  for (const auto& file : std::filesystem::directory_iterator(base / "cache"))
    std::filesystem::resize_file(file.path(), 100);
  EXPECT_THAT(engine_used(text, 2), testing::StartsWith("native code, compiled"));
  expect_unnoticed(text, 1);
  setenv("GYRE_CACHE", "off", 1);
  EXPECT_THAT(engine_used(text, 2), testing::StartsWith("native code, compiled"));
  std::filesystem::remove_all(base);
}

// LLVM takes a second and more for this: nobody waits for that who has finished, and the next search may come at any time.
TEST(NativeEngine, TheEndOfASearchDoesNotWaitForLlvm) {
  const auto program = test::program_of(rings(4, 900));
  if (!test::engine_is_there(*test::program_of(rings(2, 4)))) GTEST_SKIP() << "there is no native engine";
  const auto start = steady_clock::now();
  for (const int wait : {0, 1, 5, 20, 60}) {
    vm::Machine machine(program);
    NativeEngine engine(machine, plan::Engine::automatic,
                        {.first = std::chrono::milliseconds(1), .more = std::chrono::milliseconds(1)});
    for (int again = 0; again < 2; ++again) {
      const NativeEngine::Searching searching(engine);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    }
  }
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace gyre::run
