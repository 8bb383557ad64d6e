// Certificates that are written by hand: what establishes a verdict, and what does not.
#include "certify/check.h"

#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "certify/program.h"
#include "certify/semantics.h"

namespace {

using nlohmann::json;

// byte x; active proctype P() { do :: x < 2 -> x = x + 1 :: x == 2 -> x = 0 od }, each option one step.
json counter() {
  return json::parse(R"({
    "language": "promela", "max_processes": 255, "uses_last": false, "uses_priority": false, "uses_timeout": false,
    "lose_messages": false,
    "variables": [{"name": "x", "global": true, "width": 8, "signed": false, "dims": []}],
    "globals": [0],
    "exprs": [
      {"op": "load", "var": 0, "indices": []}, {"op": "constant", "value": 1}, {"op": "add", "kids": [0, 1]},
      {"op": "constant", "value": 3}, {"op": "mod", "kids": [2, 3]}, {"op": "eq", "kids": [0, 1]}],
    "actions": [{"kind": "assign", "var": 0, "indices": [], "expr": 4, "text": "x = (x + 1) % 3"}],
    "processes": [{"name": "P", "initial": 1, "priority": 1, "deterministic": false, "variables": [], "parameters": [],
                   "initialisers": [], "points": [{"edges": []}, {"edges": [{"to": 1, "action": 0}]}]}],
    "channels": [], "initialisers": [], "instances": [{"process": 0, "priority": 1}], "atoms": [5]})");
}

// Runs on which x == 1 only finitely often: x == 1 for the last time, then never again.
json rarely_one() {
  return json::parse(R"({
    "labels": false, "stutters": true, "initial": 0, "sets": 1, "atoms": [5],
    "states": [
      {"edges": [{"to": 0, "marks": [], "label": [{"holds": [], "fails": []}]},
                 {"to": 1, "marks": [], "label": [{"holds": [], "fails": []}]}]},
      {"edges": [{"to": 1, "marks": [0], "label": [{"holds": [], "fails": [0]}]}]}]})");
}

// []<> atom 0
json always_again() {
  return json::parse(R"([{"op": "atom", "atom": 0}, {"op": "eventually", "left": 0}, {"op": "always", "left": 1}])");
}

struct Listed {
  int32_t x;
  uint32_t claim = 0;
  int64_t rank = 0, lacking = -1;
};

std::string certificate(const json& program, const json& claim, const json& formula, const std::vector<Listed>& list) {
  const std::string header = json{{"certificate", 1}, {"model", "m.pml"},        {"property", "p"},   {"formula", ""},
                                  {"claim", claim},   {"formula_tree", formula}, {"program", program}}
                                 .dump();
  std::string out;
  certify::write_number(out, static_cast<int64_t>(header.size()));
  out += header;
  const certify::Program p = certify::read_program(program);
  for (const Listed& l : list) {
    certify::State s;
    s.globals = {l.x};
    s.frames = {{false, 0, {1}}};
    const std::string code = certify::encode(p, s);
    certify::write_number(out, static_cast<int64_t>(code.size()));
    out += code;
    if (claim.is_null()) continue;
    certify::write_number(out, l.claim);
    certify::write_number(out, l.rank);
    certify::write_number(out, l.lacking);
  }
  certify::write_number(out, -1);
  certify::write_number(out, static_cast<int64_t>(list.size()));
  return out;
}

// Why it is rejected; empty: it is established.
std::string verdict(const std::string& text) {
  std::FILE* file = std::tmpfile();
  std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  std::string why;
  try {
    certify::check(file);
  } catch (const certify::Rejected& e) {
    why = e.what();
  }
  std::fclose(file);
  return why;
}

