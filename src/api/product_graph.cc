// The product of a system and a claim as a graph.
#include <deque>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "api/graph.h"
#include "api/library.h"
#include "plan/plan.h"
#include "plan/settings.h"
#include "product/product.h"
#include "run/run.h"
#include "trace/state.h"

namespace gyre {

namespace {

// Breadth-first, on the abstract machine and without any reduction, as the graph of the system is made.
class ProductGraph {
 public:
  ProductGraph(const plan::Job& job, const GraphLimits& limits)
      : machine_(job.program),
        claim_(run::make_claim(job)),
        product_(*job.program, machine_.observer(), machine_, *claim_, job.cycles.labels, job.cycles.stutter),
        limits_(limits) {}

  Graph make() {
    model::ProductBuffer buffer;
    product_.initial(buffer);
    if (buffer.arcs.empty()) return graph_;
    node(buffer.system.view(0), buffer.arcs[0], 0);
    while (!queue_.empty()) {
      const Waiting here = std::move(queue_.front());
      queue_.pop_front();
      if (limits_.depth > 0 && here.depth >= limits_.depth)
        graph_.complete = false;
      else
        expand(here);
    }
    return graph_;
  }

 private:
  using Key = std::pair<std::string, uint32_t>;  // the bytes of the system's key, the claim's state
  struct Waiting {
    size_t number;
    trace::State state;
    uint32_t claim;
    uint64_t depth;
  };

  static Key key(StateView s, uint32_t claim) { return {{reinterpret_cast<const char*>(s.data), s.key}, claim}; }

  size_t add(const Key& key, Graph::Node node) {
    const size_t number = graph_.nodes.size();
    graph_.nodes.push_back(std::move(node));
    graph_.nodes.back().initial = number == 0;
    known_.emplace(key, number);
    return number;
  }
  size_t node(StateView state, const model::Arc& arc, uint64_t depth) {
    const Key key = ProductGraph::key(state, arc.claim);
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    const trace::State own(state);
    Graph::Node shown = api::node_of(machine_.program(), *machine_.image().shapes, own.view());
    shown.claim = std::to_string(arc.claim);
    shown.text += fmt::format("\nclaim: {}", shown.claim);
    shown.accepting = arc.accepting;
    const size_t number = add(key, std::move(shown));
    queue_.push_back({number, own, arc.claim, depth});
    return number;
  }
  // Where an arc leads that ends the run at once.
  size_t verdict(model::ErrorKind kind) {
    const Key key{"", static_cast<uint32_t>(kind)};
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    Graph::Node end;
    end.text = kind == model::ErrorKind::claim_completed
                   ? "claim completed"
                   : fmt::format("the claim has no value: {}", model::error_name(kind));
    end.violation = model::error_name(kind);
    return add(key, std::move(end));
  }

  void expand(const Waiting& here) {
    const StateView state = here.state.view();
    model::ProductBuffer buffer;
    product_.expand(state, here.claim, buffer);
    for (const model::Arc& arc : buffer.arcs) {
      if (arc.error != model::ErrorKind::none) {
        graph_.edges.push_back({here.number, verdict(arc.error), "", false});
        continue;
      }
      const bool stays = arc.successor == model::Arc::kStutter;
      const StateView next = stays ? state : buffer.system.view(arc.successor);
      if (graph_.nodes.size() >= limits_.states && !known_.contains(key(next, arc.claim))) {
        graph_.complete = false;
        continue;
      }
      const size_t to = node(next, arc, here.depth + buffer.steps(arc));
      graph_.edges.push_back(
          {here.number, to, stays ? "(stays)" : api::transition_text(machine_, state, arc.successor), false});
    }
  }

  vm::Machine machine_;
  std::unique_ptr<product::Claim> claim_;
  product::Product product_;
  GraphLimits limits_;
  Graph graph_;
  std::map<Key, size_t> known_;
  std::deque<Waiting> queue_;
};

// The job of the one claim that the settings name or add.
plan::Plan plan_of(plan::Settings settings, const std::shared_ptr<const ir::Program>& program) {
  for (const ir::Property& p : program->properties) {
    if (p.added) settings.property.push_back(p.name);
  }
  if (settings.property.empty()) throw Error("a product needs a claim: --property NAME, --ltl FORMULA or --hoa FILE");
  plan::Plan plan = plan::make(settings, program);
  if (!plan.refusal.empty()) throw Error(plan.refusal);
  if (plan.jobs.size() != 1)
    throw Error("the product with one claim can be shown: name one by --property, --ltl or --hoa");
  const plan::Job& job = plan.jobs[0];
  if (how_decided(job.kind) != plan::Decided::by_cycles)
    throw Error(fmt::format("'{}' is no claim of linear time: there is no product with it", job.name));
  if (!job.not_checked.empty()) throw Error(job.not_checked);
  return plan;
}

}  // namespace

Graph product_graph(const Model& model, const Settings& settings, const GraphLimits& limits) {
  return api::as_errors([&] {
    plan::Settings how;  // of a plain search
    const std::shared_ptr<const plan::Settings> given = api::settings_for(model.impl(), settings);
    how.property = given->property;
    how.por = how.merge = plan::Switch::off;
    const plan::Plan plan = plan_of(std::move(how), api::program_of(model.impl()));
    return ProductGraph(plan.jobs[0], limits).make();
  });
}

}  // namespace gyre
