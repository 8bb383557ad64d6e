// The native trail: written, read back, refused.
// link: judge promela vm
#include "trace/trail_json.h"

#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using judge::replay;
using judge::ReplayResult;

using test::counterexample;
using test::machine_of;

constexpr const char* kModel =
    "byte x; chan c = [1] of { byte };\n"
    "active proctype P() { printf(\"quote \\\" and %c\\n\", 200); atomic { c!7; x++ } }\n"
    "active proctype Q() { byte y; c?y; assert(y == x) }\n";

std::string refusal(const std::string& text) {
  try {
    read_trail(text, "t.json");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(TraceJson, CallsOfInlines) {
  auto m = machine_of(
      "inline bad(v) {\n"
      "  v = 1; assert(v == 0) }\n"
      "inline outer(v) { bad(v) }\n"
      "byte x;\n"
      "init {\n"
      "  x = 0;\n"
      "  outer(x) }\n");
  const auto json = nlohmann::json::parse(write_trail(counterexample(*m), "m.pml"));
  const auto calls = nlohmann::json::parse(
      R"([{"inline": "bad", "file": "m.pml", "line": 3, "column": 19},
          {"inline": "outer", "file": "m.pml", "line": 7, "column": 3}])");
  ASSERT_EQ(json["steps"].size(), 3u);
  EXPECT_EQ(json["steps"][0]["location"]["line"], 6);
  EXPECT_FALSE(json["steps"][0]["location"].contains("calls"));
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(json["steps"][i]["location"]["line"], 2);
    EXPECT_EQ(json["steps"][i]["location"]["column"], i == 1 ? 3 : 10);
    EXPECT_EQ(json["steps"][i]["location"]["calls"], calls);
  }
  EXPECT_EQ(json["error"]["location"]["line"], 2);
  EXPECT_EQ(json["error"]["location"]["calls"], calls);
}

TEST(TraceJson, RoundTrip) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  const std::string text = write_trail(t, "dir/m.pml");
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["tool"], "gyre");
  EXPECT_EQ(json["model"], "dir/m.pml");
  EXPECT_EQ(json["language"], "promela");
  EXPECT_EQ(json["error"]["kind"], "assertion");
  EXPECT_EQ(json["error"]["location"]["line"], 3);
  EXPECT_EQ(json["error"]["location"]["process"], "Q");
  EXPECT_EQ(json["length"], t.length);
  EXPECT_EQ(json["cycle_start"], -1);
  EXPECT_EQ(json["steps"].size(), t.length);
  bool sent = false;
  for (const auto& step : json["steps"]) {
    if (step["statement"] != "c!7") continue;
    EXPECT_EQ(step["changes"]["c"], "[7]");
    EXPECT_EQ(step["messages"][0]["channel"], "c");
    EXPECT_EQ(step["location"]["file"], "m.pml");
    sent = true;
  }
  EXPECT_TRUE(sent);

  const TrailFile file = read_trail(text, "t.json");
  EXPECT_EQ(file.model, "dir/m.pml");
  EXPECT_EQ(file.kind, ErrorKind::assertion);
  EXPECT_EQ(file.choices, t.choices);
  EXPECT_EQ(file.length, t.length);
  EXPECT_EQ(file.message, t.failure.message);
  const ReplayResult r = replay(*m, file);
  EXPECT_TRUE(r.confirmed) << r.why_not;
  EXPECT_EQ(write_trail(r.trace, "dir/m.pml"), text);
}

TEST(TraceJson, OutputThatIsNoUtf8) {
  auto m = machine_of("active proctype P() { printf(\"%c\", 200); assert(false) }");
  const auto json = nlohmann::json::parse(write_trail(counterexample(*m), "m.pml"));
  EXPECT_EQ(json["steps"][0]["output"], "\xEF\xBF\xBD");
}

