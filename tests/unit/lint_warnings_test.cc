// link: promela
// Warnings about programs, by their names, and the switches. That each kind says what it should is in
// tests/golden/warnings; here is what must not be said, and what is at the edges.
#include <gtest/gtest.h>

#include "base/warning.h"
#include "lint/lint.h"
#include "promela/promela.h"

namespace gyre {
namespace {

struct Compiled {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
};

Compiled compiled(const std::string& text) {
  Compiled out;
  const ir::Program program = promela::compile_text("m.pml", text, {}, out.sources, out.diagnostics);
  EXPECT_FALSE(out.diagnostics.has_errors()) << out.diagnostics.format(*out.sources);
  if (!out.diagnostics.has_errors()) lint::lint(program, out.diagnostics);
  return out;
}

// The names of all warnings, in the order of the source: "truncation never-read".
std::string names(const std::string& text) {
  const Compiled c = compiled(text);
  std::string out;
  for (const DiagnosticGroup& group : c.diagnostics.sorted(*c.sources)) {
    EXPECT_EQ(group.message.severity, Severity::warning);
    EXPECT_TRUE(group.message.warning.has_value()) << group.message.message;
    if (group.message.warning) out += (out.empty() ? "" : " ") + std::string(name_of(*group.message.warning));
  }
  return out;
}

std::string in_process(const std::string& declarations, const std::string& body) {
  return declarations + "; active proctype P() { " + body + " }";
}

TEST(LintWarnings, Comparisons) {
  for (const char* always :
       {"x < 256", "x <= 255", "x >= 0", "x > -1", "x < 0 && y == 1", "x < 300 && y == 1", "x != 256", "x == 256",
        "x > 255", "x < 0", "256 > x", "0 <= x", "x >= 200 + 100", "x < (1 << 8)"})
    EXPECT_EQ(names(in_process("byte x, y", std::string(always) + " || y == 0")), "constant-comparison") << always;
  for (const char* open : {"x < 255", "x <= 254", "x >= 1", "x > 0", "x != 255", "x == 0", "255 > x", "0 <= x && x < 3",
                           "x < y", "x + 0 < 300"})
    EXPECT_EQ(names(in_process("byte x, y", std::string(open) + " || y == 0")), "") << open;
  EXPECT_EQ(names(in_process("int x", "x < 2147483647; x >= -2147483647")), "");
  // SPIN keeps each element in a byte, and does not truncate what is not 0 or 1.
  EXPECT_EQ(names(in_process("byte x; bit b[2]", "x++; b[0] = x; b[0] < 200")), "");
  EXPECT_EQ(names(in_process("bit b[2]", "b[0] = 1; b[0] < 200")), "constant-comparison");
  EXPECT_EQ(names(in_process("byte i", "for (i : 0 .. 255) { skip }")), "constant-comparison");
  EXPECT_EQ(names(in_process("byte i", "for (i : 0 .. 254) { skip }")), "");
}

TEST(LintWarnings, Truncation) {
  for (const char* cut : {"x = 256", "x = -1", "x = 1 << 8", "b = 2", "s = 32768", "s = -32769", "u = 4"})
    EXPECT_EQ(names(in_process("byte x; bit b; short s; unsigned u : 2", std::string(cut) + "; x + b + s + u > 0")),
              "truncation")
        << cut;
  for (const char* kept : {"x = 255", "b = 1", "s = 32767", "s = -32768", "u = 3", "x = x + 300", "i = -1"})
    EXPECT_EQ(names(in_process("byte x; bit b; short s; unsigned u : 2; int i",
                               std::string(kept) + "; x + b + s + u + i > 0")),
              "")
        << kept;
}

TEST(LintWarnings, NeverRead) {
  EXPECT_EQ(names(in_process("byte x", "x = 1")), "never-read");
  EXPECT_EQ(names(in_process("byte x", "x++")), "never-read");
  EXPECT_EQ(names(in_process("byte x", "skip")), "unused-variable");
  EXPECT_EQ(names(in_process("byte x = 3", "skip; byte y = 4; skip")), "unused-variable unused-variable");
  EXPECT_EQ(names(in_process("chan c = [1] of { byte }", "skip")), "unused-variable");
  EXPECT_EQ(names("byte p; proctype Q() { skip } init { p = run Q() }"), "");
  EXPECT_EQ(names(in_process("byte x, y", "y = x; y > 0; x = 1")), "");
  EXPECT_EQ(names(in_process("byte x", "byte l; l = x; x = 2")), "never-read");  // l
  EXPECT_EQ(names(in_process("hidden byte x", "x = 1")), "");
  EXPECT_EQ(names(in_process("byte _unused", "skip")), "");
  EXPECT_EQ(names("proctype Q(byte unused) { skip } init { run Q(1) }"), "");
  // Once for an inline, wherever it is called; not at all if one of its expansions reads it.
  EXPECT_EQ(names("inline f(n) { byte l; l = n } active proctype P() { f(1); f(2); f(3) }"), "never-read");
  // Of a structure one member is enough.
  EXPECT_EQ(names("typedef T { byte a; byte b }; T t; active proctype P() { t.a = 1; t.b = 1; t.a > 0 }"), "");
  EXPECT_EQ(names("typedef T { byte a; byte b }; T t; active proctype P() { t.a = 1; t.b = 1 }"), "never-read");
}

TEST(LintWarnings, Unreachable) {
  EXPECT_EQ(names(in_process("byte x", "do :: x > 0 -> x = 0 od; x = 1; x = 2")), "unreachable");
  EXPECT_EQ(names(in_process("byte x", "do :: x > 0 -> x = 0 :: break od; x = 1")), "");
  EXPECT_EQ(names(in_process("byte x", "goto l; if :: x > 0 -> x = 1 :: else fi; l: x = 2")), "unreachable");
  EXPECT_EQ(names(in_process("byte x", "if :: false -> x = 1; x = 2 :: x == 0 fi")), "");
  EXPECT_EQ(names(in_process("byte x", "do :: x > 0 od; assert(false)")), "");
  EXPECT_EQ(names(in_process("byte x", "d_step { x = 1; if :: x == 1 -> x = 2 :: else fi }; x > 0")), "");
}

TEST(LintWarnings, Guards) {
  EXPECT_EQ(names(in_process("byte x", "if :: x = 1 -> x > 0 :: else fi")), "assignment-guard");
  EXPECT_EQ(names(in_process("byte x", "if :: x = 1; x > 0 :: else fi")), "assignment-guard");
  EXPECT_EQ(names(in_process("byte x", "if :: x = 1 -> x > 0 :: x > 3 -> skip fi")), "assignment-guard");
  EXPECT_EQ(names(in_process("byte x", "if :: x = 1; x > 0 :: x > 3 -> skip fi")), "");
  EXPECT_EQ(names(in_process("byte x", "if :: x = 1 -> x > 0 :: x = 3 -> x == 3 fi")), "");
  EXPECT_EQ(names(in_process("byte x", "if :: x++ -> x > 0 :: else fi")), "");
}

TEST(LintWarnings, SwitchesAreObeyedInOrder) {
  const auto on = [](std::initializer_list<const char*> words) {
    WarningSwitches switches;
    for (const char* word : words) switches.apply(word);
    std::string out = switches.errors() ? "error" : "";
    for (const auto& [warning, name] : names_of(Warning{})) {
      if (switches.on(warning)) out += std::string(out.empty() ? "" : " ") + name;
    }
    return out;
  };
  EXPECT_EQ(on({"none"}), "");
  EXPECT_EQ(on({"none", "truncation"}), "truncation");
  EXPECT_EQ(on({"none", "truncation", "never-read", "no-truncation"}), "never-read");
  EXPECT_EQ(on({"truncation", "none"}), "");
  EXPECT_EQ(on({"none", "error", "truncation"}), "error truncation");
  EXPECT_EQ(on({"none", "error", "no-error"}), "");
  EXPECT_EQ(on({"none", "all"}), on({"unused-variable"}));
  EXPECT_EQ(on({"all", "no-unused-variable"}), on({}));
  WarningSwitches switches;
  for (const char* wrong : {"", "no-", "nothing", "no-all", "no-none", "Truncation"})
    EXPECT_THROW(switches.apply(wrong), Error) << wrong;
  try {
    switches.apply("no-trunction");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "--warn: there is no warning 'trunction'; did you mean no-truncation?");
  }
}

TEST(LintWarnings, SwitchedOffOnesGoWithTheirNotes) {
  Compiled c;
  c.diagnostics.warning(Warning::truncation, {}, "one");
  c.diagnostics.note({}, "of one");
  c.diagnostics.warning(Warning::never_read, {}, "two");
  c.diagnostics.note({}, "of two");
  WarningSwitches switches;
  switches.apply("no-truncation");
  c.diagnostics.obey(switches);
  EXPECT_FALSE(c.diagnostics.has_errors());
  EXPECT_EQ(c.diagnostics.format(*c.sources), "warning: two [never-read]\nnote: of two\n");
  switches.apply("error");
  c.diagnostics.obey(switches);
  EXPECT_TRUE(c.diagnostics.has_errors());
  EXPECT_EQ(c.diagnostics.format(*c.sources), "error: two [never-read]\nnote: of two\n");
}

}  // namespace
}  // namespace gyre
