#include "certificate/certificate.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "certificate/codes.h"
#include "certificate/program_json.h"
#include "product/product.h"
#include "run/run.h"
#include "vm/machine.h"

namespace gyre::certificate {

namespace {

constexpr size_t kPiece = 1 << 16;  // of the text, handed on at once

// A search that gives up on the way.
struct GivenUp {
  std::string why;
};

// States by number, each of a system and of a claim.
class Nodes {
 public:
  explicit Nodes(const Limits& limits) : limits_(limits) {}

  // Its number, and whether it is new.
  std::pair<uint32_t, bool> add(StateView state, uint32_t claim) {
    std::string key(reinterpret_cast<const char*>(state.data), state.key);
    key.append(reinterpret_cast<const char*>(&claim), sizeof claim);
    const auto [it, inserted] = numbers_.emplace(std::move(key), static_cast<uint32_t>(order_.size()));
    if (inserted) {
      if (order_.size() >= UINT32_MAX - 1) throw GivenUp{"there are more states than a certificate may have"};
      order_.push_back(&it->first);
      count(it->first.size() + 96);
      if (order_.size() % 256 == 0 && limits_.stopped && limits_.stopped()) throw GivenUp{"it was ended"};
    }
    return {it->second, inserted};
  }
  void count(uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ > limits_.bytes) throw GivenUp{"there is no memory for all states of the certificate"};
  }
  size_t size() const { return order_.size(); }
  uint32_t claim(size_t i) const {
    uint32_t out;
    std::memcpy(&out, order_[i]->data() + order_[i]->size() - sizeof out, sizeof out);
    return out;
  }
  // Valid until the next call. There are no hidden variables, so the key is the whole state.
  StateView state(size_t i) {
    const auto key = static_cast<uint32_t>(order_[i]->size() - sizeof(uint32_t));
    buffer_.assign(key + model::Model::kReadableBehind + 8, 0);
    std::memcpy(buffer_.data(), order_[i]->data(), key);
    return {buffer_.data(), key, key};
  }

 private:
  const Limits& limits_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<const std::string*> order_;
  std::vector<uint8_t> buffer_;
  uint64_t bytes_ = 0;
};

[[noreturn]] void does_not_hold(const std::string& name, model::ErrorKind error) {
  throw std::logic_error(fmt::format("the certificate of '{}' met an error: {}", name, model::error_name(error)));
}

// The product as a graph, and its components in the order in which Tarjan's algorithm completes them: no step leads to
// one that was completed later.
class Ranks {
 public:
  struct Step {
    uint32_t to;
    uint64_t marks;
  };

  void begin_node() { first_.push_back(steps_.size()); }
  void add(Step step) { steps_.push_back(step); }

  // The rank of each node; of each rank the set that is lacking there, -1 if nothing stays there.
  void make(uint64_t all_marks, const std::string& name) {
    first_.push_back(steps_.size());
    const size_t size = first_.size() - 1;
    rank.assign(size, kNone);
    low_.assign(size, 0);
    for (uint32_t i = 0; i < size; ++i) {
      if (low_[i] == 0) walk(i);
    }
    std::vector<uint64_t> marks(lacking.size());
    std::vector<bool> stays(lacking.size());
    for (uint32_t i = 0; i < size; ++i) {
      for (uint64_t e = first_[i]; e < first_[i + 1]; ++e) {
        if (rank[steps_[e].to] != rank[i]) continue;
        stays[rank[i]] = true;
        marks[rank[i]] |= steps_[e].marks;
      }
    }
    for (size_t r = 0; r < lacking.size(); ++r) {
      if (!stays[r]) continue;
      const uint64_t missing = all_marks & ~marks[r];
      if (missing == 0) does_not_hold(name, model::ErrorKind::acceptance_cycle);
      lacking[r] = __builtin_ctzll(missing);
    }
  }

  std::vector<uint32_t> rank;
  std::vector<int> lacking;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  void walk(uint32_t root) {
    struct Frame {
      uint32_t node, number;
      uint64_t next;
    };
    std::vector<Frame> path;
    const auto enter = [&](uint32_t node) {
      low_[node] = ++count_;
      open_.push_back(node);
      path.push_back({node, count_, first_[node]});
    };
    enter(root);
    while (!path.empty()) {
      Frame& f = path.back();
      if (f.next < first_[f.node + 1]) {
        const uint32_t to = steps_[f.next++].to;
        if (low_[to] == 0)
          enter(to);
        else if (rank[to] == kNone)
          low_[f.node] = std::min(low_[f.node], low_[to]);
        continue;
      }
      const Frame done = f;
      path.pop_back();
      if (low_[done.node] == done.number) {
        uint32_t node;
        do {
          node = open_.back();
          open_.pop_back();
          rank[node] = static_cast<uint32_t>(lacking.size());
        } while (node != done.node);
        lacking.push_back(-1);
      }
      if (!path.empty()) low_[path.back().node] = std::min(low_[path.back().node], low_[done.node]);
    }
  }