TEST(TraceJson, AnotherModelIsNoticed) {
  auto m = machine_of("byte x; active proctype P() { x = 1; x = 2; assert(x == 1) }");
  const TrailFile file = read_trail(write_trail(counterexample(*m), "m.pml"), "t.json");
  struct Case {
    const char* text;
    const char* why_not;
  };
  for (const Case& c : {
           Case{"byte x; active proctype P() { x = 1; x = 3; assert(x == 1) }",
                "step 2 is `x = 2` of P(0), but the model does `x = 3` of P(0): has the model been changed?"},
           Case{"byte x; active proctype R() { x = 1; x = 2; assert(x == 1) }",
                "step 1 is `x = 1` of P(0), but the model does `x = 1` of R(0): has the model been changed?"},
           Case{"byte x; active proctype P() { x = 1; x = 2; assert(x == 2) }",
                "step 3 is `assert(x == 1)` of P(0), but the model does `assert(x == 2)` of P(0): has the model been "
                "changed?"},
           Case{"byte x; active proctype P() { x = 1 }",
                "step 2 is `x = 2` of P(0), but the model does `-end-` of P(0): has the model been changed?"},
       }) {
    SCOPED_TRACE(c.text);
    auto other = machine_of(c.text);
    const ReplayResult r = replay(*other, file);
    EXPECT_FALSE(r.confirmed);
    EXPECT_EQ(r.why_not, c.why_not);
  }
}

TEST(TraceJson, MalformedFilesAreRefusedWithAPlace) {
  auto m = machine_of("byte x; active proctype P() { x = 1; assert(x == 2) }");
  const std::string good = write_trail(counterexample(*m), "m.pml");
  ASSERT_EQ(refusal(good), "accepted");
  EXPECT_EQ(refusal(""), "t.json:1:1: this is not JSON");
  EXPECT_EQ(refusal("{\n  \"tool\": \"gyre\",\n  oops\n"), "t.json:3:3: this is not JSON");
  EXPECT_EQ(refusal("[]"), "t.json: an object is expected");
  EXPECT_EQ(refusal("{}"), "t.json: tool: this is missing");
  EXPECT_EQ(refusal("{\"tool\": \"spin\"}"), "t.json: tool: this is no trail of gyre");
  EXPECT_EQ(refusal(std::string(100000, '[')).rfind("t.json:", 0), 0u);
  auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return refusal(text.replace(at, from.size(), to));
  };
  EXPECT_EQ(with("\"choices\": [0, 0]", "\"choices\": [0, -1]"),
            "t.json: choices[1]: -1 is not in the range 0 .. 4294967295");
  EXPECT_EQ(with("\"choices\": [0, 0]", "\"choices\": [0, 1.5]"), "t.json: choices[1]: an integer is expected");
  EXPECT_EQ(with("\"choices\": [0, 0]", "\"choices\": [0, 18446744073709551615]"),
            "t.json: choices[1]: 18446744073709551615 is not in the range 0 .. 4294967295");
  EXPECT_EQ(with("\"choices\": [0, 0]", "\"choices\": {}"), "t.json: choices: an array is expected");
  EXPECT_EQ(with("\"kind\": \"assertion\"", "\"kind\": \"boredom\""),
            "t.json: error.kind: 'boredom' is no kind of error");
  EXPECT_EQ(with("\"pid\": 0, \"process\": \"P\", \"statement\": \"x = 1\"", "\"pid\": \"0\", \"process\": \"P\""),
            "t.json: steps[0].pid: an integer is expected");
  EXPECT_EQ(with("\"statement\": \"x = 1\"", "\"statement\": 3"), "t.json: steps[0].statement: a string is expected");
  EXPECT_EQ(with("\"length\": 2", "\"length\": 3"), "t.json: steps: 2 steps, but the length is 3");
  EXPECT_EQ(with("\"cycle_start\": -1", "\"cycle_start\": 3"), "t.json: cycle_start: 3 is not in the range -1 .. 2");
  EXPECT_EQ(with("\"length\": 2", "\"length\": 1e999").rfind("t.json", 0), 0u);
}

TEST(TraceJson, DamagedFilesNeverCrash) {
  auto m = machine_of(kModel);
  const std::string good = write_trail(counterexample(*m), "m.pml");
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string text = good;
    for (int k = 0; k < 3; ++k) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, random() % 20); break;
        default: text.resize(at + 1); break;
      }
    }
    try {
      replay(*m, read_trail(text, "t.json"));
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).rfind("t.json", 0), 0u);
    }
  }
}

}  // namespace
}  // namespace gyre::trace
