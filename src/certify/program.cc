#include "certify/program.h"

#include <initializer_list>
#include <utility>

namespace certify {

namespace {

using nlohmann::json;

template <class Enum>
Enum word(const std::string& text, std::initializer_list<std::pair<const char*, Enum>> words) {
  for (const auto& [name, value] : words) {
    if (text == name) return value;
  }
  throw Rejected("the program has a word that is not known: " + text);
}

Op op_of(const std::string& text) {
  return word<Op>(text, {
#define X(name) {#name, Op::name},
                            CERTIFY_OPS(X)
#undef X
                        });
}

ActionKind kind_of(const std::string& text) {
  return word<ActionKind>(text, {
#define X(name) {#name, ActionKind::name},
                                    CERTIFY_ACTIONS(X)
#undef X
                                });
}

// The numbers of operands, where a wrong one would be read out of its vector.
size_t least_kids(const Expr& e) {
  switch (e.op) {
    case Op::constant:
    case Op::load:
    case Op::remote_load:
    case Op::remote_at:
    case Op::pid:
    case Op::nr_pr:
    case Op::last:
    case Op::timeout:
    case Op::non_progress:
    case Op::run: return 0;
    case Op::neg:
    case Op::bit_not:
    case Op::logical_not:
    case Op::len:
    case Op::full:
    case Op::empty:
    case Op::nfull:
    case Op::nempty:
    case Op::poll:
    case Op::enabled:
    case Op::pc_value:
    case Op::get_priority: return 1;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::mod:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::shl:
    case Op::shr:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
    case Op::logical_and:
    case Op::logical_or: return 2;
    case Op::conditional: return 3;
  }
  throw Rejected("an operator that is not known");
}

class Reader {
 public:
  explicit Reader(const json& j) : j_(j) {}

  Program read() {
    flags();
    sizes();
    variables();
    exprs();
    actions();
    processes();
    rest();
    return std::move(p_);
  }

 private:
  // A number that has to be below `limit`, or -1 where there may be none.
  int index(const json& at, const char* key, size_t limit, bool may_lack) const {
    const int64_t n = at.value(key, int64_t{-1});
    return checked(n, limit, may_lack);
  }
  static int checked(int64_t n, size_t limit, bool may_lack = false) {
    if (n == -1 && may_lack) return -1;
    if (n < 0 || static_cast<uint64_t>(n) >= limit) throw Rejected("the program refers to something that is not there");
    return static_cast<int>(n);
  }
  static std::vector<int> indices(const json& at, const char* key, size_t limit) {
    std::vector<int> out;
    if (!at.contains(key)) return out;
    for (const json& n : at.at(key)) out.push_back(checked(n.get<int64_t>(), limit));
    return out;
  }
  static Type type(const json& at) {
    Type t{at.at("width").get<uint32_t>(), at.at("signed").get<bool>()};
    if (t.width < 1 || t.width > 32) throw Rejected("a type of the program has no width");
    return t;
  }

  void flags() {
    if (j_.at("language") != "promela") throw Rejected("the program is in a language that is not known");
    p_.uses_last = j_.at("uses_last");
    p_.uses_priority = j_.at("uses_priority");
    p_.uses_timeout = j_.at("uses_timeout");
    p_.lose_messages = j_.at("lose_messages");
    p_.max_processes = j_.at("max_processes");
  }
  void sizes() {
    p_.variables.resize(j_.at("variables").size());
    p_.exprs.resize(j_.at("exprs").size());
    p_.actions.resize(j_.at("actions").size());
    p_.processes.resize(j_.at("processes").size());
    p_.channels.resize(j_.at("channels").size());
  }

  void variables() {
    for (size_t i = 0; i < p_.variables.size(); ++i) {
      const json& at = j_.at("variables")[i];
      Variable& v = p_.variables[i];
      v.name = at.at("name");
      v.global = at.at("global");
      v.type = type(at);
      v.dims = at.at("dims").get<std::vector<uint32_t>>();
      for (const uint32_t d : v.dims) v.count *= d;
      if (v.count == 0) throw Rejected("an array of the program has no elements");
    }
    p_.globals = indices(j_, "globals", p_.variables.size());
    for (const int id : p_.globals) {
      Variable& v = p_.variables[static_cast<size_t>(id)];
      if (!v.global) throw Rejected("a variable of a process is listed as global");
      v.slot = p_.global_values;
      p_.global_values += v.count;
    }
  }

  Place place(const json& at) const {
    Place out;
    if (!at.contains("var")) return out;
    out.var = checked(at.at("var").get<int64_t>(), p_.variables.size());
    out.indices = indices(at, "indices", p_.exprs.size());
    if (out.indices.size() != p_.variables[static_cast<size_t>(out.var)].dims.size())
      throw Rejected("the program has a variable with the wrong number of indices");
    return out;
  }
  std::vector<ReceiveArg> arguments(const json& at, const char* key) const {
    std::vector<ReceiveArg> out;
    if (!at.contains(key)) return out;
    for (const json& a : at.at(key)) {
      ReceiveArg arg;
      arg.kind = word<ReceiveArg::Kind>(
          a.at("kind"),
          {{"bind", ReceiveArg::Kind::bind}, {"match", ReceiveArg::Kind::match}, {"ignore", ReceiveArg::Kind::ignore}});
      if (arg.kind == ReceiveArg::Kind::bind) {
        arg.place = place(a);
        if (arg.place.var < 0) throw Rejected("a receive stores into nothing");
      }
      if (arg.kind == ReceiveArg::Kind::match) arg.value = index(a, "value", p_.exprs.size(), false);
      out.push_back(std::move(arg));
    }
    return out;
  }