  std::vector<uint64_t> first_;
  std::vector<Step> steps_;
  std::vector<uint32_t> low_;
  std::vector<uint32_t> open_;
  uint32_t count_ = 0;
};

class Writer {
 public:
  Writer(const plan::Job& job, const Limits& limits, const Sink& sink)
      : job_(job), limits_(limits), sink_(sink), machine_(job.program), nodes_(limits) {}

  void header(const std::string& model) {
    const bool claim = plan::how_decided(job_.kind) == plan::Decided::by_cycles;
    const nlohmann::ordered_json header{{"certificate", 1},
                                        {"model", model},
                                        {"property", job_.name},
                                        {"formula", job_.property != nullptr ? job_.property->formula : ""},
                                        {"claim", claim ? claim_json(job_) : nlohmann::ordered_json()},
                                        {"formula_tree", claim ? formula_json(job_) : nlohmann::ordered_json()},
                                        {"program", program_json(*job_.program)}};
    const std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    put_number(out_, static_cast<int64_t>(text.size()));
    out_ += text;
    pass_on();
  }

  uint64_t states() {
    if (plan::how_decided(job_.kind) == plan::Decided::by_cycles)
      of_claim();
    else
      of_safety();
    put_number(out_, -1);
    put_number(out_, static_cast<int64_t>(nodes_.size()));
    sink_(out_);
    return nodes_.size();
  }

 private:
  void pass_on() {
    if (out_.size() < kPiece) return;
    sink_(out_);
    out_.clear();
  }
  void put_state(size_t i) {
    const std::string code = code_of(*job_.program, *machine_.image().shapes, nodes_.state(i));
    put_number(out_, static_cast<int64_t>(code.size()));
    out_ += code;
  }

  void of_safety() {
    model::SuccessorBuffer buffer;
    machine_.initial(buffer);
    for (size_t i = 0;; ++i) {
      if (!buffer.errors.empty()) does_not_hold(job_.name, buffer.errors[0].kind);
      if (buffer.deadlock) does_not_hold(job_.name, model::ErrorKind::deadlock);
      for (size_t k = 0; k < buffer.list.size(); ++k) nodes_.add(buffer.view(k), 0);
      if (i == nodes_.size()) break;
      put_state(i);
      pass_on();
      machine_.expand(nodes_.state(i), buffer);
    }
  }

  void of_claim() {
    const std::unique_ptr<product::Claim> claim = run::make_claim(job_);
    product::Product product(*job_.program, machine_.observer(), machine_, *claim, job_.cycles.labels,
                             job_.cycles.stutter);
    Ranks ranks;
    model::ProductBuffer buffer;
    product.initial(buffer);
    if (buffer.arcs.empty()) throw GivenUp{"the model has no initial state"};
    nodes_.add(buffer.system.view(0), buffer.arcs[0].claim);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      ranks.begin_node();
      const StateView here = nodes_.state(i);
      // The state is asked for again by add().
      const std::vector<uint8_t> own(here.data, here.data + here.key + model::Model::kReadableBehind);
      const StateView state{own.data(), here.key, here.total};
      product.expand(state, nodes_.claim(i), buffer);
      if (!buffer.system.errors.empty())
        throw GivenUp{
            fmt::format("a run-time error of the model was met ({}), and a certificate of a claim is for "
                        "models without errors",
                        model::error_name(buffer.system.errors[0].kind))};
      for (const model::Arc& arc : buffer.arcs) {
        if (arc.error != model::ErrorKind::none) does_not_hold(job_.name, arc.error);
        const StateView to = arc.successor == model::Arc::kStutter ? state : buffer.system.view(arc.successor);
        ranks.add({nodes_.add(to, arc.claim).first, arc.marks});
        nodes_.count(sizeof(Ranks::Step));
      }
    }
    ranks.make(product.all_marks(), job_.name);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      put_state(i);
      put_number(out_, nodes_.claim(i));
      put_number(out_, ranks.rank[i]);
      put_number(out_, ranks.lacking[ranks.rank[i]]);
      pass_on();
    }
  }

  const plan::Job& job_;
  const Limits& limits_;
  const Sink& sink_;
  vm::Machine machine_;
  Nodes nodes_;
  std::string out_;
};

}  // namespace

std::string why_not(const plan::Job& job) {
  if (!job.not_checked.empty()) return job.not_checked;
  if (!job.settled.empty()) return fmt::format("it holds without a search ({})", job.settled);
  if (plan::how_decided(job.kind) == plan::Decided::by_values)
    return "certificates of formulas of branching time are not there yet";
  if (job.fairness != plan::Fairness::none) return "certificates under fairness are not there yet";
  if (job.kind == plan::PropertyKind::non_progress) return "certificates of progress are not there yet";
  for (const uint32_t a : job.cycles.atoms) {
    const bool steps =
        ir::any_expr(*job.program, job.program->atoms.at(a), [](const ir::Expr& e) { return e.op == ir::Op::moves; });
    if (steps) return "a certificate does not know moves(): its atoms are about states";
  }
  return not_stated(*job.program);
}

Written write(const plan::Job& job, const std::string& model, const Limits& limits, const Sink& sink) {
  Writer writer(job, limits, sink);
  try {
    writer.header(model);
    return {writer.states(), ""};
  } catch (const GivenUp& e) {
    return {0, e.why};
  }
}

}  // namespace gyre::certificate
