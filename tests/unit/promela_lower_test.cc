// Names, types and control flow: what the lowering makes of models, and what it refuses.
// link: vm trace
#include <gtest/gtest.h>

#include "compiled_model.h"
#include "ir/dump.h"

namespace gyre {
namespace {

using test::compile;
using test::program_of;

// The edges of the first process from reachable states: "from>to:id[A][E]".
std::vector<std::string> edges(const std::string& text, size_t process = 0) {
  const auto program = program_of(text);
  const ir::Process& p = program->processes[process];
  const std::vector<bool> reachable = ir::reachable_states(p);
  std::vector<std::string> out;
  for (size_t s = 0; s < p.states.size(); ++s) {
    if (!reachable[s]) continue;
    for (uint32_t index : p.states[s].edges) {
      const ir::Edge& e = p.edges[index];
      out.push_back(std::to_string(e.from) + ">" + std::to_string(e.to) + ":" + std::to_string(e.id) +
                    (e.atomic ? "A" : "") + (e.escape != 0 ? "E" : ""));
    }
  }
  return out;
}

// As `pan -d` (spin -a -o1 -o2 -o3) shows these processes: states and, as [id N], statements. State 3 of
// the last one, where its escape begins, is what pan calls "org 3".
TEST(Flow, NumbersAreThoseOfSpin) {
  using List = std::vector<std::string>;
  EXPECT_EQ(edges("active proctype A() { skip; skip }"), (List{"1>2:0", "2>3:1", "3>0:2"}));
  EXPECT_EQ(edges("byte x; active proctype A() { do :: x = 1 :: x = 2; break od }"), (List{"4>4:0", "4>7:1", "7>0:6"}));
  EXPECT_EQ(edges("byte x; active proctype A() { atomic { x = 1; x = 2 } }"), (List{"2>4:1", "3>2:0A", "4>0:3"}));
  EXPECT_EQ(edges("byte x; active proctype A() { d_step { x = 1; x = 2 } }"), (List{"3>4:2", "4>0:3"}));
  EXPECT_EQ(edges("byte x; active proctype A() { atomic { if :: x = 1 :: x = 2 fi }; x = 3 }"),
            (List{"4>6:3", "5>4:0A", "5>4:1A", "6>7:5", "7>0:6"}));
  EXPECT_EQ(edges("byte x; active proctype A() { { x = 1; x = 2 } unless { x == 3; x = 4 } }"),
            (List{"1>4:2E", "1>2:0", "2>4:2E", "2>7:1", "3>4:2", "4>7:3", "7>0:6"}));
}

TEST(Flow, LabelsMarkStates) {
  const auto program = program_of("byte x; active proctype A() { end: do :: x == 1 od }");
  const ir::Process& p = program->processes[0];
  EXPECT_TRUE(p.states[p.initial].end);
  EXPECT_FALSE(p.states[p.initial].accept);
}

// What `spin -a` refuses, and what it takes.
TEST(Flow, JumpsThatAreRefused) {
  for (const char* body :
       {"goto L", "L: skip; L: skip", "break", "if :: else :: else fi", "L: goto L", "A: goto B; B: goto A",
        "d_step { { skip } unless { skip } }", "d_step { goto L }; L: skip", "d_step { skip; goto L }; skip; L: skip",
        "L: skip; d_step { skip; goto L }", "d_step { if :: skip -> goto L :: skip fi }; L: skip",
        "do :: d_step { skip; break } od", "goto L; d_step { skip; L: skip }",
        "if :: skip -> goto L :: skip fi; d_step { skip; L: skip }"}) {
    EXPECT_FALSE(compile(std::string("init { ") + body + " }").errors().empty()) << body;
  }
  for (const char* body :
       {"goto L; L: skip", "do :: break od", "d_step { goto L; L: skip }", "d_step { skip; goto L; skip; L: skip }",
        "d_step { do :: break od }", "if :: goto L fi; L: skip", "L: if :: goto L :: skip fi"}) {
    EXPECT_TRUE(compile(std::string("init { ") + body + " }").errors().empty()) << body;
  }
  // A jump to a d_step as a whole is harmless, though SPIN refuses it.
  EXPECT_TRUE(compile("init { goto L; L: d_step { skip } }").errors().empty());
}

TEST(Names, ScopesAreBraces) {
  EXPECT_TRUE(compile("init { byte x; { byte x; x = 1 } x = 2 }").errors().empty());
  EXPECT_FALSE(compile("init { { byte x; x = 1 } x = 2 }").errors().empty());
  EXPECT_FALSE(compile("init { byte x; byte x; x = 2 }").errors().empty());
  EXPECT_FALSE(compile("byte x, x; init { skip }").errors().empty());
  EXPECT_FALSE(compile("proctype P() { skip } proctype P() { skip } init { run P() }").errors().empty());
}

TEST(Names, MtypesAreNumberedBackwards) {
  const auto program = program_of("mtype = { a, b }; mtype = { c }; mtype:m = { d, e }; mtype x = a; init { x = d }");
  EXPECT_EQ(program->mtype_sets[0].names, (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_EQ(program->mtype_sets[1].names, (std::vector<std::string>{"e", "d"}));
}

TEST(Types, StructuresAreTakenApart) {
  const auto program =
      program_of("typedef S { bit b; short n[2] }; typedef T { S s[3]; byte c }; T t[4]; init { skip }");
  ASSERT_EQ(program->globals.size(), 3u);
  const ir::Variable& n = program->variables[static_cast<size_t>(program->globals[1])];
  EXPECT_EQ(n.name, "t[].s[].n[]");
  EXPECT_EQ(n.dims, (std::vector<uint32_t>{4, 3, 2}));
  EXPECT_EQ(n.count, 24u);
}

TEST(Types, Misuse) {
  const std::string declarations =
      "typedef T { byte x; byte y[2] }; T t; byte b; byte a[3]; chan c = [1] of { byte, bit }; proctype P(byte v) { "
      "skip }\n";
  for (const char* body : {"t = 1",
                           "b = t",
                           "b = a",
                           "b[1] = 2",
                           "b.x = 1",
                           "t.z = 1",
                           "t.y = 1",
                           "b!1",
                           "b?1",
                           "c!1,2,3",
                           "run P()",
                           "run P(1, 2)",
                           "run b()",
                           "b = 1 + run P(1)",
                           "_pid = 1",
                           "_nr_pr = 1",
                           "P:v = 1",
                           "b = _",
                           "c?eval(run P(1)),_",
                           "b = P[0]:w",
                           "P[0]@nowhere",
                           "np_",
                           "b = Q[0]:x"}) {
    EXPECT_FALSE(compile(declarations + "init { " + body + " }").errors().empty()) << body;
  }
  for (const char* body : {"t.x = 1", "t.y[1] = 2", "b = a[1]", "c!1,0", "c?_,_", "run P(1)", "b = run P(1)", "_ = 5",
                           "b = P[0]:v", "b = len(c)", "c?[1,0]", "c!!2,1", "c??2,1"}) {
    EXPECT_TRUE(compile(declarations + "init { " + body + " }").errors().empty()) << body;
  }
}

TEST(Types, BadDeclarations) {
  for (const char* text : {"byte a[0]; init { skip }",
                           "byte a[-1]; init { skip }",
                           "byte a[1/0]; init { skip }",
                           "unsigned x : 0; init { skip }",
                           "unsigned x : 33; init { skip }",
                           "unsigned x; init { skip }",
                           "byte x : 3; init { skip }",
                           "chan c = [-1] of { byte }; init { skip }",
                           "chan c = [70000] of { byte }; init { skip }",
                           "typedef T { }; init { skip }",
                           "typedef T { byte x }; typedef T { byte y }; init { skip }",
                           "T t; init { skip }",
                           "mtype = { a }; byte a; init { skip }",
                           "mtype = { a, a }; init { skip }",
                           "byte x; x = 1",
                           "proctype P() { skip }",
                           "",
                           "active proctype A() priority 0 { skip }",
                           "active proctype A() priority 256 { skip }",
                           "active [-1] proctype A() { skip }",
                           "proctype A(byte x = 1) { skip } init { run A(1) }"}) {
    EXPECT_FALSE(compile(text).errors().empty()) << text;
  }
}

TEST(Limits, WhatIsTooLargeIsRefused) {
  std::string nested = "typedef T0 { byte x };";
  for (int i = 1; i <= 19; ++i) {
    const std::string inner = "T" + std::to_string(i - 1);
    nested += " typedef T" + std::to_string(i) + " { " + inner + " a; " + inner + " b };";
  }
  const std::vector<std::string> texts = {
      "byte a[2147483647]; init { skip }",
      "byte a[600000]; byte b[600000]; init { skip }",
      "byte a[100000] = 1; init { skip }",
      "typedef T { byte x = 1 }; T a[100000]; init { skip }",
      "typedef A { byte x[100000] }; typedef B { A a[100000] }; B b[100000]; chan c = [1] of { B }; init { c!b[0] }",
      "chan c = [65535] of { int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int }; init { "
      "skip }",
      "typedef T { int x[20000] }; chan c = [1] of { T }; T t; init { c!t }",
      nested + " T19 t; init { skip }",
      "active [200000] proctype A() { skip }",
      "active [4000000000] proctype A() { skip }",
  };
  for (const std::string& text : texts) EXPECT_FALSE(compile(text).errors().empty()) << text.substr(0, 60);
  EXPECT_TRUE(compile("int a[100000]; chan c = [50000] of { int }; init { a[99999] = 1 }").errors().empty());
}

TEST(Statements, SelectAtTheEndOfTheRange) {
  const auto g = test::explore("int x; active proctype A() { select (x : 2147483645 .. 2147483647) }");
  EXPECT_EQ(g.states, 7u);
  EXPECT_TRUE(g.kinds.empty());
}

TEST(Statements, ForIsALoop) {
  const auto g = test::explore("byte x; active proctype A() { byte i; for (i : 1 .. 3) { x = x + i } }");
  EXPECT_EQ(g.states, 13u);
  EXPECT_EQ(g.transitions, 13u);
}

TEST(Warnings, AreNoErrors) {
  EXPECT_EQ(compile("chan c = [1] of { byte, byte }; active proctype A() { c!1 }").warnings(), 1u);
  EXPECT_EQ(compile("byte a[2]; active proctype A() { a[2] = 1 }").warnings(), 1u);
}

}  // namespace
}  // namespace gyre
