// The native engine gives what the abstract machine gives: the same successors in the same order, with the same bytes,
// hashes, steps, movers and errors, and the same counts of executed statements; and the same values of what formulas
// and never claims ask.
// link: promela vm trace
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

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

// What formulas and never claims ask of the state that both expanded last.
std::string difference_in_conditions(vm::Machine& machine, vm::Machine& native) {
  const ir::Program& program = machine.program();
  // A letter has 64 atoms.
  for (uint32_t first = 0; first < program.atoms.size(); first += 64) {
    std::vector<uint32_t> atoms(std::min<size_t>(64, program.atoms.size() - first));
    std::iota(atoms.begin(), atoms.end(), first);
    if (machine.letter(atoms) != native.letter(atoms)) return "letter";
    if (machine.undefined_atoms() != native.undefined_atoms()) return "undefined atoms";
    if (machine.take_claim_error() != native.take_claim_error()) return "error of an atom";
  }
  std::vector<vm::Machine::ClaimMove> a, b;
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (program.processes[p].kind != ir::ProcessKind::never) continue;
    for (uint32_t s = 1; s < program.processes[p].states.size(); ++s) {
      for (const bool blocked : {false, true}) {
        machine.claim_moves(static_cast<int32_t>(p), s, blocked, a);
        native.claim_moves(static_cast<int32_t>(p), s, blocked, b);
        const auto same = [](const auto& x, const auto& y) { return x.to == y.to && x.violated == y.violated; };
        if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), same)) return "moves of a claim";
        if (machine.take_claim_error() != native.take_claim_error()) return "error of a claim";
      }
    }
  }
  return "";
}

struct Compared {
  std::string difference;
  size_t states = 0;
  size_t native_atoms = 0;
  std::string reason;  // why some of it is not native
};

Compared compare(const std::shared_ptr<const ir::Program>& program, size_t most) {
  Compared result;
  const std::unique_ptr<model::NativeCode> code = jit::compile(*program);
  result.reason = code->reason;
  result.native_atoms =
      code->atoms.size() - static_cast<size_t>(std::count(code->atoms.begin(), code->atoms.end(), nullptr));
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
    if (result.difference.empty()) result.difference = difference_in_conditions(machine, native);
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
    const Compared compared = compare(test::program_of(text), 400);
    EXPECT_EQ(compared.difference, "");
    native += compared.native_atoms;
    if (HasFailure()) return;
  }
  EXPECT_GT(native, 80u);
}

INSTANTIATE_TEST_SUITE_P(Parts, Golden, testing::Range<size_t>(0, Golden::kParts));

}  // namespace
}  // namespace gyre
