#include "reduce/visibility.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/narrow.h"

namespace gyre::reduce {

namespace {

// The edges of one transition that begins with this one.
std::vector<uint32_t> sequence(const ir::Process& p, uint32_t edge) {
  std::vector<uint32_t> all{edge};
  for (size_t i = 0; i < all.size(); ++i) {
    if (!p.edges[all[i]].atomic) continue;
    for (const uint32_t next : p.states[p.edges[all[i]].to].edges) {
      if (std::find(all.begin(), all.end(), next) == all.end()) all.push_back(next);
    }
  }
  return all;
}

class Visible {
 public:
  Visible(const Summary& summary, const Observed& observed) : program_(summary.program()), observed_(observed) {
    for (const ir::ExprId atom : observed.atoms) {
      reads_.add(summary.reads_of(atom));
      ir::each_expr(program_, atom, [&](const ir::Expr& e) {
        if (e.op == ir::Op::remote_at) places_.emplace_back(e.process, narrow<uint32_t>(e.value));
      });
    }
  }
  bool operator()(const Summary& summary, size_t process, uint32_t edge) const {
    const Footprint& f = summary.processes()[process].edges[edge].all;
    if (f.everything || (reads_.reads_count && f.writes_count)) return true;
    for (const VariableTouch& x : f.variables) {
      if (!x.write) continue;
      for (const VariableTouch& y : reads_.variables) {
        if (x.place.var == y.place.var) return true;
      }
    }
    for (const ChannelTouch& x : f.channels) {
      if (!reads_.channels.empty() && (x.use & (kSend | kSorted | kReceive)) != 0) return true;
    }
    const ir::Process& p = program_.processes[process];
    const std::vector<uint32_t> edges = sequence(p, edge);
    return std::any_of(edges.begin(), edges.end(), [&](uint32_t e) {
      return looked_at(process, p.edges[e].from) || looked_at(process, p.edges[e].to);
    });
  }

 private:
  bool looked_at(size_t process, uint32_t state) const {
    const ir::ControlState& s = program_.processes[process].states[state];
    if ((observed_.accept_labels && s.accept) || (observed_.progress_labels && s.progress)) return true;
    return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
      return std::cmp_equal(place.first, process) && place.second == state;
    });
  }

  const ir::Program& program_;
  const Observed& observed_;
  Footprint reads_;
  std::vector<std::pair<int32_t, uint32_t>> places_;
};

// Adds edges until the others make no cycle.
void cut_cycles(const ir::Process& p, const ProcessSummary& summary, std::vector<bool>& excluded) {
  // Best is an edge that touches what others touch too: it is seldom alone in a set.
  const auto weight = [&](uint32_t e) {
    const Footprint& f = summary.edges[e].all;
    return f.variables.size() + f.channels.size() + (f.everything ? 100 : 0);
  };
  std::vector<uint32_t> path;   // edges
  std::vector<uint8_t> colour;  // of control states: 1 on the path, 2 done
  const std::function<bool(uint32_t)> cut_one = [&](uint32_t state) {
    colour[state] = 1;
    for (const uint32_t e : p.states[state].edges) {
      if (excluded[e]) continue;
      const uint32_t to = p.edges[e].to;
      path.push_back(e);
      if (colour[to] == 1) {
        size_t first = path.size() - 1;
        while (p.edges[path[first]].from != to) --first;
        uint32_t best = path[first];
        for (size_t i = first; i < path.size(); ++i) {
          if (weight(path[i]) > weight(best)) best = path[i];
        }
        excluded[best] = true;
        return true;
      }
      if (colour[to] == 0 && cut_one(to)) return true;
      path.pop_back();
    }
    colour[state] = 2;
    return false;
  };
  for (bool again = true; again;) {
    again = false;
    colour.assign(p.states.size(), 0);
    path.clear();
    for (uint32_t s = 0; s < p.states.size() && !again; ++s) {
      if (colour[s] == 0) again = cut_one(s);
    }
  }
}

}  // namespace

std::string why_not_observable(const ir::Program& program, const Observed& observed) {
  std::string why;
  for (const ir::ExprId atom : observed.atoms) {
    ir::each_expr(program, atom, [&](const ir::Expr& e) {
      if (e.op == ir::Op::moves) why = "the formula is about steps (moves)";
      if (e.op == ir::Op::enabled || e.op == ir::Op::pc_value || e.op == ir::Op::last || e.op == ir::Op::non_progress ||
          e.op == ir::Op::timeout || e.op == ir::Op::get_priority)
        why = "the formula looks at more than variables, channels and labels";
    });
  }
  return why;
}

std::vector<bool> excluded_edges(const Summary& summary, const Observed& observed) {
  const ir::Program& program = summary.program();
  const Visible visible(summary, observed);
  std::vector<bool> out;
  for (size_t i = 0; i < program.processes.size(); ++i) {
    const ir::Process& p = program.processes[i];
    std::vector<bool> mine(p.edges.size());
    if (!summary.processes()[i].edges.empty()) {
      for (uint32_t e = 0; e < p.edges.size(); ++e) mine[e] = visible(summary, i, e);
      cut_cycles(p, summary.processes()[i], mine);
    }
    // A transition begins with one edge and may go on with others.
    for (uint32_t e = 0; e < p.edges.size(); ++e) {
      const std::vector<uint32_t> edges = sequence(p, e);
      out.push_back(std::any_of(edges.begin(), edges.end(), [&](uint32_t x) { return mine[x]; }));
    }
  }
  return out;
}

}  // namespace gyre::reduce
