#include "automata/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/characters.h"
#include "base/narrow.h"

namespace gyre::automata {

namespace {

std::string atom_text(uint32_t index, const std::vector<std::string>& atoms) {
  if (index >= atoms.size()) return fmt::format("p{}", index);
  const std::string& text = atoms[index];
  const bool word =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_letter_or_digit(c) || c == '_'; });
  return word ? text : "(" + text + ")";
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += is_control(c) ? ' ' : c;
  }
  return out + '"';
}

std::string join(const std::vector<std::string>& parts, const char* separator) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : separator) + part;
  return out;
}

bool fits_all(const std::vector<Cube>& label) {
  return std::any_of(label.begin(), label.end(), [](const Cube& c) { return c.pos == 0 && c.neg == 0; });
}

bool accepts_all(const State& state, uint32_t self) {
  return state.accepting && std::any_of(state.edges.begin(), state.edges.end(),
                                        [&](const Edge& e) { return e.target == self && fits_all(e.label); });
}

std::string state_name(const Automaton& automaton, uint32_t s) {
  assert(s < automaton.states.size());
  const State& state = automaton.states[s];
  if (accepts_all(state, s)) return "accept_all";
  const std::string number = s == automaton.initial ? "init" : fmt::format("S{}", s);
  return (state.accepting ? "accept_" : "T0_") + number;
}

std::string hoa_label(const std::vector<Cube>& label) {
  std::vector<std::string> cubes;
  for (const Cube& cube : label) {
    std::vector<std::string> literals;
    for (uint32_t v = 0; v < kMaxAtoms; ++v) {
      if (cube.pos >> v & 1) literals.push_back(fmt::format("{}", v));
      if (cube.neg >> v & 1) literals.push_back(fmt::format("!{}", v));
    }
    cubes.push_back(literals.empty() ? "t" : join(literals, "&"));
  }
  return cubes.empty() ? "f" : join(cubes, " | ");
}

std::string mark_list(uint64_t marks) {
  std::vector<std::string> list;
  for (uint32_t i = 0; i < kMaxSets; ++i) {
    if (marks >> i & 1) list.push_back(fmt::format("{}", i));
  }
  return "{" + join(list, " ") + "}";
}

// The number of atoms that are named, or used by some label.
uint32_t atom_count(const Automaton& automaton) {
  uint64_t used = 0;
  for (const State& s : automaton.states) {
    for (const Edge& e : s.edges) {
      for (const Cube& c : e.label) used |= c.pos | c.neg;
    }
  }
  auto count = narrow<uint32_t>(std::min<size_t>(automaton.atoms.size(), kMaxAtoms));
  while (count < kMaxAtoms && used >> count) ++count;
  return count;
}

}  // namespace

std::string label_text(const std::vector<Cube>& label, const std::vector<std::string>& atoms) {
  std::vector<std::string> cubes;
  for (const Cube& cube : label) {
    std::vector<std::string> literals;
    for (uint32_t v = 0; v < kMaxAtoms; ++v) {
      if (cube.pos >> v & 1) literals.push_back(atom_text(v, atoms));
      if (cube.neg >> v & 1) literals.push_back("!" + atom_text(v, atoms));
    }
    if (literals.empty()) return "1";
    const std::string text = join(literals, " && ");
    cubes.push_back(literals.size() > 1 && label.size() > 1 ? "(" + text + ")" : text);
  }
  return cubes.empty() ? "0" : join(cubes, " || ");
}

