// The library: what a trace tells of its states, and the forms in which executions are handed out and read.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

const char* const kWritten =
    "#define INC(v) v = v + 1\n"
    "#define TWO x = 3; y = 4\n"
    "byte x, y;\n"
    "inline twice(v) { v = v *  /* twice */\n"
    "  2; v-- }\n"
    "active proctype P() {\n"
    "  INC(x);\n"
    "  TWO;\n"
    "  twice(y);\n"
    "  if :: x > 9 -> skip :: else -> x++ fi;\n"
    "  assert (x == 1 && y)\n"
    "}\n";

Trace counterexample(const Model& model, const Settings& settings) {
  const Report report = check(model, settings);
  for (const Property& p : report.properties) {
    for (const Violation& v : p.violations) {
      if (v.trace) return *v.trace;
    }
  }
  throw Error("there is no counterexample");
}

std::vector<std::string> sources(const Trace& t) {
  std::vector<std::string> out;
  for (size_t i = 0; i < t.size(); ++i) out.push_back(t.step(i).source);
  return out;
}

// Macros, abbreviations and parameters are shown as they were written; a macro of two statements says too little of each.
TEST(ApiTrace, StatementsAsWritten) {
  const Settings s = Settings().set("merge", "off");
  const Trace t = counterexample(Model::from_text("m.pml", kWritten, s), s);
  const std::vector<std::string> expected = {"INC(x)", "x = 3", "y = 4", "v = v * 2",
                                             "v--",   "else",  "x++",   "assert (x == 1 && y)"};
  EXPECT_EQ(sources(t), expected);
  EXPECT_EQ(t.step(0).statement, "x = x + 1");
  EXPECT_EQ(t.step(3).statement, "y = y * 2");
  ASSERT_EQ(t.step(3).calls.size(), 1u);
  EXPECT_EQ(t.step(3).calls[0].name, "twice");
  EXPECT_EQ(t.step(3).calls[0].location.line, 9u);
  EXPECT_EQ(t.message(), "assertion violated: x == 1 && y");
  EXPECT_NE(t.text().find("INC(x)"), std::string::npos) << t.text();
}

TEST(ApiTrace, AtomsOfAFormula) {
  const Settings s = Settings().set("ltl", "[] (x == 0 || moves(Q))").set("property", "ltl_cli_1");
  const Model model =
      Model::from_text("m.pml", "byte x; active proctype P() { x = 1; x = 2 } active proctype Q() { skip }", s);
  const Trace t = counterexample(model, s);
  const std::vector<Atom> first = t.atoms(0), last = t.atoms(t.size());
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].text, "x == 0");
  EXPECT_EQ(first[0].value, true);
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[0].value, false);
  EXPECT_NE(t.text().find("x == 0 is true"), std::string::npos) << t.text();
  EXPECT_NE(t.text().find("now x == 0 is false"), std::string::npos) << t.text();
  EXPECT_NE(t.json("m.pml").find("\"atoms\": {\"x == 0\": true"), std::string::npos) << t.json("m.pml");
  EXPECT_THROW(t.atoms(t.size() + 1), Error);
  // A formula of the command line is not in the model: then the trail has the values.
  const Model plain =
      Model::from_text("m.pml", "byte x; active proctype P() { x = 1; x = 2 } active proctype Q() { skip }");
  const Trace again = follow_trail(plain, t.json("m.pml"), "t.json").trace;
  ASSERT_EQ(again.atoms(0).size(), 2u);
  for (size_t i = 0; i <= t.size(); ++i) {
    for (const size_t k : {0, 1}) EXPECT_EQ(again.atoms(i)[k].value, t.atoms(i)[k].value) << i;
  }
}

TEST(ApiTrace, AtomsOfBranchingTime) {
  const Settings s = Settings().set("ctl", "EF x == 2").set("property", "ctl_cli_1");
  const Model model = Model::from_text("m.pml", "byte x; active proctype P() { x = 1; x = 2 }", s);
  const Trace t = *check(model, s).properties.at(0).evidence.at(0).trace;
  ASSERT_EQ(t.size(), 2u);
  EXPECT_EQ(t.atoms(1).at(0).value, false);
  EXPECT_EQ(t.atoms(2).at(0).value, true);
}

