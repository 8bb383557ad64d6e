#include "serve/traces.h"

#include <algorithm>

#include "serve/encode.h"

namespace gyre::serve {

Json trace_json(int64_t id, const KeptTrace& kept) {
  const Trace& t = kept.trace;
  Json processes = Json::array(), variables = Json::array(), atoms = Json::array();
  for (const Life& l : t.lives()) {
    processes.push_back({{"pid", l.pid},
                         {"name", l.process},
                         {"bornAfter", l.born_after},
                         {"diedAfter", l.died_after ? Json(*l.died_after) : Json(nullptr)}});
  }
  for (const Value& v : t.variables())
    variables.push_back({{"name", v.name}, {"pid", v.pid}, {"isChannel", v.is_channel}});
  for (const Atom& a : t.atoms(0)) atoms.push_back(a.text);
  return {{"trace", id},
          {"title", kept.title},
          {"size", t.size()},
          {"cycleStart", t.cycle_start() ? Json(*t.cycle_start()) : Json(nullptr)},
          {"message", t.message()},
          {"processes", std::move(processes)},
          {"variables", std::move(variables)},
          {"atoms", std::move(atoms)},
          {"text", kept.source.text},
          {"version", kept.source.version}};
}

Json trace_steps(const Trace& trace, size_t from, size_t to) {
  Json out = Json::array();
  for (size_t i = from; i < std::min(to, trace.size()); ++i) out.push_back(step_json(trace.step(i), i));
  return out;
}

Json trace_states(const Trace& trace, size_t from, size_t to) {
  Json out = Json::array();
  for (size_t i = from; i < std::min(to, trace.size() + 1); ++i)
    out.push_back({{"after", i}, {"values", values_json(trace.state(i))}});
  return out;
}

Json trace_atoms(const Trace& trace) {
  Json out = Json::array();
  const std::vector<Atom> first = trace.atoms(0);
  std::vector<std::optional<bool>> last(first.size());
  for (const Atom& a : first) out.push_back({{"text", a.text}, {"values", Json::array()}});
  for (size_t after = 0; !first.empty() && after <= trace.size(); ++after) {
    const std::vector<Atom> now = trace.atoms(after);
    for (size_t i = 0; i < now.size(); ++i) {
      if (after > 0 && last[i] == now[i].value) continue;
      last[i] = now[i].value;
      out[i]["values"].push_back(Json::array({after, now[i].value ? Json(*now[i].value) : Json(nullptr)}));
    }
  }
  return out;
}

namespace {

// What makes two steps the same: who does what where, and what comes of it.
struct StepKey {
  int32_t pid;
  std::string statement;
  uint32_t line, column;
  std::vector<std::string> changes;
  bool operator==(const StepKey&) const = default;
};

std::vector<StepKey> keys_of(const Trace& trace, size_t most) {
  std::vector<StepKey> out;
  for (size_t i = 0; i < std::min(most, trace.size()); ++i) {
    const Step s = trace.step(i);
    StepKey key{s.pid, s.statement, s.location.line, s.location.column, {}};
    for (const Value& v : s.changes) key.changes.push_back(v.name + "=" + v.value);
    out.push_back(std::move(key));
  }
  return out;
}

// Beyond this many steps in both a table of all pairs is too large: the rest is put side by side.
constexpr size_t kMostAligned = 2000;

}  // namespace

// What both begin with and what both end with is the same; what lies between is aligned by a longest common
// subsequence.
Json compared(const Trace& a, const Trace& b) {
  const std::vector<StepKey> left = keys_of(a, SIZE_MAX), right = keys_of(b, SIZE_MAX);
  size_t front = 0, back = 0;
  while (front < left.size() && front < right.size() && left[front] == right[front]) ++front;
  while (back < left.size() - front && back < right.size() - front &&
         left[left.size() - 1 - back] == right[right.size() - 1 - back])
    ++back;
  const size_t n = left.size() - front - back, m = right.size() - front - back;
  Json rows = Json::array();
  for (size_t i = 0; i < front; ++i) rows.push_back(Json::array({i, i, "same"}));
  const size_t tn = std::min(n, kMostAligned), tm = std::min(m, kMostAligned);
  // length[i][j]: of the longest common subsequence of what follows i and j.
  std::vector<std::vector<uint16_t>> length(tn + 1, std::vector<uint16_t>(tm + 1));
  for (size_t i = tn; i-- > 0;) {
    for (size_t j = tm; j-- > 0;) {
      const bool same = left[front + i] == right[front + j];
      length[i][j] =
          same ? static_cast<uint16_t>(length[i + 1][j + 1] + 1) : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  size_t i = 0, j = 0;
  while (i < n || j < m) {
    const bool in_table = i < tn && j < tm;
    if (in_table && left[front + i] == right[front + j]) {
      rows.push_back(Json::array({front + i, front + j, "same"}));
      ++i, ++j;
    } else if (in_table && length[i + 1][j] == length[i][j] && length[i][j + 1] == length[i][j]) {
      rows.push_back(Json::array({front + i, front + j, "different"}));
      ++i, ++j;
    } else if (j >= m || (i < n && in_table && length[i + 1][j] >= length[i][j + 1])) {
      rows.push_back(Json::array({front + i, nullptr, "different"}));
      ++i;
    } else if (i >= n || in_table) {
      rows.push_back(Json::array({nullptr, front + j, "different"}));
      ++j;
    } else {
      rows.push_back(Json::array({front + i, front + j, "different"}));
      ++i, ++j;
    }
  }
  for (size_t k = back; k-- > 0;) rows.push_back(Json::array({left.size() - 1 - k, right.size() - 1 - k, "same"}));
  return {{"rows", std::move(rows)}};
}

}  // namespace gyre::serve