std::string to_never(const Automaton& automaton, const std::string& name) {
  assert(automaton.state_based || automaton.sets == 0);
  std::string comment;
  for (const char c : name) {
    // A comment must not end early, nor a new one seem to begin.
    if (!comment.empty() && ((comment.back() == '*' && c == '/') || (comment.back() == '/' && c == '*')))
      comment += ' ';
    comment += is_control(c) ? ' ' : c;
  }
  std::string out = fmt::format("never {{ /* {} */\n", comment);
  std::vector<uint32_t> order = {automaton.initial};
  for (uint32_t s = 0; s < automaton.states.size(); ++s) {
    if (s != automaton.initial) order.push_back(s);
  }
  bool completes = false;
  for (const uint32_t s : order) {
    const State& state = automaton.states[s];
    // States that accept everything are one, at the end.
    if (accepts_all(state, s)) {
      completes = true;
      if (s == automaton.initial) break;
      continue;
    }
    out += state_name(automaton, s) + ":\n";
    if (state.edges.empty()) {
      out += "\tfalse;\n";
      continue;
    }
    out += "\tdo\n";
    for (const Edge& e : state.edges) {
      out +=
          fmt::format("\t:: ({}) -> goto {}\n", label_text(e.label, automaton.atoms), state_name(automaton, e.target));
    }
    out += "\tod;\n";
  }
  if (completes) out += "accept_all:\n\tskip\n";
  return out + "}\n";
}

std::string to_hoa(const Automaton& automaton, const std::string& name) {
  std::string out = "HOA: v1\n";
  out += fmt::format("name: {}\ntool: \"gyre\"\nStates: {}\nStart: {}\n", quoted(name), automaton.states.size(),
                     automaton.initial);
  const uint32_t atoms = atom_count(automaton);
  out += fmt::format("AP: {}", atoms);
  for (uint32_t i = 0; i < atoms; ++i) {
    out += " " + quoted(i < automaton.atoms.size() ? automaton.atoms[i] : fmt::format("p{}", i));
  }
  out += '\n';
  std::vector<std::string> sets;
  for (uint32_t i = 0; i < automaton.sets; ++i) sets.push_back(fmt::format("Inf({})", i));
  if (automaton.sets == 0) {
    out += "acc-name: all\nAcceptance: 0 t\n";
  } else if (automaton.sets == 1) {
    out += "acc-name: Buchi\nAcceptance: 1 Inf(0)\n";
  } else {
    out += fmt::format("acc-name: generalized-Buchi {}\nAcceptance: {} {}\n", automaton.sets, automaton.sets,
                       join(sets, "&"));
  }
  out += fmt::format("properties: trans-labels explicit-labels {}", automaton.state_based ? "state-acc" : "trans-acc");
  if (automaton.deterministic) out += " deterministic";
  if (automaton.strength != Strength::general) out += " weak";
  if (automaton.strength == Strength::terminal) out += " terminal";
  out += "\n--BODY--\n";
  for (size_t s = 0; s < automaton.states.size(); ++s) {
    const State& state = automaton.states[s];
    out += fmt::format("State: {}{}\n", s, state.accepting ? " {0}" : "");
    for (const Edge& e : state.edges) {
      out += fmt::format("[{}] {}", hoa_label(e.label), e.target);
      if (!automaton.state_based && e.marks != 0) out += " " + mark_list(e.marks);
      out += '\n';
    }
  }
  return out + "--END--\n";
}

std::string to_dot(const Automaton& automaton, const std::string& name) {
  std::string out =
      fmt::format("digraph automaton {{\n  label={};\n  rankdir=LR;\n  node [shape=circle];\n", quoted(name));
  out += fmt::format("  start [shape=point];\n  start -> {};\n", automaton.initial);
  for (size_t s = 0; s < automaton.states.size(); ++s) {
    if (automaton.states[s].accepting) out += fmt::format("  {} [shape=doublecircle];\n", s);
    for (const Edge& e : automaton.states[s].edges) {
      std::string label = label_text(e.label, automaton.atoms);
      if (!automaton.state_based && e.marks != 0) label += " " + mark_list(e.marks);
      out += fmt::format("  {} -> {} [label={}];\n", s, e.target, quoted(label));
    }
  }
  return out + "}\n";
}

}  // namespace gyre::automata