TEST(CertifyCheck, SetsOfStatesMustBeClosed) {
  EXPECT_EQ(verdict(certificate(counter(), nullptr, nullptr, {{0}, {1}, {2}})), "");
  // More states than can be reached do no harm, if they lead to nothing else: 7 leads to 2.
  EXPECT_EQ(verdict(certificate(counter(), nullptr, nullptr, {{0}, {1}, {2}, {7}})), "");
  EXPECT_EQ(verdict(certificate(counter(), nullptr, nullptr, {{0}, {1}})), "a step leads to a state that is not in it");
  EXPECT_EQ(verdict(certificate(counter(), nullptr, nullptr, {{1}, {2}})), "the initial state is not in it");
  EXPECT_EQ(verdict(certificate(counter(), nullptr, nullptr, {{0}, {1}, {2}, {1}})), "a state is in it twice");
}

TEST(CertifyCheck, ErrorsAreRejected) {
  json fails = counter();
  fails["actions"].push_back({{"kind", "assert_"}, {"expr", 5}, {"text", "assert(x == 1)"}});
  fails["processes"][0]["points"][1]["edges"].push_back({{"to", 1}, {"action", 1}});
  EXPECT_EQ(verdict(certificate(fails, nullptr, nullptr, {{0}, {1}, {2}})), "an assertion fails: assert(x == 1)");
  json blocks = counter();
  blocks["actions"][0] = {{"kind", "condition"}, {"expr", 5}, {"text", "x == 1"}};
  EXPECT_EQ(verdict(certificate(blocks, nullptr, nullptr, {{0}})), "a deadlock: P has not come to a valid end");
  blocks["processes"][0]["points"][1]["end"] = true;
  EXPECT_EQ(verdict(certificate(blocks, nullptr, nullptr, {{0}})), "");
}

// In state 1 of the claim the run must not come to x == 1 any more: 2, 0, and then no step is left.
TEST(CertifyCheck, RanksMustFallWhereRunsAccept) {
  const std::vector<Listed> good = {{0, 0, 3, 0},  {1, 0, 3, 0},  {2, 0, 3, 0},
                                    {2, 1, 2, -1}, {0, 1, 1, -1}, {1, 1, 0, -1}};
  EXPECT_EQ(verdict(certificate(counter(), rarely_one(), always_again(), good)), "");
  std::vector<Listed> bad = good;
  bad[4].rank = 2;
  EXPECT_EQ(verdict(certificate(counter(), rarely_one(), always_again(), bad)),
            "a step stays at a rank at which none may");
  bad[3].lacking = bad[4].lacking = 0;
  EXPECT_EQ(verdict(certificate(counter(), rarely_one(), always_again(), bad)), "an accepting step stays at its rank");
  bad = good;
  bad[5].rank = 9;
  EXPECT_EQ(verdict(certificate(counter(), rarely_one(), always_again(), bad)), "a step leads to a higher rank");
  bad = good;
  bad[5].rank = -1;
  EXPECT_EQ(verdict(certificate(counter(), rarely_one(), always_again(), bad)), "a rank is not well-formed");
}

TEST(CertifyCheck, AutomataMustAcceptWhatMakesTheFormulaFalse) {
  json deaf = rarely_one();
  deaf["states"][1]["edges"][0]["label"] = json::array();
  const std::vector<Listed> list = {{0, 0, 3, 0},  {1, 0, 3, 0},  {2, 0, 3, 0},
                                    {2, 1, 2, -1}, {0, 1, 1, -1}, {1, 1, 0, -1}};
  EXPECT_EQ(verdict(certificate(counter(), deaf, always_again(), list)),
            "its automaton does not accept a run that makes the formula false");
}

TEST(CertifyCheck, WhatIsNoCertificateIsRejected) {
  const std::string good = certificate(counter(), nullptr, nullptr, {{0}, {1}, {2}});
  EXPECT_NE(verdict(""), "");
  EXPECT_NE(verdict("hello"), "");
  for (size_t length = 0; length < good.size(); ++length) EXPECT_NE(verdict(good.substr(0, length)), "") << length;
  EXPECT_EQ(verdict(good + "x"), "there is something behind its end");
}

}  // namespace
