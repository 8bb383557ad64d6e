#include "esml/lower.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/nth.h"
#include "esml/lower_impl.h"
#include "ir/layout.h"

namespace gyre::esml {

using ast::CommandKind;

Lowering::Lowering(const ast::Model& model, std::shared_ptr<SourceMap> sources) : model_(model), program_(ir::kEsml) {
  program_.sources = std::move(sources);
  program_.mtype_sets.emplace_back();
}

ir::Program Lowering::run() {
  channels();
  // Formulas and other processes refer to the variables of all.
  for (const ast::Process& p : model_.processes) {
    std::vector<Storage>& mine = storage_.emplace_back();
    ir::Process process;
    process.name = p.name;
    process.span = p.span;
    const ir::VarId first = next_id(program_.variables);
    for (const ast::Variable& v : p.locals) mine.push_back(store(v.type, v.name, {}, v.span));
    for (ir::VarId id = first; id < next_id(program_.variables); ++id) process.variables.push_back(id);
    program_.processes.push_back(std::move(process));
  }
  for (size_t i = 0; i < model_.processes.size(); ++i) process(i);
  for (const ast::Instance& i : model_.instances) {
    ir::Instance instance;
    instance.process = narrow<int32_t>(i.process);
    instance.arguments = i.arguments;
    program_.instances.push_back(std::move(instance));
    ++program_.processes[i.process].active;
  }
  const size_t frames = std::max(model_.instances.size(), model_.channels.size());
  program_.max_processes = std::max(program_.max_processes, narrow<uint32_t>(frames));
  properties();
  ir::lay_out(program_);
  uint64_t bytes = 0;
  for (const ir::Instance& i : program_.instances) bytes += nth(program_.processes, i.process).frame_bytes;
  if (bytes > ir::kMaxStateBytes / 2) throw Error(fmt::format("the model is too large: a state has {} bytes", bytes));
  return std::move(program_);
}

// Channels have no bits: a handshake is one transition.
void Lowering::channels() {
  for (const ast::Variable& v : model_.channels) {
    ir::ChannelType c;
    c.name = v.name;
    for (const Signal& s : model_.types[v.type].signals) {
      ir::ChannelType::Signal signal;
      signal.name = s.name;
      if (s.data >= 0 && model_.types.is_scalar(s.data)) signal.fields.push_back(scalar_type(s.data));
      c.signals.push_back(std::move(signal));
    }
    ir::Action a;
    a.kind = ir::ActionKind::new_channel;
    a.channel_type = add_to(program_.channel_types, std::move(c));
    a.span = v.span;
    program_.initialisers.push_back(add_to(program_.actions, std::move(a)));
  }
}

int32_t Lowering::mtype_set(TypeId id) {
  const auto [it, fresh] = sets_.emplace(id, next_id(program_.mtype_sets));
  if (fresh) {
    ir::MtypeSet set;
    set.name = model_.types[id].name;
    set.names = model_.types[id].values;
    program_.mtype_sets.push_back(std::move(set));
  }
  return it->second;
}

ir::ScalarType Lowering::scalar_type(TypeId id) {
  const Type& t = model_.types[id];
  ir::ScalarType out;
  out.is_signed = false;
  switch (t.kind) {
    case TypeKind::boolean:
      out.base = ir::BaseType::boolean;
      out.high = 1;
      break;
    case TypeKind::enumeration:
      out.base = ir::BaseType::enumeration;
      out.mtype_set = mtype_set(id);
      out.high = last_id(t.values);
      break;
    case TypeKind::subrange:
      out.base = ir::BaseType::subrange;
      out.low = t.low;
      out.high = t.high;
      break;
    case TypeKind::unknown:
    case TypeKind::integer:
    case TypeKind::tuple:
    case TypeKind::array:
    case TypeKind::list:
    case TypeKind::alphabet: assert(false && "no variable has one scalar of such a type"); break;
  }
  out.is_signed = out.low < 0;
  if (out.is_signed) {
    const int64_t reach = std::max<int64_t>({-(int64_t{out.low} + 1), out.high, 0});
    out.width = narrow<uint8_t>(1 + bits_for(narrow<uint64_t>(reach)));
  } else {
    out.width = narrow<uint8_t>(std::max(1u, bits_for(narrow<uint64_t>(out.high))));
  }
  return out;
}

Storage Lowering::store(TypeId type, const std::string& name, std::vector<uint32_t> dims, const Span& span) {
  const Type& t = model_.types[type];
  Storage out;
  out.type = type;
  auto variable = [&](const ir::ScalarType& scalar) {
    ir::Variable v;
    v.name = name;
    v.scope = ir::Scope::local;
    v.type = scalar;
    v.dims = dims;
    for (uint32_t d : dims) v.count *= d;
    v.declared = span;
    return add_to<ir::VarId>(program_.variables, std::move(v));
  };
  switch (t.kind) {
    case TypeKind::tuple:
      for (const Field& f : t.fields) out.parts.push_back(store(f.type, name + "." + f.name, dims, span));
      break;
    case TypeKind::array:
      dims.push_back(t.size);
      out.parts.push_back(store(t.element, name + "[]", dims, span));
      break;
    case TypeKind::list: {
      ir::ScalarType length;
      length.base = ir::BaseType::subrange;
      length.is_signed = false;
      length.high = narrow<int32_t>(t.size);
      length.width = narrow<uint8_t>(bits_for(t.size));
      out.var = variable(length);
      const ir::VarId first = next_id(program_.variables);
      dims.push_back(t.size);
      out.parts.push_back(store(t.element, name + "[]", dims, span));
      ir::Variable& list = nth(program_.variables, out.var);
      list.capacity = t.size;
      for (ir::VarId id = first; id < next_id(program_.variables); ++id) {
        list.slots.push_back(id);
        nth(program_.variables, id).internal = true;
      }
      break;
    }
    case TypeKind::boolean:
    case TypeKind::subrange:
    case TypeKind::enumeration: out.var = variable(scalar_type(type)); break;
    case TypeKind::unknown:
    case TypeKind::integer:
    case TypeKind::alphabet: assert(false && "no variable has such a type"); break;
  }
  return out;
}

// Sets the scalars that do not begin with 0.
void Lowering::initialise(const Storage& storage, std::vector<ir::ExprId> indices, ir::Action& action) {
  const Type& t = model_.types[storage.type];
  if (storage.parts.empty()) {
    assert(storage.var != ir::kNone);
    const int32_t v = model_.types.initial(storage.type);
    if (v == 0) return;
    action.exprs.push_back(constant(v));
    ir::ReceiveArg to;
    to.place = {storage.var, std::move(indices)};
    action.receive.push_back(std::move(to));
    return;
  }
  const uint32_t count = t.kind == TypeKind::tuple ? 1 : t.size;
  for (uint32_t i = 0; i < count; ++i) {
    if (t.kind != TypeKind::tuple) indices.push_back(constant(narrow<int32_t>(i)));
    for (const Storage& part : storage.parts) initialise(part, indices, action);
    if (t.kind != TypeKind::tuple) indices.pop_back();
  }
}

// Processes -----------------------------------------------------------------------------------------------------------

void Lowering::process(size_t index) {
  assert(index < storage_.size());
  current_ = index;
  const ast::Process& p = model_.processes[index];
  ir::Action first;
  first.kind = ir::ActionKind::assign_all;
  for (const Storage& s : storage_[index]) initialise(s, {}, first);
  if (!first.exprs.empty()) {
    program_.processes[index].initialisers.push_back(add_to(program_.actions, std::move(first)));
  }
  code_.clear();
  code_.emplace_back();  // control state 0 is "gone"
  locations(p.body);
  add_location(Location::Kind::end, nullptr, p.end);
  std::vector<ir::ControlState>& states = program_.processes[index].states;
  states.resize(code_.size());
  for (uint32_t i = 1; i < code_.size(); ++i) {
    states[i].used = true;
    states[i].span = code_[i].span;
    states[i].end = code_[i].kind == Location::Kind::end;
    edges(i);
  }
}

uint32_t Lowering::add_location(Location::Kind kind, const ast::Command* command, const Span& span) {
  Location l;
  l.kind = kind;
  l.command = command;
  l.span = span;
  return add_to<uint32_t>(code_, std::move(l));
}

void Lowering::locations(const std::vector<ast::CommandPtr>& list) {
  for (const ast::CommandPtr& c : list) {
    if (c->branches.empty()) {
      add_location(Location::Kind::command, c.get(), c->span);
      continue;
    }
    const uint32_t head =
        add_location(c->kind == CommandKind::poll ? Location::Kind::poll : Location::Kind::guards, c.get(), c->span);
    std::vector<uint32_t> jumps;
    for (const ast::Branch& b : c->branches) {
      code_[head].branches.push_back(next_id<uint32_t>(code_));
      locations(b.body);
      jumps.push_back(add_location(Location::Kind::jump, c.get(), c->end));
    }
    const auto behind = next_id<uint32_t>(code_);
    code_[head].next = behind;
    for (uint32_t j : jumps) code_[j].next = c->kind == CommandKind::do_ ? head : behind;
  }
}

// Where a process that has moved comes to rest: it runs through jumps and SKIPs.
uint32_t Lowering::settled(uint32_t at) const {
  for (;;) {
    assert(at > 0 && at < code_.size());
    const Location& l = code_[at];
    if (l.kind == Location::Kind::jump)
      at = l.next;
    else if (l.kind == Location::Kind::command && l.command->kind == CommandKind::skip)
      ++at;
    else
      return at;
  }
}

void Lowering::add_edge(uint32_t from, uint32_t to, ir::Action action) {
  ir::Process& p = program_.processes[current_];
  assert(from > 0 && from < p.states.size() && to > 0 && to < p.states.size());
  ir::Edge e;
  e.from = from;
  e.to = to;
  e.action = add_to(program_.actions, std::move(action));
  e.id = next_id(p.edges) + 1;
  p.states[from].edges.push_back(add_to<uint32_t>(p.edges, e));
}

void Lowering::edges(uint32_t from) {
  const Location& l = code_[from];
  switch (l.kind) {
    case Location::Kind::end: return;
    case Location::Kind::jump: {
      ir::Action a;
      a.source = "END";
      a.span = l.span;
      add_edge(from, settled(l.next), std::move(a));
      return;
    }
    case Location::Kind::guards: guard_edges(l, from); return;
    case Location::Kind::poll:
      for (size_t i = 0; i < l.branches.size(); ++i) {
        const ast::Branch& b = l.command->branches[i];
        ir::Action a = exchange_action(*b.exchange, b.guard.get());
        a.source = ast::to_text(b);
        const bool send = a.kind == ir::ActionKind::send;
        add_edge(from, send ? settled(l.branches[i]) : l.branches[i], std::move(a));
      }
      return;
    case Location::Kind::command: {
      ir::Action a = command_action(*l.command);
      const bool receive = a.kind == ir::ActionKind::receive;
      add_edge(from, receive ? from + 1 : settled(from + 1), std::move(a));
      return;
    }
  }
}

void Lowering::guard_edges(const Location& l, uint32_t from) {
  assert(l.kind == Location::Kind::guards && l.branches.size() == l.command->branches.size());
  const bool is_if = l.command->kind == CommandKind::if_;
  bool always = false;
  for (size_t i = 0; i < l.branches.size(); ++i) {
    const ast::Expr& guard = *l.command->branches[i].guard;
    ir::Action a;
    a.kind = ir::ActionKind::condition;
    a.expr = value(guard);
    a.source = fmt::format("{} {} ->", is_if ? "IF" : "DO", ast::to_text(guard));
    a.span = guard.span;
    always |= guard.constant && guard.value != 0;
    add_edge(from, settled(l.branches[i]), std::move(a));
  }
  if (always) return;
  ir::Action otherwise;
  otherwise.kind = is_if ? ir::ActionKind::trap : ir::ActionKind::else_;
  otherwise.source = is_if ? "IF without a true guard" : "DO ends";
  otherwise.span = l.span;
  add_edge(from, is_if ? from : settled(l.next), std::move(otherwise));
}

// Commands ------------------------------------------------------------------------------------------------------------

ir::Action Lowering::command_action(const ast::Command& c) {
  ir::Action a;
  switch (c.kind) {
    case CommandKind::skip: break;
    case CommandKind::assign: {
      const std::vector<ir::ExprId> values = words_for(*c.exprs[0], c.target->type);
      Selected to = selected(*c.target);
      std::vector<ir::Place> targets;
      places(*to.storage, to.indices, targets);
      assert(values.size() == targets.size());
      a.writes = narrow<uint32_t>(values.size());
      if (values.size() == 1) {
        a.kind = ir::ActionKind::assign;
        a.expr = values[0];
        a.place = targets[0];
        break;
      }
      a.kind = ir::ActionKind::assign_all;
      a.exprs = values;
      for (ir::Place& p : targets) a.receive.emplace_back().place = std::move(p);
      break;
    }
    case CommandKind::send:
    case CommandKind::receive: a = exchange_action(c, nullptr); break;
    case CommandKind::trace: a = trace_action(c); break;
    case CommandKind::empty:
    case CommandKind::remove:
    case CommandKind::append:
    case CommandKind::prepend: a = list_action(c); break;
    case CommandKind::if_:
    case CommandKind::do_:
    case CommandKind::poll:
    case CommandKind::activate: assert(false && "a structure and an activation are no single action"); break;
  }
  a.source = ast::to_text(c);
  a.span = c.span;
  return a;
}

// A message is the number of its signal and the words of its data.
ir::Action Lowering::exchange_action(const ast::Command& c, const ast::Expr* condition) {
  assert(c.kind == CommandKind::send || c.kind == CommandKind::receive);
  ir::Action a;
  const bool send = c.kind == CommandKind::send;
  a.kind = send ? ir::ActionKind::send : ir::ActionKind::receive;
  a.span = c.span;
  if (c.target->symbol >= 0) {
    ir::Expr channel;
    channel.op = ir::Op::argument;
    channel.value = c.target->symbol;
    channel.span = c.target->span;
    a.channel = add(std::move(channel));
  } else {
    a.channel = constant(c.target->value);
  }
  const ir::ExprId signal = constant(c.signal_index);
  const TypeId data = nth(model_.types[c.alphabet].signals, c.signal_index).data;
  if (send) {
    a.exprs = {signal};
    if (!c.exprs.empty()) {
      const std::vector<ir::ExprId> values = words_for(*c.exprs[0], data);
      a.exprs.insert(a.exprs.end(), values.begin(), values.end());
    }
  } else {
    ir::ReceiveArg match;
    match.kind = ir::ReceiveArg::Kind::match;
    match.value = signal;
    a.receive.push_back(match);
    if (!c.exprs.empty() && c.exprs[0]->meaning == ast::Meaning::parameter) {
      a.receive.emplace_back();
    } else if (!c.exprs.empty()) {
      const ast::Expr& target = *c.exprs[0];
      Selected to = selected(target);
      std::vector<ir::Place> targets;
      places(*to.storage, to.indices, targets);
      const Type& from = model_.types[data];
      const Type& into = model_.types[target.type];
      for (ir::Place& p : targets) {
        ir::ReceiveArg bind;
        bind.kind = ir::ReceiveArg::Kind::bind;
        bind.place = std::move(p);
        bind.checked = into.kind == TypeKind::subrange && (from.low < into.low || from.high > into.high);
        a.receive.push_back(std::move(bind));
      }
      a.writes = narrow<uint32_t>(targets.size());
    }
  }
  if (condition) a.expr = value(*condition);
  return a;
}

ir::Action Lowering::list_action(const ast::Command& c) {
  ir::Action a;
  a.kind = ir::ActionKind::assign_all;
  Selected list = selected(*c.target);
  const Type& t = model_.types[list.storage->type];
  assert(t.kind == TypeKind::list && t.size > 0 && list.storage->parts.size() == 1);
  const Storage& element = list.storage->parts[0];
  const uint32_t words = model_.types[t.element].words;
  auto set = [&](ir::Place place, ir::ExprId value) {
    a.receive.emplace_back().place = std::move(place);
    a.exprs.push_back(value);
  };
  auto at = [&](ir::ExprId index) {
    std::vector<ir::ExprId> indices = list.indices;
    indices.push_back(index);
    std::vector<ir::Place> out;
    places(element, indices, out);
    return out;
  };
  // A free slot holds the initial value of its type.
  auto nothing = [&](ir::Place& p) {
    const ir::ScalarType& s = nth(program_.variables, p.var).type;
    return constant(std::clamp(0, s.low, s.high));
  };
  auto shift = [&](uint32_t to, uint32_t from) {
    std::vector<ir::Place> targets = at(constant(narrow<int32_t>(to)));
    std::vector<ir::Place> sources = at(constant(narrow<int32_t>(from)));
    for (size_t w = 0; w < targets.size(); ++w) set(std::move(targets[w]), load(std::move(sources[w]), c.span));
  };
  auto clear = [&](uint32_t slot) {
    for (ir::Place& p : at(constant(narrow<int32_t>(slot)))) {
      const ir::ExprId value = nothing(p);
      set(std::move(p), value);
    }
  };
  const ir::Place length{list.storage->var, list.indices};
  const ir::ExprId len = load(length, c.span);
  auto change_length = [&](ir::Op test, int32_t bound, ir::Op change) {
    const ir::ExprId possible = operation(test, {len, constant(bound)}, c.span);
    const ir::ExprId changed = operation(change, {len, constant(1)}, c.span);
    set(length, operation(ir::Op::list_guard, {possible, changed}, c.span));
  };
  switch (c.kind) {
    case CommandKind::empty:
      set(length, constant(0));
      for (uint32_t i = 0; i < t.size; ++i) clear(i);
      a.writes = t.size * words + 1;
      break;
    case CommandKind::remove:
      change_length(ir::Op::gt, 0, ir::Op::sub);
      for (uint32_t i = 0; i + 1 < t.size; ++i) shift(i, i + 1);
      clear(t.size - 1);
      a.writes = 2;
      break;
    case CommandKind::append:
    case CommandKind::prepend: {
      change_length(ir::Op::lt, narrow<int32_t>(t.size), ir::Op::add);
      const std::vector<ir::ExprId> values = words_for(*c.exprs[0], t.element);
      const bool append = c.kind == CommandKind::append;
      if (!append) {
        for (uint32_t i = t.size - 1; i > 0; --i) shift(i, i - 1);
      }
      std::vector<ir::Place> slot = at(append ? len : constant(0));
      for (size_t w = 0; w < slot.size(); ++w) set(std::move(slot[w]), values[w]);
      a.writes = words + 1;
      a.more_writes = words == 1 ? len : operation(ir::Op::mul, {len, constant(narrow<int32_t>(words))}, c.span);
      break;
    }
    case CommandKind::assign:
    case CommandKind::skip:
    case CommandKind::send:
    case CommandKind::receive:
    case CommandKind::if_:
    case CommandKind::do_:
    case CommandKind::poll:
    case CommandKind::trace:
    case CommandKind::activate: assert(false && "no command of lists"); break;
  }
  return a;
}

ir::Action Lowering::trace_action(const ast::Command& c) {
  ir::Action a;
  a.kind = ir::ActionKind::print;
  for (const ast::TraceItem& item : c.items) {
    for (const char ch : item.text) {
      if (ch == '%') a.text += '%';
      if (ch == '\\') a.text += '\\';
      a.text += ch;
    }
    if (!item.expr) continue;
    const std::vector<ir::ExprId> values = words(*item.expr);
    for (size_t i = 0; i < values.size(); ++i) a.text += i > 0 ? " %d" : "%d";
    a.exprs.insert(a.exprs.end(), values.begin(), values.end());
  }
  a.text += "\\n";
  return a;
}

ir::Program lower(const ast::Model& model, std::shared_ptr<SourceMap> sources) {
  return Lowering(model, std::move(sources)).run();
}

}  // namespace gyre::esml
