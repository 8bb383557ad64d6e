#include "certificate/program_json.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/nth.h"

namespace gyre::certificate {

namespace {

using json = nlohmann::ordered_json;

// The words of certify/program.h; null: a certificate cannot state it.
const char* op_name(ir::Op op) {
  switch (op) {
    case ir::Op::constant: return "constant";
    case ir::Op::load: return "load";
    case ir::Op::remote_load: return "remote_load";
    case ir::Op::remote_at: return "remote_at";
    case ir::Op::pid: return "pid";
    case ir::Op::nr_pr: return "nr_pr";
    case ir::Op::last: return "last";
    case ir::Op::timeout: return "timeout";
    case ir::Op::non_progress: return "non_progress";
#define GYRE_NAME(name) \
  case ir::Op::name: return #name;
#define GYRE_UNARY(name, ...) GYRE_NAME(name)
#define GYRE_BINARY(name, ...) GYRE_NAME(name)
#define GYRE_LOGICAL(name, ...) GYRE_NAME(name)
#include "ir/ops.def"
#undef GYRE_NAME
    case ir::Op::conditional: return "conditional";
    case ir::Op::run: return "run";
    case ir::Op::len: return "len";
    case ir::Op::full: return "full";
    case ir::Op::empty: return "empty";
    case ir::Op::nfull: return "nfull";
    case ir::Op::nempty: return "nempty";
    case ir::Op::poll: return "poll";
    case ir::Op::enabled: return "enabled";
    case ir::Op::pc_value: return "pc_value";
    case ir::Op::get_priority: return "get_priority";
    case ir::Op::moves:
    case ir::Op::argument:
    case ir::Op::checked:
    case ir::Op::list_guard:
    case ir::Op::embedded_c: return nullptr;
  }
  __builtin_unreachable();
}

const char* kind_name(ir::ActionKind kind) {
  switch (kind) {
    case ir::ActionKind::skip: return "skip";
    case ir::ActionKind::condition: return "condition";
    case ir::ActionKind::assign: return "assign";
    case ir::ActionKind::assert_: return "assert_";
    case ir::ActionKind::print: return "print";
    case ir::ActionKind::print_mtype: return "print_mtype";
    case ir::ActionKind::send: return "send";
    case ir::ActionKind::receive: return "receive";
    case ir::ActionKind::else_: return "else_";
    case ir::ActionKind::d_step: return "d_step";
    case ir::ActionKind::set_priority: return "set_priority";
    case ir::ActionKind::end: return "end";
    case ir::ActionKind::new_channel: return "new_channel";
    case ir::ActionKind::assign_all:
    case ir::ActionKind::trap: return nullptr;
  }
  __builtin_unreachable();
}

const char* ltl_name(logic::LtlNode::Op op) {
  using Op = logic::LtlNode::Op;
  switch (op) {
    case Op::atom: return "atom";
    case Op::constant: return "constant";
    case Op::negation: return "not";
    case Op::conjunction: return "and";
    case Op::disjunction: return "or";
    case Op::implication: return "implies";
    case Op::equivalence: return "equivalent";
    case Op::next: return "next";
    case Op::always: return "always";
    case Op::eventually: return "eventually";
    case Op::until: return "until";
    case Op::weak_until: return "weak_until";
    case Op::release: return "release";
    case Op::strong_release: return "strong_release";
  }
  __builtin_unreachable();
}

void put_type(json& out, const ir::ScalarType& type) {
  out["width"] = type.width;
  out["signed"] = type.is_signed;
}

void put_place(json& out, const ir::Place& place) {
  if (place.var == ir::kNone) return;
  out["var"] = place.var;
  out["indices"] = place.indices;
}

json arguments_json(const std::vector<ir::ReceiveArg>& args) {
  json out = json::array();
  for (const ir::ReceiveArg& a : args) {
    json arg;
    switch (a.kind) {
      case ir::ReceiveArg::Kind::bind:
        arg["kind"] = "bind";
        put_place(arg, a.place);
        break;
      case ir::ReceiveArg::Kind::match:
        arg["kind"] = "match";
        arg["value"] = a.value;
        break;
      case ir::ReceiveArg::Kind::ignore: arg["kind"] = "ignore"; break;
    }
    out.push_back(std::move(arg));
  }
  return out;
}

json expr_json(const ir::Expr& e) {
  // What nobody evaluates may be anything (a merged or hidden part of another property).
  const char* name = op_name(e.op);
  json out{{"op", name != nullptr ? name : "constant"}};
  if (name == nullptr) return out;
  if (e.value != 0) out["value"] = e.value;
  if (e.process != ir::kNone) out["process"] = e.process;
  put_place(out, e.place);
  if (!e.kids.empty()) out["kids"] = e.kids;
  if (!e.args.empty()) out["args"] = arguments_json(e.args);
  return out;
}

json action_json(const ir::Action& a) {
  json out{{"kind", kind_name(a.kind)}};
  if (a.expr != ir::kNone) out["expr"] = a.expr;
  put_place(out, a.place);
  if (a.channel != ir::kNone) out["channel"] = a.channel;
  if (!a.exprs.empty()) out["exprs"] = a.exprs;
  if (!a.receive.empty()) out["receive"] = arguments_json(a.receive);
  if (a.sorted) out["sorted"] = true;
  if (a.random) out["random"] = true;
  if (a.peek) out["peek"] = true;
  if (a.channel_type != ir::kNone) out["channel_type"] = a.channel_type;
  if (a.kind == ir::ActionKind::d_step) out["d_step_entry"] = a.d_step_entry;
  out["text"] = a.source;
  return out;
}

json process_json(const ir::Process& p) {
  json points = json::array();
  for (const ir::ControlState& c : p.states) {
    json point;
    if (c.end) point["end"] = true;
    if (c.accept) point["accept"] = true;
    if (c.progress) point["progress"] = true;
    point["edges"] = json::array();
    for (const uint32_t index : c.edges) {
      const ir::Edge& e = p.edges[index];
      json edge{{"to", e.to}, {"action", e.action}};
      if (e.atomic) edge["atomic"] = true;
      if (e.escape != 0) edge["escape"] = e.escape;
      point["edges"].push_back(std::move(edge));
    }
    points.push_back(std::move(point));
  }
  json out{{"name", p.name},
           {"initial", p.initial},
           {"priority", p.priority},
           {"deterministic", p.deterministic},
           {"variables", p.variables},
           {"parameters", p.parameters},
           {"initialisers", p.initialisers}};
  if (p.provided != ir::kNone) out["provided"] = p.provided;
  out["points"] = std::move(points);
  return out;
}

json bits_json(uint64_t bits) {
  json out = json::array();
  for (unsigned i = 0; i < 64; ++i) {
    if ((bits >> i & 1) != 0) out.push_back(i);
  }
  return out;
}

json automaton_json(const ir::Program& program, const automata::Automaton& automaton,
                    const std::vector<uint32_t>& atoms) {
  json states = json::array();
  for (const automata::State& s : automaton.states) {
    json edges = json::array();
    for (const automata::Edge& e : s.edges) {
      json label = json::array();
      for (const automata::Cube& c : e.label)
        label.push_back({{"holds", bits_json(c.pos)}, {"fails", bits_json(c.neg)}});
      edges.push_back({{"to", e.target}, {"marks", bits_json(e.marks)}, {"label", std::move(label)}});
    }
    states.push_back({{"edges", std::move(edges)}});
  }
  json exprs = json::array();
  for (const uint32_t a : atoms) exprs.push_back(program.atoms.at(a));
  return {{"initial", automaton.initial},
          {"sets", automaton.sets},
          {"atoms", std::move(exprs)},
          {"states", std::move(states)}};
}

// An automaton of one state, in which every run is accepting that meets accept labels again and again.
json labels_json() {
  const json always = json::array({json{{"holds", json::array()}, {"fails", json::array()}}});
  const json loop{{"to", 0}, {"marks", json::array()}, {"label", always}};
  return {{"initial", 0},
          {"sets", 1},
          {"atoms", json::array()},
          {"states", json::array({json{{"edges", json::array({loop})}}})}};
}

}  // namespace

std::string not_stated(const ir::Program& program) {
  if (program.semantics.stepping != ir::Stepping::statements) return "certificates are there for Promela models";
  if (program.embedded_c != nullptr) return "a certificate does not know embedded C";
  if (program.trace != ir::kNone) return "a certificate does not know trace assertions";
  for (const ir::VarId id : program.globals) {
    if (program.variable(id).scope == ir::Scope::hidden)
      return fmt::format("a certificate does not know hidden variables ('{}')", program.variable(id).name);
  }
  for (const ir::Process& p : program.processes) {
    for (const ir::ControlState& c : p.states) {
      if (!c.dead.empty()) return "a certificate does not know merged programs";
    }
  }
  return "";
}

json program_json(const ir::Program& program) {
  json variables = json::array(), exprs = json::array(), actions = json::array(), processes = json::array(),
       channels = json::array(), instances = json::array();
  for (const ir::Variable& v : program.variables) {
    json out{{"name", v.name}, {"global", v.scope != ir::Scope::local}};
    put_type(out, v.type);
    out["dims"] = v.dims;
    variables.push_back(std::move(out));
  }
  for (const ir::Expr& e : program.exprs) exprs.push_back(expr_json(e));
  for (const ir::Action& a : program.actions) actions.push_back(action_json(a));
  for (const ir::Process& p : program.processes) processes.push_back(process_json(p));
  for (const ir::ChannelType& c : program.channel_types) {
    json fields = json::array();
    for (const ir::ScalarType& t : c.fields) {
      json field;
      put_type(field, t);
      fields.push_back(std::move(field));
    }
    channels.push_back({{"capacity", c.capacity}, {"fields", std::move(fields)}});
  }
  for (const ir::Instance& i : program.instances)
    instances.push_back(
        {{"process", i.process}, {"priority", i.priority > 0 ? i.priority : program.process(i.process).priority}});
  return {{"language", program.semantics.language},
          {"max_processes", program.max_processes},
          {"uses_last", program.uses_last},
          {"uses_priority", program.uses_priority},
          {"uses_timeout", program.uses_timeout},
          {"lose_messages", program.lose_messages},
          {"variables", std::move(variables)},
          {"globals", program.globals},
          {"exprs", std::move(exprs)},
          {"actions", std::move(actions)},
          {"processes", std::move(processes)},
          {"channels", std::move(channels)},
          {"initialisers", program.initialisers},
          {"instances", std::move(instances)},
          {"atoms", program.atoms}};
}

json claim_json(const plan::Job& job) {
  json out;
  switch (job.cycles.claim) {
    case plan::ClaimKind::formula:
    case plan::ClaimKind::automaton: out = automaton_json(*job.program, *job.cycles.automaton, job.cycles.atoms); break;
    case plan::ClaimKind::never: out["process"] = job.property->process; break;
    case plan::ClaimKind::accept_labels: out = labels_json(); break;
    case plan::ClaimKind::non_progress: throw std::logic_error("no certificate of progress");
  }
  out["labels"] = job.cycles.labels;
  out["stutters"] = job.cycles.stutter;
  return out;
}

json formula_json(const plan::Job& job) {
  if (job.cycles.claim != plan::ClaimKind::formula) return nullptr;
  json out = json::array();
  for (const logic::LtlNode& n : job.cycles.formula) {
    json node{{"op", ltl_name(n.op)}};
    if (n.op == logic::LtlNode::Op::atom) {
      const auto& atoms = job.cycles.atoms;
      const auto found = std::find(atoms.begin(), atoms.end(), static_cast<uint32_t>(n.atom));
      // What the automaton does not ask for is left out of its letters; the formula then cannot be compared.
      if (found == atoms.end()) return nullptr;
      node["atom"] = found - atoms.begin();
    }
    if (n.op == logic::LtlNode::Op::constant) node["value"] = n.value;
    if (n.left >= 0) node["left"] = n.left;
    if (n.right >= 0) node["right"] = n.right;
    out.push_back(std::move(node));
  }
  return out;
}

}  // namespace gyre::certificate