  void exprs() {
    for (size_t i = 0; i < p_.exprs.size(); ++i) {
      const json& at = j_.at("exprs")[i];
      Expr& e = p_.exprs[i];
      e.op = op_of(at.at("op"));
      e.value = at.value("value", 0);
      e.process = index(at, "process", p_.processes.size(), true);
      e.place = place(at);
      // An operand comes before what it is an operand of, so that no expression contains itself.
      e.kids = indices(at, "kids", i);
      e.args = arguments(at, "args");
      if (e.kids.size() < least_kids(e)) throw Rejected("an operator of the program lacks an operand");
      if ((e.op == Op::load || e.op == Op::remote_load) && e.place.var < 0)
        throw Rejected("the program reads no variable");
      if ((e.op == Op::run || e.op == Op::remote_load || e.op == Op::remote_at) && e.process < 0)
        throw Rejected("the program refers to no process");
      e.starts = e.op == Op::run;
      for (const int k : e.kids) e.starts |= p_.exprs[static_cast<size_t>(k)].starts;
    }
  }

  void actions() {
    for (size_t i = 0; i < p_.actions.size(); ++i) {
      const json& at = j_.at("actions")[i];
      Action& a = p_.actions[i];
      a.kind = kind_of(at.at("kind"));
      a.expr = index(at, "expr", p_.exprs.size(), true);
      a.channel = index(at, "channel", p_.exprs.size(), true);
      a.channel_type = index(at, "channel_type", p_.channels.size(), true);
      a.place = place(at);
      a.exprs = indices(at, "exprs", p_.exprs.size());
      a.receive = arguments(at, "receive");
      a.sorted = at.value("sorted", false);
      a.random = at.value("random", false);
      a.peek = at.value("peek", false);
      a.d_step_entry = at.value("d_step_entry", 0u);
      a.text = at.value("text", "");
      const bool evaluates =
          a.kind == ActionKind::condition || a.kind == ActionKind::assert_ || a.kind == ActionKind::assign;
      const bool stores = a.kind == ActionKind::assign || a.kind == ActionKind::new_channel;
      const bool talks = a.kind == ActionKind::send || a.kind == ActionKind::receive;
      if ((evaluates && a.expr < 0) || (stores && a.place.var < 0) || (talks && a.channel < 0) ||
          (a.kind == ActionKind::new_channel && a.channel_type < 0) ||
          (a.kind == ActionKind::set_priority && a.exprs.size() != 2)) {
        throw Rejected("a statement of the program is not complete: " + a.text);
      }
    }
  }

  void processes() {
    for (size_t i = 0; i < p_.processes.size(); ++i) {
      const json& at = j_.at("processes")[i];
      Process& p = p_.processes[i];
      p.name = at.at("name");
      p.variables = indices(at, "variables", p_.variables.size());
      p.parameters = indices(at, "parameters", p_.variables.size());
      p.initialisers = indices(at, "initialisers", p_.actions.size());
      p.initial = at.at("initial");
      p.priority = at.at("priority");
      p.provided = index(at, "provided", p_.exprs.size(), true);
      p.deterministic = at.at("deterministic");
      for (const int id : p.variables) {
        Variable& v = p_.variables[static_cast<size_t>(id)];
        if (v.global) throw Rejected("a global variable is listed as one of a process");
        v.slot = p.values;
        p.values += v.count;
      }
      p.points.resize(at.at("points").size());
      for (size_t k = 0; k < p.points.size(); ++k) {
        const json& here = at.at("points")[k];
        Point& point = p.points[k];
        point.end = here.value("end", false);
        point.accept = here.value("accept", false);
        point.progress = here.value("progress", false);
        for (const json& e : here.at("edges")) {
          Edge edge;
          edge.to = e.at("to");
          edge.escape = e.value("escape", 0u);
          edge.action = index(e, "action", p_.actions.size(), false);
          edge.atomic = e.value("atomic", false);
          if (edge.to >= p.points.size()) throw Rejected("an edge of the program leads nowhere");
          const Action& action = p_.actions[static_cast<size_t>(edge.action)];
          if (action.kind == ActionKind::d_step && action.d_step_entry >= p.points.size())
            throw Rejected("a d_step of the program begins nowhere");
          point.edges.push_back(edge);
        }
      }
      if (p.initial >= p.points.size()) throw Rejected("a process of the program begins nowhere");
    }
  }

  void rest() {
    p_.initialisers = indices(j_, "initialisers", p_.actions.size());
    p_.atoms = indices(j_, "atoms", p_.exprs.size());
    for (const json& at : j_.at("instances"))
      p_.instances.push_back({index(at, "process", p_.processes.size(), false), at.at("priority")});
    for (size_t i = 0; i < p_.channels.size(); ++i) {
      const json& at = j_.at("channels")[i];
      p_.channels[i].capacity = at.at("capacity");
      for (const json& f : at.at("fields")) p_.channels[i].fields.push_back(type(f));
    }
  }

  const json& j_;
  Program p_;
};

}  // namespace

int32_t Type::cut(int32_t value) const {
  if (width >= 32) return value;
  const uint32_t mask = (uint32_t{1} << width) - 1;
  uint32_t v = static_cast<uint32_t>(value) & mask;
  if (is_signed && (v >> (width - 1)) != 0) v |= ~mask;
  return static_cast<int32_t>(v);
}

Program read_program(const nlohmann::json& json) {
  try {
    return Reader(json).read();
  } catch (const nlohmann::json::exception& e) {
    throw Rejected(std::string("the program is not complete: ") + e.what());
  }
}

}  // namespace certify
