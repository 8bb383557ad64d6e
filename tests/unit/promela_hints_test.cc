// What is said of mistakes that are clear enough to know what was meant: one message each, and where there is a fix, the
// model with it has no errors.
#include <gtest/gtest.h>

#include <algorithm>

#include "promela/promela.h"

namespace gyre::promela {
namespace {

struct Read {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
};

Read read(const std::string& text) {
  Read out;
  compile_text("m.pml", text, {}, out.sources, out.diagnostics);
  return out;
}

// The messages of the errors, one per line.
std::string errors(const std::string& text) {
  const Read r = read(text);
  std::string out;
  for (const DiagnosticGroup& group : r.diagnostics.sorted(*r.sources)) {
    if (group.message.severity == Severity::error) out += (out.empty() ? "" : "\n") + group.message.message;
  }
  return out;
}

// The text with the first fix of each diagnostic; the text has one line.
std::string fixed(const std::string& text) {
  const Read r = read(text);
  std::vector<SpanFix> fixes;
  for (const DiagnosticGroup& group : r.diagnostics.sorted(*r.sources)) {
    if (!group.message.fixes.empty()) fixes.push_back(group.message.fixes[0]);
  }
  std::sort(fixes.begin(), fixes.end(),
            [](const SpanFix& a, const SpanFix& b) { return a.span.column > b.span.column; });
  std::string out = text;
  for (const SpanFix& f : fixes) {
    EXPECT_EQ(f.span.line, 1u);
    out.replace(f.span.column - 1, f.span.length, f.replacement);
  }
  return out;
}

TEST(PromelaHints, FixesMakeModelsThatCompile) {
  struct Case {
    const char* wrong;
    const char* right;
  };
  for (const Case& c : {
           Case{"byte x; active proctype P() { (x = 1) }", "byte x; active proctype P() { (x == 1) }"},
           Case{"byte x; active proctype P() { assert(x = 1) }", "byte x; active proctype P() { assert(x == 1) }"},
           Case{"bool a, b; active proctype P() { a and b; a or !b }",
                "bool a, b; active proctype P() { a && b; a || !b }"},
           Case{"bool a, b; active proctype P() { a <> b }", "bool a, b; active proctype P() { a != b }"},
           Case{"byte x; active proctype P() { x += 2 }", "byte x; active proctype P() { x = x + 2 }"},
           Case{"boolean b; active proctype P() { b = 1 }", "bool b; active proctype P() { b = 1 }"},
           Case{"byte count; active proctype P() { cuont = 1 }", "byte count; active proctype P() { count = 1 }"},
           Case{"bool a = TRUE; active proctype P() { a }", "bool a = true; active proctype P() { a }"},
           Case{"proctype Q(byte a, byte b) { skip } init { run Q(1, 2) }",
                "proctype Q(byte a; byte b) { skip } init { run Q(1, 2) }"},
           Case{"proctype Q() { skip } init { Q() }", "proctype Q() { skip } init { run Q() }"},
           Case{"inline incr(v) { v++ } byte x; init { icnr(x) }", "inline incr(v) { v++ } byte x; init { incr(x) }"},
           Case{"byte i, a[3]; init { for (i = 0; i < 3; i++) { a[i] = 1 } }",
                "byte i, a[3]; init { for (i : 0 .. 2) { a[i] = 1 } }"},
           Case{"byte x; init { do x < 5 -> x++ :: else -> break od }",
                "byte x; init { do :: x < 5 -> x++ :: else -> break od }"},
           Case{"byte x; init { do :: x < 5 -> x++ :: else -> break }",
                "byte x; init { do :: x < 5 -> x++ :: else -> break od }"},
           Case{"byte x; init { if :: x < 5 -> x++ :: else od }", "byte x; init { if :: x < 5 -> x++ :: else fi }"},
           Case{"byte x; init { x = 1 x = 2 }", "byte x; init { x = 1 ; x = 2 }"},
           Case{"active proctype P() { byte x; x = 1 } ltl f { [] (x < 2) }",
                "active proctype P() { byte x; x = 1 } ltl f { [] (P[0]:x < 2) }"},
           Case{"byte x; proctpye P() { x = 1 }", "byte x; proctype P() { x = 1 }"},
           Case{"byte x; active proctype P() { if :: x = 1 -> skip :: else fi }",
                "byte x; active proctype P() { if :: x == 1 -> skip :: else fi }"},
       })
    EXPECT_EQ(fixed(c.wrong), c.right) << errors(c.wrong);
}

TEST(PromelaHints, OneMistakeIsOneMessage) {
  EXPECT_EQ(errors("byte x; init { while (x > 0) { x-- }; x = 1 }"),
            "there is no 'while': write 'do :: x > 0 -> ... :: else -> break od'");
  EXPECT_EQ(errors("byte x; init { if (x == 0) { x = 1 } else { x = 2 }; x = 3 }"),
            "the options of an 'if' begin with '::': write 'if :: x == 0 -> ... :: else -> ... fi'");
  EXPECT_EQ(errors("byte x; init { if (x == 0) { x = 1 } else if (x == 1) { x = 2 } }"),
            "the options of an 'if' begin with '::': write 'if :: x == 0 -> ... :: else -> ... fi'\n"
            "the options of an 'if' begin with '::': write 'if :: x == 1 -> ... :: else -> ... fi'");
  EXPECT_EQ(errors("byte x; init { do { x++ } while (x < 3) }"),
            "the options of a 'do' begin with '::': write 'do :: condition -> ... :: else -> break od'");
  EXPECT_EQ(errors("byte x; init { do x < 5 -> x++ :: x == 5 -> break od }"), "expected '::' but found 'x'");
  EXPECT_EQ(errors("byte x; init { switch (x) { case 1: x = 2 } }"),
            "there is no 'switch': write 'if :: x == ... -> ... :: else -> ... fi'");
  EXPECT_EQ(errors("active proctype P() { atomic { skip } active proctype Q() { skip }"),
            "expected '}' before 'active'");
  EXPECT_EQ(errors("active proctype P() { do :: skip active proctype Q() { skip }"), "expected 'od' before 'active'");
}

TEST(PromelaHints, Names) {
  EXPECT_EQ(errors("typedef T { byte count }; T t; init { t.cuont = 1 }"),
            "type 'T' has no member 'cuont'; did you mean 'count'?");
  EXPECT_EQ(errors("proctype Worker() { skip } init { run Wroker() }"),
            "there is no proctype 'Wroker'; did you mean 'Worker'?");
  EXPECT_EQ(errors("init { goto finsh; finish: skip }"), "label 'finsh' is not defined; did you mean 'finish'?");
  EXPECT_EQ(errors("active proctype P() { crit: skip } ltl f { [] !P@crti }"),
            "proctype 'P' has no label 'crti'; did you mean 'crit'?");
  EXPECT_EQ(errors("proctype P() { byte x; x = 1 } init { run P() } ltl f { [] (x < 2) }"),
            "'x' is no global variable; 'P' has one: P[pid]:x");
  EXPECT_EQ(errors("init { zzz = 1 }"), "'zzz' is not declared");
}

// The brace that is missing, by the indentation.
TEST(PromelaHints, Indentation) {
  const Read r = read("byte x;\nactive proctype P() {\n  atomic { x = 1;\n  x = 2\n}\nactive proctype Q() { x = 1 }\n");
  const std::vector<DiagnosticGroup> all = r.diagnostics.sorted(*r.sources);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].notes.size(), 2u);
  EXPECT_EQ(all[0].notes[0].span.line, 2u);
  EXPECT_EQ(all[0].notes[1].span.line, 3u);
}

// What a macro has made cannot be fixed where the macro is used.
TEST(PromelaHints, NoFixInsideOfMacros) {
  const Read r = read("#define SET(v) (v = 1)\nbyte x; init { SET(x) }");
  ASSERT_TRUE(r.diagnostics.has_errors());
  for (const SpanDiagnostic& d : r.diagnostics.all()) EXPECT_TRUE(d.fixes.empty());
}

}  // namespace
}  // namespace gyre::promela
