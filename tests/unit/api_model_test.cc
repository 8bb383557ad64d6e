// The library: settings, loading, plans.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(ApiSettings, WrongOnesAreErrorsWithTheSentenceOfTheCommandLine) {
  Settings s;
  EXPECT_EQ(error_of([&] { s.set("bits", "9"); }), "--bits must be between 10 and 43");
  EXPECT_EQ(error_of([&] { s.set("por", "just"); }), "--por: 'just' is not one of auto|on|off");
  EXPECT_EQ(error_of([&] { s.set("nothing", "1"); }), "unknown option --nothing");
  EXPECT_EQ(error_of([&] { s.set("interactive"); }), "--interactive is no option of 'gyre check'");
  EXPECT_EQ(error_of([&] { s.set("safety", "off"); }), "--safety takes no value");
  EXPECT_EQ(error_of([&] { s.set("json", "x.json"); }), "--json is for the program: the library writes nothing");
  EXPECT_EQ(s.keep("json", "x.json").value("json"), "x.json");
  EXPECT_EQ(error_of([&] { s.set("store", "tree").set("time", "90s").set("safety").set("shortest", "on"); }), "");
}

TEST(ApiSettings, CopiesShareNothing) {
  const Model model = Model::from_text("m.pml", "init { skip }");
  Settings a;
  a.set("search", "dfs");
  Settings b = a;
  b.set("search", "bfs");
  EXPECT_EQ(model.plan(a).jobs.at(0).search, "dfs");
  EXPECT_EQ(model.plan(b).jobs.at(0).search, "bfs");
  const Settings moved = std::move(b);
  EXPECT_EQ(model.plan(moved).jobs.at(0).search, "bfs");
  a = moved;
  EXPECT_EQ(model.plan(a).jobs.at(0).search, "bfs");
}

TEST(ApiModel, FaultsAreData) {
  const Model model = Model::from_text("m.pml", "#define TWICE y + y\nbyte x;\ninit {\n  x = TWICE\n}\n");
  EXPECT_FALSE(model.ok());
  ASSERT_FALSE(model.diagnostics().empty());
  const Diagnostic& d = model.diagnostics().front();
  EXPECT_EQ(d.severity, Severity::error);
  EXPECT_EQ(d.location.file, "m.pml");
  EXPECT_EQ(d.location.line, 4u);
  EXPECT_EQ(d.location.column, 7u);
  EXPECT_NE(d.message.find("y"), std::string::npos);
  ASSERT_EQ(d.notes.size(), 1u);
  EXPECT_EQ(d.notes[0].severity, Severity::note);
  EXPECT_EQ(d.notes[0].location.line, 1u);
  EXPECT_EQ(d.notes[0].message, "in the text of macro 'TWICE'");
  EXPECT_NE(model.diagnostics_text().find("x = TWICE"), std::string::npos);

  const std::string sentence = "the model 'm.pml' has errors";
  EXPECT_EQ(error_of([&] { model.plan({}); }), sentence);
  EXPECT_EQ(error_of([&] { check(model, {}); }), sentence);
  EXPECT_EQ(error_of([&] { Stepper stepper(model); }), sentence);
  EXPECT_EQ(error_of([&] { state_graph(model); }), sentence);
  EXPECT_EQ(error_of([&] { process_graph(model); }), sentence);
}

TEST(ApiModel, WarningsHaveNamesAndFixes) {
  const std::string text = "byte x;\nactive proctype P() { if :: x = 1 -> assert(x > 0) :: else fi }";
  const Model model = Model::from_text("m.pml", text);
  ASSERT_TRUE(model.ok());
  ASSERT_EQ(model.diagnostics().size(), 1u);
  const Diagnostic& d = model.diagnostics()[0];
  EXPECT_EQ(d.severity, Severity::warning);
  EXPECT_EQ(d.name, "assignment-guard");
  ASSERT_EQ(d.fixes.size(), 1u);
  EXPECT_EQ(d.fixes[0].range.line, 2u);
  EXPECT_EQ(d.fixes[0].range.column, 31u);
  EXPECT_EQ(d.fixes[0].range.length, 1u);
  EXPECT_EQ(d.fixes[0].replacement, "==");
  EXPECT_NE(model.diagnostics_text().find("[assignment-guard]\n"), std::string::npos);
  EXPECT_NE(check(model, {}).json().find("\"name\": \"assignment-guard\""), std::string::npos);

  Settings off;
  off.set("warn", "no-assignment-guard");
  EXPECT_TRUE(Model::from_text("m.pml", text, off).diagnostics().empty());
  Settings errors;
  errors.set("warn", "error");
  EXPECT_FALSE(Model::from_text("m.pml", text, errors).ok());
  EXPECT_NE(error_of([] { Settings().set("warn", "nothing"); }), "");
  EXPECT_EQ(warning_kinds().front().name, "assignment-guard");
}

TEST(ApiModel, FilesAndLanguages) {
  const Model promela = Model::from_file(GYRE_SOURCE_DIR "/models/peterson.pml");
  EXPECT_TRUE(promela.ok());
  EXPECT_EQ(promela.language(), "promela");
  EXPECT_NE(error_of([] { Model::from_file("/nowhere/m.esml"); }), "");
  // A Promela file that is not there is a diagnostic.
  const Model missing = Model::from_file("/nowhere/m.pml");
  EXPECT_FALSE(missing.ok());
  EXPECT_FALSE(missing.diagnostics().empty());
  Settings loss;
  loss.set("message-loss");
  EXPECT_EQ(error_of([&] { Model::from_text("m.esml", "", loss); }), "--message-loss is for Promela models");
  Settings esml;
  esml.set("lang", "esml");
  EXPECT_EQ(Model::from_text("m", "", esml).language(), "esml");
}

TEST(ApiModel, DefinesAndFormulas) {
  Settings s;
  s.set("D", "N=3").set("ltl", "<> (x == 3)").set("ctl", "EF x == 3");
  const Model model =
      Model::from_text("m.pml", "byte x; active proctype P() { do :: x < N -> x++ :: else -> break od }", s);
  ASSERT_TRUE(model.ok()) << model.diagnostics_text();
  const Plan plan = model.plan(s);
  EXPECT_EQ(plan.refusal, "");
  ASSERT_EQ(plan.jobs.size(), 3u);
  EXPECT_EQ(plan.jobs[0].property, "safety");
  EXPECT_EQ(plan.jobs[1].kind, "ltl");
  EXPECT_EQ(plan.jobs[2].kind, "ctl");
  EXPECT_NE(plan.jobs[0].store, "");
  EXPECT_EQ(check(model, s).exit_status, 0);
  // What belongs to the model is set before it is read, and not otherwise later.
  EXPECT_EQ(error_of([&] { check(model, {}); }),
            "--ltl belongs to the model: it must be set as it was when the model was read");
  s.set("D", "N=4");
  EXPECT_EQ(error_of([&] { model.plan(s); }),
            "-D belongs to the model: it must be set as it was when the model was read");
}

TEST(ApiModel, RefusalsAreSentences) {
  const Model model = Model::from_text("m.pml", "init { skip }");
  Settings s;
  s.set("search", "nested").set("safety");
  const Plan plan = model.plan(s);
  EXPECT_NE(plan.refusal, "");
  EXPECT_TRUE(plan.jobs.empty());
  EXPECT_EQ(error_of([&] { check(model, s); }), plan.refusal);
}

}  // namespace
}  // namespace gyre
