// Option values: what has no meaning does not parse.
#include <set>

#include <gtest/gtest.h>

#include "api/library.h"
#include "cli/arguments.h"
#include "cli/choices.h"
#include "cli/help.h"
#include "plan/settings.h"

namespace gyre::cli {
namespace {

Arguments parsed(const std::vector<std::string>& arguments) { return parse(command_table()[0], arguments); }

std::string refusal(const std::string& name, const std::string& value) {
  Settings settings;
  try {
    settings.keep(name, value);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

template <class Enum>
void expect_values_of_table() {
  using Chosen = Choice<Enum>;
  for (const Option& o : options()) {
    if (o.name != Chosen::option) continue;
    EXPECT_EQ(o.values, std::vector<std::string>(Chosen::names.begin(), Chosen::names.end())) << o.name;
    return;
  }
  ADD_FAILURE() << "there is no option --" << Chosen::option;
}

// What the program does itself about a choice knows every value of it.
TEST(CliOptions, ChoicesOfTheProgramAreThoseOfTheTable) {
  expect_values_of_table<Shown>();
  expect_values_of_table<Only>();
  expect_values_of_table<Messages>();
  expect_values_of_table<Reported>();
  expect_values_of_table<Format>();
  expect_values_of_table<GraphOf>();
}

TEST(CliOptions, ValuesHaveTypes) {
  const Arguments a = parsed({"m.pml", "--store", "tree-compact", "--memory=1.5G", "--time", "90", "--errors", "0",
                              "--fairness", "strong", "--ignore", "assert", "-DN=3", "-DM", "--bits", "20", "--quiet"});
  EXPECT_EQ(a.text("store"), "tree-compact");
  EXPECT_EQ(a.number("memory"), uint64_t{3} << 29);
  EXPECT_EQ(a.text("time"), "90");
  EXPECT_EQ(a.number("errors"), 0u);
  EXPECT_EQ(a.text("fairness"), "strong");
  EXPECT_EQ(a.text("ignore"), "assertion");
  EXPECT_EQ(a.settings.values("D"), (std::vector<std::string>{"N=3", "M"}));
  EXPECT_EQ(a.number("bits"), 20u);
  EXPECT_TRUE(a.has("quiet"));
  EXPECT_FALSE(a.has("safety"));
  EXPECT_FALSE(a.has("seed"));
  EXPECT_EQ(a.text("search"), "auto");
  EXPECT_EQ(a.number("max-processes"), 255u);
  EXPECT_THROW(a.text("nothing"), Error);
  EXPECT_EQ(a.model, "m.pml");
}

// Every choice of the table knows its values and nothing else; every number has its range.
TEST(CliOptions, WhatHasNoMeaningDoesNotParse) {
  for (const Option& o : options()) {
    if (o.values.empty()) continue;
    for (const std::string& value : o.values) EXPECT_EQ(refusal(o.name, value), "") << o.name;
    for (const std::string value : {"", "just", "AUTO", "auto "}) EXPECT_NE(refusal(o.name, value), "") << o.name;
  }
  EXPECT_EQ(refusal("por", "just"), "--por: 'just' is not one of auto|on|off");
  EXPECT_EQ(refusal("bits", "9"), "--bits must be between 10 and 43");
  EXPECT_EQ(refusal("hash-functions", "65"), "--hash-functions must be between 1 and 64");
  EXPECT_EQ(refusal("threads", "0"), "--threads must be between 1 and 256");
  for (const char* name : {"bits", "hash-functions", "memory", "time", "cache-size", "cache-collisions", "cache-probes",
                           "swarm", "threads", "max-processes", "limit"})
    EXPECT_NE(refusal(name, "0"), "") << name;
  for (const char* value : {"", "-1", "1x", "1e3", "99999999999999999999"}) EXPECT_NE(refusal("depth", value), "");
  for (const char* value : {"", "G", "-1G", "1X", "1e40", "nan"}) EXPECT_NE(refusal("memory", value), "");
  for (const char* value : {"", "s", "-1s", "1d", "1e40", "nan"}) EXPECT_NE(refusal("time", value), "");
  EXPECT_NE(refusal("ignore", "none"), "");
  EXPECT_NE(refusal("ignore", "acceptance-cycle"), "");
  EXPECT_NE(refusal("nothing", "1"), "");
}

TEST(CliOptions, CommandLine) {
  EXPECT_THROW(parsed({}), Error);
  EXPECT_EQ(parsed({"m.pml", "n.pml"}).others, std::vector<std::string>{"n.pml"});
  EXPECT_THROW(parsed({"m.pml", "--json"}), Error);
  EXPECT_THROW(parsed({"m.pml", "--safety=1"}), Error);
  EXPECT_THROW(parsed({"m.pml", "--interactive"}), Error);
  EXPECT_EQ(parsed({"--", "-m.pml"}).model, "-m.pml");
  try {
    parsed({"m.pml", "--stroe", "tree"});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean --store?"), std::string::npos) << e.what();
  }
}

// Every option of a command is in its help once, in lines that fit a screen.
TEST(CliOptions, Help) {
  for (const CommandInfo& c : command_table()) {
    const std::string text = help(c);
    for (const Option& o : options()) {
      const size_t at = text.find("\n  " + dashed(o) + (o.takes_value ? " " : ""));
      EXPECT_EQ(at != std::string::npos, belongs(o, c)) << c.name << " " << o.name;
    }
    size_t column = 0;
    for (const char character : text) {
      column = character == '\n' ? 0 : column + 1;
      EXPECT_LE(column, 101u) << c.name;
    }
  }
  for (const char* what : {"man", "bash", "zsh", "fish", "options"})
    EXPECT_NE(generate(what).find("fairness"), std::string::npos);
}

// What `--generate options` says is so: the ends of a range are values, what is beyond them is none.
TEST(CliOptions, RangesAreThoseOfTheTable) {
  for (const Option& o : options()) {
    EXPECT_EQ(o.low.empty(), o.high.empty()) << o.name;
    EXPECT_EQ(o.takes_value, o.type != "flag") << o.name;
    EXPECT_EQ(o.values.empty(), o.type != "choice" && o.type != "hides") << o.name;
    if (o.low.empty()) continue;
    EXPECT_EQ(refusal(o.name, o.low), "");
    EXPECT_EQ(refusal(o.name, o.high), "");
    EXPECT_NE(refusal(o.name, o.high + "0"), "") << o.name;
    EXPECT_NE(refusal(o.name, "-1"), "") << o.name;
  }
}

TEST(CliOptions, GivenIsWhatIsNotByDefault) {
  const auto given = plan::given(
      *api::settings_named("m.pml", parsed({"m.pml", "--store", "tree", "--seed", "1", "--search", "auto"}).settings));
  const std::vector<std::pair<std::string, std::string>> expected = {{"seed", "1"}, {"store", "tree"}};
  EXPECT_EQ(given, expected);
}

}  // namespace
}  // namespace gyre::cli
