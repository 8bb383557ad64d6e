#include "esml/analyse.h"

#include <cassert>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/near_name.h"
#include "base/nth.h"
#include "esml/analyse_impl.h"

namespace gyre::esml {

using namespace ast;

namespace {

constexpr uint32_t kMaxWords = 1u << 16;  // of one type: a whole structure is assigned word by word
constexpr size_t kMaxInstances = 4096;

}  // namespace

bool Analysis::declare(const std::string& name, Symbol symbol) {
  Scope& scope = in_process_ ? local_ : global_;
  const auto [it, fresh] = scope.emplace(name, symbol);
  if (fresh) return true;
  error(symbol.span, fmt::format("'{}' is declared twice", name));
  if (it->second.span.known()) diagnostics_.note(it->second.span, "it is declared here");
  return false;
}

std::string Analysis::hint(const std::string& name) const {
  std::vector<std::string> names;
  for (const Scope* scope : {&local_, &global_}) {
    for (const auto& [known, symbol] : *scope) names.push_back(known);
  }
  return did_you_mean(near_name(name, names));
}

const Symbol* Analysis::find(const std::string& name) const {
  for (const Scope* scope : {&local_, &global_}) {
    const auto it = scope->find(name);
    if (it != scope->end()) return &it->second;
  }
  return nullptr;
}

// Declarations --------------------------------------------------------------------------------------------------------

bool Analysis::replacement(const std::string& name, TypeId type, int32_t& value) {
  bool found = false;
  for (const auto& [given, text] : given_) {
    if (given != name) continue;
    found = true;
    if (type == Types::kBoolean && (text == "TRUE" || text == "FALSE")) {
      value = text == "TRUE";
      continue;
    }
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = problem == std::errc{} && end == text.data() + text.size() && !text.empty();
    if (type == Types::kBoolean || !is_number)
      throw Error(fmt::format("-D {}={}: the constant must be {}", name, text,
                              type == Types::kBoolean ? "TRUE or FALSE" : "a number"));
  }
  return found;
}

void Analysis::constants(Declarations& d, bool of_model) {
  for (Definition& c : d.constants) {
    Symbol s;
    s.kind = Symbol::Kind::constant;
    s.span = c.span;
    s.type = expression(*c.value, Where::constant);
    s.value = c.value->value;
    if (s.type != Types::kUnknown && of_model) replacement(c.name, s.type, s.value);
    declare(c.name, s);
  }
}

TypeId Analysis::type_named(const std::string& name, const Span& span) {
  const Symbol* s = find(name);
  if (!s)
    error(span, fmt::format("type '{}' is not declared{}", name, hint(name)));
  else if (s->kind != Symbol::Kind::type)
    error(span, fmt::format("'{}' is no type", name));
  else
    return s->type;
  return Types::kUnknown;
}

// The type of a part of a structure, which can be anything but a channel.
TypeId Analysis::component(const std::string& name, const Span& span, const char* of_what) {
  const TypeId id = type_named(name, span);
  if (model_.types.kind(id) != TypeKind::alphabet) return id;
  error(span, fmt::format("{} cannot be a channel ('{}' is an alphabet)", of_what, name));
  return Types::kUnknown;
}

bool Analysis::constant_integer(Expr& e, int32_t& value) {
  if (expression(e, Where::constant) == Types::kUnknown) return false;
  if (!want(e, model_.types.is_integer(e.type), "an integer")) return false;
  value = e.value;
  return true;
}

void Analysis::words(Type& t, const Span& span) {
  assert(t.kind == TypeKind::tuple || t.kind == TypeKind::array || t.kind == TypeKind::list);
  uint64_t n = 0;
  if (t.kind == TypeKind::tuple) {
    for (const Field& f : t.fields) n += model_.types[f.type].words;
  } else {
    n = uint64_t{t.size} * model_.types[t.element].words + (t.kind == TypeKind::list ? 1 : 0);
  }
  if (n > kMaxWords) {
    error(span, fmt::format("a value of this type has {} words; at most {} are possible", n, kMaxWords));
    n = 1;
  }
  t.words = narrow<uint32_t>(n);
}

Type Analysis::define(TypeDefinition& d) {
  Type t;
  t.kind = d.kind;
  t.name = d.name;
  std::set<std::string> seen;
  auto once = [&](const std::string& name, const Span& span, const char* what) {
    if (!seen.insert(name).second) error(span, fmt::format("{} '{}' is named twice", what, name));
  };
  switch (d.kind) {
    case TypeKind::subrange: {
      // Both bounds are looked at, whatever the first one gives.
      const bool low = constant_integer(*d.low, t.low);
      const bool high = constant_integer(*d.high, t.high);
      if (!low || !high)
        t.kind = TypeKind::unknown;
      else if (t.low > t.high) {
        error(d.low->span, fmt::format("the subrange {}..{} is empty", t.low, t.high));
        t.kind = TypeKind::unknown;
      }
      break;
    }
    case TypeKind::array:
    case TypeKind::list: {
      t.element =
          component(d.element, d.element_span, d.kind == TypeKind::array ? "an element" : "an element of a list");
      int32_t size = 0;
      if (!constant_integer(*d.size, size))
        size = 1;
      else if (size < 1)
        error(d.size->span, fmt::format("the size must be positive, not {}", size));
      t.size = narrow<uint32_t>(std::max(size, 1));
      words(t, d.span);
      break;
    }
    case TypeKind::tuple:
      for (const Variables& v : d.fields) {
        const TypeId type = component(v.type, v.type_span, "a field");
        for (const auto& [name, span] : v.names) {
          once(name, span, "field");
          t.fields.push_back({name, type});
        }
      }
      words(t, d.span);
      break;
    case TypeKind::alphabet:
      for (const TypeDefinition::Symbol& s : d.symbols) {
        once(s.name, s.span, "signal");
        t.signals.push_back({s.name, s.data.empty() ? -1 : component(s.data, s.data_span, "the data of a signal")});
      }
      break;
    case TypeKind::enumeration:
      for (const auto& [name, span] : d.values) t.values.push_back(name);
      break;
    case TypeKind::unknown:
    case TypeKind::integer:
    case TypeKind::boolean: assert(false && "no definition makes such a type"); break;
  }
  return t;
}

void Analysis::types(Declarations& d) {
  for (TypeDefinition& definition : d.types) {
    const TypeId id = model_.types.add(define(definition));
    Symbol s;
    s.kind = Symbol::Kind::type;
    s.type = id;
    s.span = definition.span;
    declare(definition.name, s);
    int32_t number = 0;
    for (const auto& [name, span] : definition.values) {
      Symbol value;
      value.kind = Symbol::Kind::constant;
      value.type = id;
      value.value = number++;
      value.span = span;
      declare(name, value);
    }
  }
}

void Analysis::channels() {
  for (const Variables& v : model_.declarations.variables) {
    const TypeId type = type_named(v.type, v.type_span);
    if (type != Types::kUnknown && model_.types.kind(type) != TypeKind::alphabet) {
      error(v.names[0].second, fmt::format("only channels can be declared here: processes share no variables ('{}' is "
                                           "no alphabet)",
                                           v.type));
    }
    for (const auto& [name, span] : v.names) {
      Symbol s;
      s.kind = Symbol::Kind::channel;
      s.type = type;
      s.index = next_id(model_.channels) + 1;
      s.span = span;
      if (declare(name, s)) model_.channels.push_back({name, type, span});
    }
  }
}

void Analysis::process(Process& p) {
  in_process_ = true;
  process_ = &p;
  local_.clear();
  for (const Variables& v : p.parameters) {
    const TypeId type = type_named(v.type, v.type_span);
    const bool channel = model_.types.kind(type) == TypeKind::alphabet;
    if (v.direction != Variables::Direction::both && !channel && type != Types::kUnknown)
      error(v.names[0].second, fmt::format("IN and OUT are for channels ('{}' is no alphabet)", v.type));
    if (!channel && !model_.types.is_scalar(type))
      error(v.type_span, fmt::format("a parameter is a channel or a single value ('{}' is a structure)", v.type));
    for (const auto& [name, span] : v.names) {
      Symbol s;
      s.kind = Symbol::Kind::parameter;
      s.type = type;
      s.index = next_id(p.formal);
      s.span = span;
      declare(name, s);
      p.formal.push_back({name, type, v.direction, span});
    }
  }
  constants(p.declarations, false);
  types(p.declarations);
  for (const Variables& v : p.declarations.variables) {
    const TypeId type = type_named(v.type, v.type_span);
    if (model_.types.kind(type) == TypeKind::alphabet) {
      error(v.names[0].second, "a channel that only one process knows has no use: declare it in the model");
      continue;
    }
    for (const auto& [name, span] : v.names) {
      Symbol s;
      s.kind = Symbol::Kind::variable;
      s.type = type;
      s.index = next_id(p.locals);
      s.span = span;
      declare(name, s);
      p.locals.push_back({name, type, span});
    }
  }
  commands(p.body);
  in_process_ = false;
  process_ = nullptr;
  local_.clear();
}

// Commands ------------------------------------------------------------------------------------------------------------

void Analysis::commands(std::vector<CommandPtr>& list) {
  for (CommandPtr& c : list) {
    if (diagnostics_.too_many()) return;
    command(*c);
  }
}

void Analysis::guard(Expr& e) {
  expression(e, Where::command);
  want(e, e.type == Types::kBoolean, "BOOLEAN");
}

// What may be changed: a variable of the process, or a part of it.
void Analysis::assignable(const Expr& target) {
  if (target.type == Types::kUnknown) return;
  if (target.op != Op::access)
    error(target.span, fmt::format("'{}' is no variable", to_text(target)));
  else if (target.meaning == Meaning::parameter)
    error(target.span, fmt::format("'{}' is a parameter and cannot be changed", target.name));
  else if (target.meaning != Meaning::variable)
    error(target.span, fmt::format("'{}' is a constant and cannot be changed", target.name));
}

// Can the value go where the type is wanted? Constants are checked here, the rest when the model runs.
void Analysis::fits(const Expr& value, TypeId type, const std::string& what) {
  if (value.type == Types::kUnknown || type == Types::kUnknown) return;
  if (!model_.types.compatible(value.type, type)) {
    error(value.span, fmt::format("'{}' is {}, but {} is {}", to_text(value), model_.types.text(value.type), what,
                                  model_.types.text(type)));
    return;
  }
  const Type& t = model_.types[type];
  if (value.constant && t.kind == TypeKind::subrange && (value.value < t.low || value.value > t.high))
    error(value.span, fmt::format("{} is not in {}..{}, the range of {}", value.value, t.low, t.high, what));
}

TypeId Analysis::list_target(Expr& e, const char* command) {
  expression(e, Where::command);
  if (e.type == Types::kUnknown) return Types::kUnknown;
  if (model_.types.kind(e.type) != TypeKind::list) {
    error(e.span, fmt::format("{} needs a list, '{}' is {}", command, to_text(e), model_.types.text(e.type)));
    return Types::kUnknown;
  }
  assignable(e);
  return model_.types[e.type].element;
}

void Analysis::exchange(Command& c) {
  assert(c.kind == CommandKind::send || c.kind == CommandKind::receive);
  const bool send = c.kind == CommandKind::send;
  Expr& channel = *c.target;
  const Symbol* s = find(channel.name);
  const bool is_channel = s && (s->kind == Symbol::Kind::channel || s->kind == Symbol::Kind::parameter) &&
                          channel.selectors.empty() && model_.types.kind(s->type) == TypeKind::alphabet;
  if (!s) {
    error(channel.span, fmt::format("'{}' is not declared{}", channel.name, hint(channel.name)));
  } else if (!is_channel) {
    if (s->type != Types::kUnknown || s->kind == Symbol::Kind::process)
      error(channel.span, fmt::format("'{}' is no channel", to_text(channel)));
  } else {
    channel.meaning = Meaning::channel;
    channel.type = s->type;
    if (s->kind == Symbol::Kind::channel) {
      channel.value = s->index;
    } else {
      channel.symbol = s->index;
      const Variables::Direction d = nth(process_->formal, s->index).direction;
      if (send && d == Variables::Direction::in)
        error(channel.span, fmt::format("'{}' is an IN channel: it can only be received from", channel.name));
      if (!send && d == Variables::Direction::out)
        error(channel.span, fmt::format("'{}' is an OUT channel: it can only be sent to", channel.name));
    }
    c.alphabet = s->type;
  }
  for (ExprPtr& e : c.exprs) expression(*e, Where::command);
  if (c.alphabet == Types::kUnknown) return;
  const Type& alphabet = model_.types[c.alphabet];
  for (size_t i = 0; i < alphabet.signals.size(); ++i) {
    if (alphabet.signals[i].name == c.signal) c.signal_index = narrow<int32_t>(i);
  }
  if (c.signal_index < 0) {
    error(c.signal_span, fmt::format("'{}' has no signal '{}'", alphabet.name, c.signal));
    return;
  }
  const TypeId data = nth(alphabet.signals, c.signal_index).data;
  if (data < 0 && !c.exprs.empty())
    error(c.exprs[0]->span, fmt::format("signal '{}' carries no data", c.signal));
  else if (data >= 0 && c.exprs.empty())
    error(c.signal_span, fmt::format("signal '{}' carries data of type {}", c.signal, model_.types.text(data)));
  else if (data >= 0 && send)
    fits(*c.exprs[0], data, fmt::format("the data of '{}'", c.signal));
  else if (data >= 0) {
    const Expr& target = *c.exprs[0];
    // What arrives for a parameter is dropped: the elevator of the thesis needs that.
    if (target.meaning != Meaning::parameter) assignable(target);
    if (!model_.types.compatible(target.type, data))
      error(target.span, fmt::format("'{}' is {}, but the data of '{}' is {}", to_text(target),
                                     model_.types.text(target.type), c.signal, model_.types.text(data)));
  }
}

void Analysis::command(Command& c) {
  switch (c.kind) {
    case CommandKind::skip: return;
    case CommandKind::assign: {
      const Symbol* s = find(c.target->name);
      if (s && model_.types.kind(s->type) == TypeKind::alphabet && s->kind != Symbol::Kind::type) {
        error(c.target->span, fmt::format("'{}' is a channel: channels cannot be assigned", c.target->name));
        return;
      }
      const TypeId type = expression(*c.target, Where::command);
      assignable(*c.target);
      expression(*c.exprs[0], Where::command);
      fits(*c.exprs[0], type, fmt::format("'{}'", to_text(*c.target)));
      return;
    }
    case CommandKind::empty: list_target(*c.target, "EMPTY"); return;
    case CommandKind::remove: list_target(*c.target, "REMOVE"); return;
    case CommandKind::append:
    case CommandKind::prepend: {
      const TypeId element = list_target(*c.target, c.kind == CommandKind::append ? "APPEND" : "PREPEND");
      expression(*c.exprs[0], Where::command);
      fits(*c.exprs[0], element, fmt::format("an element of '{}'", to_text(*c.target)));
      return;
    }
    case CommandKind::send:
    case CommandKind::receive: exchange(c); return;
    case CommandKind::if_:
    case CommandKind::do_:
      for (Branch& b : c.branches) {
        guard(*b.guard);
        commands(b.body);
      }
      return;
    case CommandKind::poll:
      for (Branch& b : c.branches) {
        exchange(*b.exchange);
        if (b.guard) guard(*b.guard);
        commands(b.body);
      }
      return;
    case CommandKind::trace:
      for (TraceItem& i : c.items) {
        if (i.expr) expression(*i.expr, Where::command);
      }
      return;
    case CommandKind::activate:
      error(c.span, fmt::format("processes are activated in the model's own body only, not in '{}'", process_->name));
      return;
  }
}

// The model's body ----------------------------------------------------------------------------------------------------

void Analysis::activate(Command& c) {
  assert(c.kind == CommandKind::activate);
  const Symbol* s = find(c.process);
  if (!s || s->kind != Symbol::Kind::process) {
    error(c.span,
          s ? fmt::format("'{}' is no process", c.process) : fmt::format("process '{}' is not declared", c.process));
    return;
  }
  const Process& p = nth(model_.processes, s->index);
  if (c.arguments.size() != p.formal.size()) {
    error(c.span, fmt::format("process '{}' has {} parameter{}, not {}", p.name, p.formal.size(),
                              p.formal.size() == 1 ? "" : "s", c.arguments.size()));
    return;
  }
  std::vector<int32_t> values;
  size_t ranged = c.arguments.size();
  int32_t last = 0;
  for (size_t i = 0; i < c.arguments.size(); ++i) {
    Argument& a = c.arguments[i];
    const Parameter& formal = p.formal[i];
    const std::string what = fmt::format("parameter '{}' of '{}'", formal.name, p.name);
    values.push_back(0);
    if (model_.types.kind(formal.type) == TypeKind::alphabet) {
      const Symbol* channel = a.expr->op == Op::access && a.expr->selectors.empty() ? find(a.expr->name) : nullptr;
      if (!channel || channel->kind != Symbol::Kind::channel)
        error(a.expr->span, fmt::format("{} wants a channel, '{}' is none", what, to_text(*a.expr)));
      else if (!model_.types.compatible(channel->type, formal.type))
        error(a.expr->span, fmt::format("'{}' is {}, but {} is {}", a.expr->name, model_.types.text(channel->type),
                                        what, model_.types.text(formal.type)));
      else
        values.back() = channel->index;
      if (a.last) error(a.last->span, "a range of channels makes no sense");
      continue;
    }
    expression(*a.expr, Where::constant);
    fits(*a.expr, formal.type, what);
    values.back() = a.expr->value;
    if (!a.last) continue;
    if (ranged < c.arguments.size()) error(a.expr->span, "only one argument can be a range");
    ranged = i;
    want(*a.expr, model_.types.is_integer(a.expr->type), "an integer");
    expression(*a.last, Where::constant);
    want(*a.last, model_.types.is_integer(a.last->type), "an integer");
    if (a.last->constant && a.expr->constant && a.last->value >= a.expr->value) fits(*a.last, formal.type, what);
    last = a.last->value;
  }
  if (diagnostics_.has_errors()) return;
  const bool many = ranged < values.size();
  for (int64_t v = many ? values[ranged] : 0; v <= (many ? last : 0); ++v) {
    if (many) values[ranged] = narrow<int32_t>(v);
    if (model_.instances.size() >= kMaxInstances) {
      error(c.span, fmt::format("more than {} processes", kMaxInstances));
      return;
    }
    model_.instances.push_back({narrow<size_t>(s->index), values, c.span});
  }
}

void Analysis::activations() {
  for (CommandPtr& c : model_.body) {
    if (c->kind == CommandKind::activate)
      activate(*c);
    else
      error(c->span, "the model's own body can only activate processes");
  }
  if (!diagnostics_.has_errors() && model_.instances.empty()) error(model_.span, "no process is activated");
}

void Analysis::assertions() {
  for (Assertion& a : model_.assertions) {
    expression(*a.formula, Where::formula);
    want(*a.formula, a.formula->type == Types::kBoolean, "BOOLEAN");
  }
  for (GivenAutomaton& a : model_.automata) {
    for (const ExprPtr& atom : a.atoms) {
      expression(*atom, Where::formula);
      want(*atom, atom->type == Types::kBoolean, "BOOLEAN");
      if (has_temporal(*atom)) diagnostics_.error(atom->span, "an atom of an automaton has no temporal operator");
    }
  }
}

void Analysis::run() {
  Symbol boolean;
  boolean.kind = Symbol::Kind::type;
  boolean.type = Types::kBoolean;
  global_.emplace("BOOLEAN", boolean);
  constants(model_.declarations, true);
  types(model_.declarations);
  channels();
  for (size_t i = 0; i < model_.processes.size() && !diagnostics_.too_many(); ++i) {
    Symbol s;
    s.kind = Symbol::Kind::process;
    s.index = narrow<int32_t>(i);
    s.span = model_.processes[i].span;
    declare(model_.processes[i].name, s);
    process(model_.processes[i]);
  }
  if (diagnostics_.too_many()) return;
  activations();
  assertions();
  for (const auto& [name, text] : given_) {
    bool known = false;
    for (const Definition& d : model_.declarations.constants) known |= d.name == name;
    if (!known) throw Error(fmt::format("-D {}: the model has no constant '{}'", name, name));
  }
}

void analyse(Model& model, const std::vector<std::pair<std::string, std::string>>& constants,
             Diagnostics& diagnostics) {
  Analysis(model, constants, diagnostics).run();
}

}  // namespace gyre::esml
