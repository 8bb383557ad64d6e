// The Informal Trace Format: the structure that its readers rely on, and what values become.
// link: judge promela vm
#include "trace/itf.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "trace/simulate.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using nlohmann::json;
using test::counterexample;
using test::machine_of;

// Whether it is a value of the format: booleans, strings, numbers that a double holds exactly, lists, and objects that
// are records or have one of the special members alone.
bool is_value(const json& v) {
  if (v.is_boolean() || v.is_string()) return true;
  if (v.is_number_integer()) return v.get<int64_t>() < (int64_t{1} << 53) && v.get<int64_t>() > -(int64_t{1} << 53);
  if (v.is_array()) return std::all_of(v.begin(), v.end(), is_value);
  if (!v.is_object()) return false;
  for (const auto& [name, member] : v.items()) {
    if (name[0] == '#') {
      if (v.size() != 1) return false;
      if (name == "#bigint" || name == "#unserializable") return member.is_string();
      if (name == "#tup" || name == "#set") return member.is_array() && is_value(member);
      return false;
    }
    if (!is_value(member)) return false;
  }
  return true;
}

json checked(const std::string& text) {
  const json t = json::parse(text);
  EXPECT_TRUE(t["#meta"].is_object());
  EXPECT_EQ(t["#meta"]["format"], "ITF");
  EXPECT_TRUE(t["vars"].is_array());
  std::set<std::string> vars;
  for (const json& name : t["vars"]) EXPECT_TRUE(vars.insert(name.get<std::string>()).second) << name;
  EXPECT_TRUE(t["states"].is_array());
  for (size_t i = 0; i < t["states"].size(); ++i) {
    const json& state = t["states"][i];
    EXPECT_EQ(state["#meta"]["index"], i);
    EXPECT_EQ(state.size(), vars.size() + 1);
    for (const std::string& name : vars) {
      EXPECT_TRUE(state.contains(name) && is_value(state[name])) << name << " " << state;
    }
  }
  if (t.contains("loop")) {
    EXPECT_TRUE(t["loop"].is_number_unsigned());
    EXPECT_LT(t["loop"].get<size_t>(), t["states"].size());
  }
  for (const auto& [name, value] : t.items())
    EXPECT_TRUE(name == "#meta" || name == "vars" || name == "states" || name == "loop") << name;
  return t;
}

constexpr const char* kModel =
    "mtype = { red, green }; mtype m = red; typedef T { byte f; byte g[2] }; T t[2]; byte x; chan c = [2] of { mtype, "
    "byte }; chan r = [0] of { byte };\n"
    "proctype P(byte n) { byte y; y = n }\n"
    "init { m = green; t[1].g[1] = 7; c!green,3; run P(2); (_nr_pr == 1); x = 4; assert(false) }\n";

TEST(TraceItf, Values) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  const json j = checked(write_itf(t, "m.pml"));
  ASSERT_EQ(j["states"].size(), t.steps.size() + 1);
  const json& last = j["states"].back();
  EXPECT_EQ(last["m"], "green");
  EXPECT_EQ(last["x"], 4);
  EXPECT_EQ(last["t"], json::parse(R"([{"f": 0, "g": [0, 0]}, {"f": 0, "g": [0, 7]}])"));
  EXPECT_EQ(last["c"], json::parse(R"([{"#tup": ["green", 3]}])"));
  EXPECT_EQ(j["states"][0]["c"], json::array());
  EXPECT_FALSE(last.contains("r"));  // a rendezvous holds nothing
  // A process is not there before it is born, nor when it is gone.
  EXPECT_EQ(j["states"][0]["P(1):n"], json::parse(R"({"#unserializable": "there is no such process"})"));
  EXPECT_EQ(j["states"][4]["P(1):n"], 2);
  EXPECT_EQ(last["P(1):n"], j["states"][0]["P(1):n"]);
  EXPECT_EQ(last["#meta"]["process"], "init");
  EXPECT_EQ(last["#meta"]["statement"], "assert(false)");
  EXPECT_EQ(last["#meta"]["line"], 3);
  EXPECT_EQ(j["#meta"]["source"], "m.pml");
  EXPECT_EQ(j["#meta"]["status"], "violation");
  EXPECT_FALSE(j.contains("loop"));
}

TEST(TraceItf, Integers) {
  EXPECT_EQ(itf_integer(5), "5");
  EXPECT_EQ(itf_integer(-5), "-5");
  EXPECT_EQ(itf_integer((int64_t{1} << 53) - 1), "9007199254740991");
  EXPECT_EQ(itf_integer(int64_t{1} << 53), R"({"#bigint":"9007199254740992"})");
  EXPECT_EQ(itf_integer(INT64_MIN), R"({"#bigint":"-9223372036854775808"})");
}

TEST(TraceItf, Lassos) {
  auto m = machine_of("byte x; active proctype P() { x = 5; do :: x = 1 :: x = 2 od }");
  Simulator::Options options;
  options.max_steps = 6;
  Simulator s(*m, options, nullptr);
  s.run_random(1);
  Trace t = s.trace();
  t.cycle_start = 2;
  json j = checked(write_itf(t, "m.pml"));
  // Behind the last state comes the one that the loop names; that step is told as well.
  EXPECT_EQ(j["states"].size(), 6u);
  EXPECT_EQ(j["loop"], 2);
  EXPECT_EQ(j["states"].back()["#meta"]["then"]["step"], 6);
  t.cycle_start = 6;  // it stays where it is
  j = checked(write_itf(t, "m.pml"));
  EXPECT_EQ(j["states"].size(), 7u);
  EXPECT_EQ(j["loop"], 6);
  View v;
  v.from = 3;
  t.cycle_start = 4;
  j = checked(write_itf(t, "m.pml", v));
  EXPECT_EQ(j["loop"], 2);
  EXPECT_EQ(j["states"].size(), 4u);
  v.from = 6;  // the cycle begins before
  EXPECT_FALSE(checked(write_itf(t, "m.pml", v)).contains("loop"));
}

TEST(TraceItf, Views) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  View v;
  v.variables = {"x", "t[1].f"};
  v.from = 2;
  v.to = 3;
  const json j = checked(write_itf(t, "m.pml", v));
  EXPECT_EQ(j["vars"], json::parse(R"(["t", "x"])"));  // an element cannot be without the others
  EXPECT_EQ(j["states"].size(), 3u);
  v = {};
  v.hide_locals = true;
  for (const json& name : checked(write_itf(t, "m.pml", v))["vars"])
    EXPECT_EQ(name.get<std::string>().find(':'), std::string::npos);
  v = {};
  v.processes = {"init"};
  EXPECT_THROW(write_itf(t, "m.pml", v), Error);
  v = {};
  v.hide_skips = true;
  EXPECT_THROW(write_itf(t, "m.pml", v), Error);
}

TEST(TraceItf, NoVariablesAndStrangeBytes) {
  auto m = machine_of("active proctype P() { printf(\"%c\\n\", 200); assert(false) }");
  const json j = checked(write_itf(counterexample(*m), "m\xff.pml"));
  EXPECT_EQ(j["vars"], json::array());
  EXPECT_EQ(j["states"].size(), 3u);
}

}  // namespace
}  // namespace gyre::trace