// What a stepper says of a state a trace says of it, too.
TEST(ApiTrace, WhoCanMove) {
  const Model model = Model::from_text("m.pml",
                                       "chan q = [0] of { byte };\n"
                                       "byte x;\n"
                                       "active proctype P() { atomic { x = 1; x = 2 }; q!x; false }\n"
                                       "active proctype Q() { q?x; x == 9 }\n"
                                       "active proctype R() { atomic { x > 7 -> q!3; x = 4 } }\n");
  Stepper stepper(model);
  std::vector<std::vector<ProcessState>> told{stepper.processes()};
  while (stepper.move_count() > 0) {
    const uint64_t before = stepper.steps();
    stepper.take(0);
    if (stepper.steps() == before + 2) told.emplace_back();  // in the middle of a rendezvous
    told.push_back(stepper.processes());
  }
  const Trace t = stepper.trace();
  ASSERT_EQ(told.size(), t.size() + 1);
  for (size_t i = 0; i < told.size(); ++i) {
    const std::vector<ProcessState> here = t.processes(i);
    if (told[i].empty()) {
      EXPECT_EQ(here.size(), 3u);
      EXPECT_EQ(here[0].why_not, "Q(1) completes a rendezvous");
      EXPECT_TRUE(here[1].can_move);
      continue;
    }
    ASSERT_EQ(here.size(), told[i].size());
    for (size_t k = 0; k < here.size(); ++k) {
      EXPECT_EQ(here[k].can_move, told[i][k].can_move) << i << " " << k;
      EXPECT_EQ(here[k].why_not, told[i][k].why_not) << i << " " << k;
      EXPECT_EQ(here[k].next, told[i][k].next);
    }
  }
  EXPECT_EQ(t.processes(1)[1].why_not, "P(0) has control: it is inside an atomic sequence");
  EXPECT_EQ(t.processes(t.size())[0].why_not, "it waits in `false` (it is false)");
  EXPECT_NE(t.json("m.pml").find("\"why_not\": \"it waits in `x == 9` (x is "), std::string::npos);
  EXPECT_THROW(t.processes(t.size() + 1), Error);
}

TEST(ApiTrace, Trails) {
  const Model model = Model::from_text("m.pml",
                                       "chan q = [1] of { byte }; byte x;\n"
                                       "active proctype P() { q!3 }\n"
                                       "active proctype Q() { q?x; assert(x == 4) }\n");
  const Trace t = counterexample(model, {});
  for (const std::string& text : {t.json("m.pml"), t.spin_trail()}) {
    const Trail trail = follow_trail(model, text, "t");
    EXPECT_EQ(trail.trace.text(), t.text());
    EXPECT_EQ(trail.doubt, "");
    Stepper stepper(model);
    EXPECT_TRUE(stepper.follow(trail.trace));
    EXPECT_EQ(stepper.end(), End::error);
    EXPECT_THROW(stepper.follow(trail.trace), Error);
  }
  EXPECT_EQ(t, Trace(t));
  EXPECT_THROW(follow_trail(model, "1:9:9\n", "t"), Error);
  EXPECT_THROW(follow_trail(model, "{}", "t"), Error);
  EXPECT_NE(t.message_columns().find("q!3"), std::string::npos);
  EXPECT_EQ(t.message_picture().rfind("<svg", 0), 0u);
  TextOptions sends;
  sends.steps = false;
  sends.sends = true;
  EXPECT_EQ(t.text(sends).find("q?x"), std::string::npos);
}

TEST(ApiTrace, NamesOfFilesAreInTheReport) {
  const Model model = Model::from_text("m.pml", "active proctype P() { assert(false) }");
  Report report = check(model, {});
  EXPECT_EQ(report.text().find("see it with"), std::string::npos);
  report.properties.at(0).violations.at(0).trail = "my.trail";
  report.warnings.push_back("it rains");
  EXPECT_NE(report.text().find("see it with: gyre replay m.pml my.trail"), std::string::npos) << report.text();
  EXPECT_NE(report.json().find("it rains"), std::string::npos);
  EXPECT_NE(report.text(true).find("search"), std::string::npos);
  EXPECT_THROW(Report().text(), Error);
}

TEST(ApiTrace, RandomRuns) {
  const Model model = Model::from_text("m.pml", "byte x; active proctype P() { do :: x++ :: x-- od }");
  StepperOptions options;
  std::string heard;
  options.history = false;
  options.max_steps = 20;
  options.listener = [&](const Step& step, const std::string& text) {
    EXPECT_NE(text.find(step.source), std::string::npos);
    heard += step.source + " ";
  };
  std::string first;
  for (int i = 0; i < 2; ++i) {
    heard.clear();
    Stepper stepper(model, options);
    stepper.run(7);
    EXPECT_EQ(stepper.end(), End::limit);
    EXPECT_EQ(stepper.steps(), 20u);
    EXPECT_FALSE(stepper.back());
    EXPECT_NE(stepper.state_text().find("x = "), std::string::npos);
    if (i == 0) first = heard;
  }
  EXPECT_EQ(heard, first);
}

TEST(ApiTrace, AutomataAndListings) {
  EXPECT_EQ(ltl_automaton("[] p").rfind("never", 0), 0u);
  EXPECT_EQ(convert_automaton(ltl_automaton("[] p", "hoa")).rfind("never", 0), 0u);
  EXPECT_EQ(spin_never_claim("[] p").rfind("never", 0), 0u);
  EXPECT_THROW(ltl_automaton("[] ("), Error);
  EXPECT_THROW(ltl_automaton("[] p", "png"), Error);
  EXPECT_THROW(listing("no-such-file.pml", "ir"), Error);
}

}  // namespace
}  // namespace gyre
