#include "certify/claim.h"

namespace certify {

namespace {

constexpr int kDeepest = 100;  // statements of an atomic sequence of a never claim

}  // namespace

Claim::Claim(const Program& program, const nlohmann::json& json) : program_(program) {
  try {
    stutters_ = json.at("stutters");
    labels_ = json.at("labels");
    if (json.contains("process")) {
      process_ = json.at("process");
      if (process_ < 0 || static_cast<size_t>(process_) >= program.processes.size())
        throw Rejected("the never claim is no process of the program");
      const Process& p = program.processes[static_cast<size_t>(process_)];
      states_ = static_cast<uint32_t>(p.points.size());
      initial_ = p.initial;
      for (const Point& point : p.points) accepting_.push_back(point.accept);
    } else {
      read_automaton(json);
    }
  } catch (const nlohmann::json::exception& e) {
    throw Rejected(std::string("the claim is not complete: ") + e.what());
  }
}

void Claim::read_automaton(const nlohmann::json& json) {
  initial_ = json.at("initial");
  sets_ = json.at("sets");
  atoms_ = json.at("atoms").get<std::vector<int>>();
  for (const int a : atoms_) {
    if (a < 0 || static_cast<size_t>(a) >= program_.exprs.size()) throw Rejected("an atom of the claim is not there");
  }
  const auto bits = [&](const nlohmann::json& list, size_t limit) {
    uint64_t out = 0;
    for (const nlohmann::json& n : list) {
      if (n.get<uint64_t>() >= limit) throw Rejected("the claim refers to something that is not there");
      out |= uint64_t{1} << n.get<uint64_t>();
    }
    return out;
  };
  const nlohmann::json& states = json.at("states");
  states_ = static_cast<uint32_t>(states.size());
  if (initial_ >= states_ || sets_ > 64 || atoms_.size() > 64) throw Rejected("the claim is not well-formed");
  for (const nlohmann::json& s : states) {
    accepting_.push_back(false);  // the edges say it
    std::vector<Edge>& edges = edges_.emplace_back();
    for (const nlohmann::json& e : s.at("edges")) {
      Edge edge{e.at("to"), bits(e.at("marks"), sets_), {}};
      if (edge.to >= states_) throw Rejected("an edge of the claim leads nowhere");
      for (const nlohmann::json& c : e.at("label"))
        edge.label.push_back({bits(c.at("holds"), atoms_.size()), bits(c.at("fails"), atoms_.size())});
      edges.push_back(std::move(edge));
    }
  }
}

// An atom without a value may be true or false.
std::vector<Claim::Move> Claim::matching(uint32_t at, uint64_t letter, uint64_t unknown) const {
  std::vector<Move> out;
  for (const Edge& e : edges_[at]) {
    for (const Cube& c : e.label) {
      if (((letter | unknown) & c.holds) != c.holds || (letter & ~unknown & c.fails) != 0) continue;
      out.push_back({e.to, e.marks});
      break;
    }
  }
  return out;
}

std::vector<Claim::Move> Claim::moves(Semantics& semantics, const State& system, bool blocked, uint32_t at) {
  std::vector<Move> out;
  if (process_ >= 0) {
    never(semantics, system, blocked, at, 0, out);
  } else {
    uint64_t letter = 0, unknown = 0;
    for (size_t i = 0; i < atoms_.size(); ++i) {
      try {
        if (semantics.value(system, atoms_[i], blocked) != 0) letter |= uint64_t{1} << i;
      } catch (const Rejected&) {
        unknown |= uint64_t{1} << i;
      }
    }
    out = matching(at, letter, unknown);
  }
  // Where acceptance is on states, the steps that leave an accepting state belong to the set.
  if (accepting_[at] || (labels_ && semantics.anywhere(system, &Point::accept))) {
    for (Move& m : out) m.marks |= 1;
  }
  return out;
}

// An atomic sequence of a claim is one move.
void Claim::never(Semantics& semantics, const State& system, bool blocked, uint32_t at, int depth,
                  std::vector<Move>& out) {
  if (depth > kDeepest) throw Rejected("an atomic sequence of the never claim is too long");
  const Process& p = program_.processes[static_cast<size_t>(process_)];
  bool executed = false;
  for (const certify::Edge& e : p.points[at].edges) {
    const Action& a = program_.actions[static_cast<size_t>(e.action)];
    if (a.kind == ActionKind::end) throw Rejected("the never claim comes to its end");
    if (a.kind == ActionKind::else_ && executed) continue;
    if (a.kind == ActionKind::condition && semantics.value(system, a.expr, blocked) == 0) continue;
    if (a.kind == ActionKind::assert_ && semantics.value(system, a.expr, blocked) == 0)
      throw Rejected("an assertion of the never claim fails: " + a.text);
    if (a.kind != ActionKind::condition && a.kind != ActionKind::assert_ && a.kind != ActionKind::else_ &&
        a.kind != ActionKind::skip && a.kind != ActionKind::print) {
      throw Rejected("the never claim has an effect: " + a.text);
    }
    executed = true;
    if (e.to == 0) throw Rejected("the never claim comes to its end");
    if (e.atomic)
      never(semantics, system, blocked, e.to, depth + 1, out);
    else
      out.push_back({e.to, 0});
  }
}

}  // namespace certify
