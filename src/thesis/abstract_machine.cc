#include "thesis/abstract_machine.h"
#include "base/nth.h"

#include <algorithm>
#include <cassert>
#include <climits>

#include <fmt/format.h>

namespace gyre::thesis {

AbstractMachine::AbstractMachine(AbstractCode code) : code_(std::move(code)) {
  for (const AbstractCode::Frame& f : code_.frames) {
    frames_.push_back(static_cast<uint32_t>(store_.size()));
    for (const AbstractCode::Frame::Word& w : f.variables) {
      store_.push_back(w.initial);
      words_.push_back(w);
    }
    store_[frames_.back()] = static_cast<int32_t>(f.start);
  }
  visited_.emplace(key(), true);
  push(0);
}

std::string AbstractMachine::key() const {
  return {reinterpret_cast<const char*>(store_.data()), store_.size() * sizeof store_[0]};
}

void AbstractMachine::write(size_t address, int32_t value) {
  delta_.emplace_back(address, store_[address]);
  store_[address] = value;
  ++calls_.change;
}

void AbstractMachine::undo(size_t delta) {
  calls_.undo += delta_.size() - delta;
  while (delta_.size() > delta) {
    store_[delta_.back().first] = delta_.back().second;
    delta_.pop_back();
  }
}

void AbstractMachine::push(size_t delta) {
  largest_delta_ = std::max(largest_delta_, delta_.size());
  Entry e;
  e.delta = delta;
  schedule(e);
  stack_.push_back(std::move(e));
}

// What might be executed in the current state; whether it can is seen when it is tried. An instruction of communication
// is counted once for each process that stands on it in a state, because it is tried there, and once more for each
// transition; the hooks of a poll once per state.
void AbstractMachine::schedule(Entry& entry) {
  for (uint32_t p = 0; p < frames_.size(); ++p) {
    const auto at = static_cast<uint32_t>(store_[frames_[p]]);
    const Instruction i = fetch(at);
    if (i == Instruction::bang || i == Instruction::hook || i == Instruction::poll) count(i);
    if (i == Instruction::bang) {
      add_bang(entry, p, at, at + code_.size(at));
    } else if (i == Instruction::guards || i == Instruction::poll) {
      const auto end = static_cast<uint32_t>(operand(at, 1));
      for (uint32_t g = at + 2, next = 0; g != end; g = next) {
        const AbstractCode::Guard guard = code_.guard(g, i == Instruction::poll);
        next = guard.next;
        if (i == Instruction::guards) {
          entry.schedules.push_back({p, g, guard.list, -1, 0, 0});
          continue;
        }
        count(fetch(g));
        if (fetch(g) == Instruction::bang) add_bang(entry, p, g, guard.list);
      }
      if (i == Instruction::guards) entry.schedules.push_back({p, 0, end, -1, 0, 0});
    } else if (i != Instruction::hook && i != Instruction::terminate) {
      entry.schedules.push_back({p, at, 0, -1, 0, 0});
    }
  }
}

// One schedule for each hook that waits for this signal on this channel.
void AbstractMachine::add_bang(Entry& entry, uint32_t process, uint32_t at, uint32_t behind) const {
  const int32_t channel = code_.channel(code_.frames[process], operand(at, 1));
  for (uint32_t q = 0; q < frames_.size(); ++q) {
    if (q == process) continue;
    const auto there = static_cast<uint32_t>(store_[frames_[q]]);
    auto look = [&](uint32_t hook, uint32_t hook_behind) {
      if (fetch(hook) == Instruction::hook && operand(hook, 2) == operand(at, 2) &&
          code_.channel(code_.frames[q], operand(hook, 1)) == channel) {
        entry.schedules.push_back({process, at, behind, static_cast<int32_t>(q), hook, hook_behind});
      }
    };
    if (fetch(there) == Instruction::poll) {
      for (uint32_t g = there + 2, next = 0; g != static_cast<uint32_t>(operand(there, 1)); g = next) {
        const AbstractCode::Guard guard = code_.guard(g, true);
        next = guard.next;
        look(g, guard.list);
      }
    } else {
      look(there, there + code_.size(there));
    }
  }
}

AbstractMachine::Result AbstractMachine::execute() {
  ++calls_.execute;
  while (stack_.back().next < stack_.back().schedules.size()) {
    Entry& top = stack_.back();
    const Schedule s = top.schedules[top.next++];
    const size_t delta = delta_.size();
    fault_ = Fault::none;
    values_.clear();
    const Progress progress = step(top, s);
    if (progress != Progress::made) {
      undo(delta);
      if (progress == Progress::error) return Result::error;
      continue;
    }
    ++top.moves;
    settle(s.process);
    const auto [it, fresh] = visited_.emplace(key(), true);
    if (fresh) {
      push(delta);
      return Result::forward;
    }
    undo(delta);
    return it->second ? Result::loop : Result::revisit;
  }
  return stack_.size() == 1 ? Result::complete : Result::all_children_explored;
}

void AbstractMachine::backtrack() {
  if (stack_.size() == 1) return;
  ++calls_.backtrack;
  visited_[key()] = false;
  undo(stack_.back().delta);
  stack_.pop_back();
}

bool AbstractMachine::evaluate(size_t proposition) {
  fault_ = Fault::none;
  values_.clear();
  return condition(0, code_.propositions[proposition].second);
}

// The process that has moved goes on through jumps and SKIPs.
void AbstractMachine::settle(uint32_t process) {
  auto at = static_cast<uint32_t>(store_[frames_[process]]);
  for (;;) {
    const Instruction i = fetch(at);
    if (i == Instruction::jump)
      at = static_cast<uint32_t>(operand(at, 1));
    else if (i == Instruction::skip)
      ++at;
    else
      break;
    count(i);
  }
  if (store_[frames_[process]] != static_cast<int32_t>(at)) write(frames_[process], static_cast<int32_t>(at));
}

AbstractMachine::Progress AbstractMachine::step(Entry& entry, const Schedule& s) {
  ++calls_.step;
  const auto at = static_cast<uint32_t>(store_[frames_[s.process]]);
  const Instruction i = fetch(at);
  if (i == Instruction::guards) {
    uint64_t& counted = nth(frequency_, Instruction::guards);
    if (s.at == 0) {  // none was true
      const bool some = entry.guarded == static_cast<int64_t>(s.process);
      // The instruction goes on to the next guard when one is false: it ends with a true one, or behind the last.
      counted += !some || !entry.last_guard;
      if (some) return Progress::none;
      if (fetch(s.behind) == Instruction::trap) {
        count(Instruction::trap);
        fail(Fault::trap);
        return Progress::error;
      }
      write(frames_[s.process], static_cast<int32_t>(s.behind));
      return Progress::made;
    }
    const bool yes = condition(s.process, code_.guard(s.at, false).condition);
    entry.last_guard = yes;
    counted += yes;
    if (fault_ != Fault::none || yes) entry.guarded = s.process;
    if (fault_ != Fault::none) return Progress::error;
    if (!yes) return Progress::none;
    write(frames_[s.process], static_cast<int32_t>(s.behind));
    return Progress::made;
  }
  if (i == Instruction::poll || i == Instruction::bang) {
    ++calls_.synchronise;
    const Progress progress = handshake(entry, s);
    if (progress == Progress::none) return progress;
    count(Instruction::bang);
    if (i == Instruction::poll) count(Instruction::poll);
    return progress;
  }
  return command(s.process, at);
}

// The sender's part: its condition and its data. False: it cannot send, or that is an error.
bool AbstractMachine::offer(const Schedule& s, std::vector<Value>& data) {
  if (operand(s.at, 5) != AbstractCode::kUndefined && !condition(s.process, code_.condition(s.at))) return false;
  if (operand(s.at, 3) == AbstractCode::kUndefined) return true;
  evaluate(s.process, code_.data(s.at));
  data = pop(static_cast<size_t>(operand(s.at, 4)));
  for (const Value& v : data) fail(v.undefined);
  const auto range = code_.sent.find(s.at);
  if (range != code_.sent.end() && (data[0].number < range->second.first || data[0].number > range->second.second))
    fail(Fault::range);
  return fault_ == Fault::none;
}

AbstractMachine::Progress AbstractMachine::handshake(Entry& entry, const Schedule& s) {
  if (entry.failed_bang == static_cast<int64_t>(s.at) && entry.failed_process == static_cast<int64_t>(s.process))
    return Progress::none;
  std::vector<Value> data;
  if (!offer(s, data)) {
    if (fault_ == Fault::none) return Progress::none;
    entry.failed_bang = s.at;
    entry.failed_process = s.process;
    return Progress::error;
  }
  write(frames_[s.process], static_cast<int32_t>(s.behind));
  const auto partner = static_cast<uint32_t>(s.partner);
  if (operand(s.hook, 3) != AbstractCode::kUndefined) {
    evaluate(partner, code_.data(s.hook));
    const Value address = pop();
    fail(address.undefined);
    if (fault_ == Fault::none) pop_variables(partner, address.number, data);
    if (fault_ != Fault::none) return Progress::error;
  }
  if (operand(s.hook, 5) != AbstractCode::kUndefined && !condition(partner, code_.condition(s.hook)))
    return fault_ == Fault::none ? Progress::none : Progress::error;
  write(frames_[partner], static_cast<int32_t>(s.hook_behind));
  return Progress::made;
}

// Instructions up to the one that completes a transition.
AbstractMachine::Progress AbstractMachine::command(uint32_t process, uint32_t at) {
  for (;;) {
    const Instruction i = fetch(at);
    uint32_t next = at + 1 + operands(i);
    bool complete = true;
    switch (i) {
      case Instruction::jump: next = static_cast<uint32_t>(operand(at, 1)); break;
      case Instruction::skip:
      case Instruction::out_ln: output_ += i == Instruction::out_ln ? "\n" : ""; break;
      case Instruction::evaluate:
        evaluate(process, {static_cast<uint32_t>(operand(at, 1)), 0});
        complete = false;
        break;
      case Instruction::out_string:
        for (Value c = pop(); c.number != 0; c = pop()) output_ += static_cast<char>(c.number);
        complete = false;
        break;
      case Instruction::out_value:
      case Instruction::out_range: {
        const std::vector<Value> list = pop(i == Instruction::out_value ? 1 : static_cast<size_t>(operand(at, 1)));
        for (size_t k = 0; k < list.size(); ++k) {
          fail(list[k].undefined);
          output_ += fmt::format("{}{}", k > 0 ? " " : "", list[k].number);
        }
        complete = false;
        break;
      }
      case Instruction::pop_variable: {
        const Value value = pop(), address = pop();
        fail(value.undefined);
        fail(address.undefined);
        if (fault_ == Fault::none) pop_variables(process, address.number, {value});
        break;
      }
      case Instruction::pop_variable_range: {
        const Value address = pop();
        fail(address.undefined);
        const std::vector<Value> values = pop(static_cast<size_t>(operand(at, 1)));
        if (fault_ == Fault::none) pop_variables(process, address.number, values);
        break;
      }
      case Instruction::empty:
      case Instruction::append:
      case Instruction::prepend:
      case Instruction::remove: list_command(process, i, static_cast<uint32_t>(operand(at, 1))); break;
      case Instruction::add:
      case Instruction::sub:
      case Instruction::mul:
      case Instruction::div:
      case Instruction::mod:
      case Instruction::chs:
      case Instruction::compare:
      case Instruction::equal:
      case Instruction::neq:
      case Instruction::greater:
      case Instruction::geq:
      case Instruction::less:
      case Instruction::leq:
      case Instruction::and_:
      case Instruction::or_:
      case Instruction::not_:
      case Instruction::push_value:
      case Instruction::push_variable:
      case Instruction::push_variable_range:
      case Instruction::push_parameter:
      case Instruction::length:
      case Instruction::head:
      case Instruction::index:
      case Instruction::load_variable:
      case Instruction::add_offset:
        expression(process, at);  // a part of an address
        continue;
      case Instruction::end:
      case Instruction::bang:
      case Instruction::hook:
      case Instruction::poll:
      case Instruction::activate:
      case Instruction::terminate:
      case Instruction::guards:
      case Instruction::trap:
      case Instruction::select_proc: assert(false && "no instruction inside a command"); break;
    }
    count(i);
    if (fault_ != Fault::none) return Progress::error;
    at = next;
    if (!complete) continue;
    write(frames_[process], static_cast<int32_t>(at));
    return Progress::made;
  }
}

// Stores values with a check of their ranges.
void AbstractMachine::pop_variables(uint32_t process, int64_t address, const std::vector<Value>& values) {
  const size_t first = frames_[process] + static_cast<size_t>(address);
  for (size_t k = 0; k < values.size(); ++k) {
    fail(values[k].undefined);
    const AbstractCode::Frame::Word& w = words_[first + k];
    if (values[k].number < w.low || values[k].number > w.high) fail(Fault::range);
    if (fault_ != Fault::none) return;
    write(first + k, static_cast<int32_t>(values[k].number));
  }
}

void AbstractMachine::list_command(uint32_t process, Instruction i, uint32_t words) {
  const Value address = pop();
  fail(address.undefined);
  std::vector<Value> element;
  if (i == Instruction::append || i == Instruction::prepend) element = pop(words);
  for (const Value& v : element) fail(v.undefined);
  if (fault_ != Fault::none) return;
  const size_t list = frames_[process] + static_cast<size_t>(address.number);
  const auto length = static_cast<size_t>(store_[list]);
  const auto capacity = static_cast<size_t>(words_[list].high);
  const size_t each = words_[list].element;
  auto slot = [&](size_t k) { return list + 1 + k * each; };
  if (i == Instruction::empty || i == Instruction::remove) {
    if (i == Instruction::remove && length == 0) return fail(Fault::list);
    const size_t kept = i == Instruction::remove ? length - 1 : 0;
    for (size_t c = 0; c < kept * each; ++c) write(slot(0) + c, store_[slot(1) + c]);
    for (size_t c = slot(kept); c < slot(capacity); ++c) write(c, words_[c].initial);
    write(list, static_cast<int32_t>(kept));
    return;
  }
  if (length == capacity) return fail(Fault::list);
  size_t to = slot(length);
  if (i == Instruction::prepend) {
    for (size_t c = length * each; c-- > 0;) write(slot(1) + c, store_[slot(0) + c]);
    to = slot(0);
  }
  pop_variables(process, static_cast<int64_t>(to - frames_[process]), element);
  write(list, static_cast<int32_t>(length + 1));
}

AbstractMachine::Value AbstractMachine::pop() {
  const Value v = values_.back();
  values_.pop_back();
  return v;
}

std::vector<AbstractMachine::Value> AbstractMachine::pop(size_t count) {
  std::vector<Value> out(values_.end() - static_cast<ptrdiff_t>(count), values_.end());
  values_.resize(values_.size() - count);
  return out;
}

// False, too, if its value is undefined, which is then the fault.
bool AbstractMachine::condition(uint32_t process, AbstractCode::Expression e) {
  evaluate(process, e);
  const Value v = pop();
  fail(v.undefined);
  return v.undefined == Fault::none && v.number != 0;
}

// Runs an expression: its words are then on the stack.
void AbstractMachine::evaluate(uint32_t process, AbstractCode::Expression e) {
  uint32_t at = e.at;
  uint32_t frame = process;
  while (e.end != 0 ? at != e.end : fetch(at) != Instruction::end) {
    if (fetch(at) == Instruction::select_proc) {
      count(Instruction::select_proc);
      frame = static_cast<uint32_t>(operand(at, 1));
      at += 2;
    } else {
      expression(frame, at);
    }
  }
  if (e.end == 0) count(Instruction::end);
}

// One instruction of an expression.
void AbstractMachine::expression(uint32_t process, uint32_t& at) {
  const Instruction i = fetch(at);
  count(i);
  const uint32_t here = at;
  at += 1 + operands(i);
  auto address = [&](const Value& v) { return frames_[process] + static_cast<size_t>(v.number); };
  auto push_range = [&](const Value& from, size_t first, size_t count) {
    for (size_t k = 0; k < count; ++k) {
      values_.push_back(from.undefined == Fault::none ? Value{store_[address(from) + first + k], Fault::none}
                                                      : Value{0, from.undefined});
    }
  };
  switch (i) {
    case Instruction::push_value: values_.push_back({operand(here, 1), Fault::none}); break;
    case Instruction::load_variable: push_range({operand(here, 1), Fault::none}, 0, 1); break;
    case Instruction::push_variable: push_range(pop(), 0, 1); break;
    case Instruction::push_variable_range: push_range(pop(), 0, static_cast<size_t>(operand(here, 1))); break;
    case Instruction::push_parameter:
      values_.back().number = nth(code_.frames[process].arguments, values_.back().number);
      break;
    case Instruction::length: push_range(pop(), 0, 1); break;
    case Instruction::head: {
      Value list = pop();
      if (list.undefined == Fault::none && store_[address(list)] == 0) list.undefined = Fault::list;
      push_range(list, 1, static_cast<size_t>(operand(here, 1)));
      break;
    }
    case Instruction::index: {
      const Value index = pop();
      Value& base = values_.back();
      if (base.undefined == Fault::none) base.undefined = index.undefined;
      if (base.undefined != Fault::none) break;
      if (index.number < 0 || index.number >= operand(here, 2))
        base.undefined = Fault::index;
      else
        base.number += index.number * operand(here, 1);
      break;
    }
    case Instruction::add_offset: values_.back().number += operand(here, 1); break;
    case Instruction::compare: {
      const auto n = static_cast<size_t>(operand(here, 1));
      const std::vector<Value> b = pop(n), a = pop(n);
      Value same{1, Fault::none};
      for (size_t k = 0; k < n; ++k) {
        for (const Value& v : {a[k], b[k]}) {
          if (same.undefined == Fault::none) same.undefined = v.undefined;
        }
        if (a[k].number != b[k].number) same.number = 0;
      }
      values_.push_back(same);
      break;
    }
    case Instruction::add:
    case Instruction::sub:
    case Instruction::mul:
    case Instruction::div:
    case Instruction::mod:
    case Instruction::chs:
    case Instruction::equal:
    case Instruction::neq:
    case Instruction::greater:
    case Instruction::geq:
    case Instruction::less:
    case Instruction::leq:
    case Instruction::and_:
    case Instruction::or_:
    case Instruction::not_: operate(i); break;
    case Instruction::evaluate:
    case Instruction::end:
    case Instruction::pop_variable:
    case Instruction::pop_variable_range:
    case Instruction::empty:
    case Instruction::append:
    case Instruction::prepend:
    case Instruction::remove:
    case Instruction::bang:
    case Instruction::hook:
    case Instruction::poll:
    case Instruction::activate:
    case Instruction::terminate:
    case Instruction::guards:
    case Instruction::jump:
    case Instruction::skip:
    case Instruction::trap:
    case Instruction::out_string:
    case Instruction::out_value:
    case Instruction::out_range:
    case Instruction::out_ln:
    case Instruction::select_proc: assert(false && "no instruction of an expression"); break;
  }
}

// Operations on one or two scalars.
void AbstractMachine::operate(Instruction i) {
  if (i == Instruction::chs || i == Instruction::not_) {
    Value& v = values_.back();
    v.number = i == Instruction::chs ? -v.number : v.number == 0;
    if (v.number > INT32_MAX && v.undefined == Fault::none) v.undefined = Fault::range;
    return;
  }
  const Value b = pop();
  Value& a = values_.back();
  // Short circuit: the first operand decides, whatever the second one is.
  if (i == Instruction::and_ || i == Instruction::or_) {
    if (a.undefined != Fault::none || (a.number != 0) == (i == Instruction::or_)) return;
    a = b;
    return;
  }
  if (a.undefined == Fault::none) a.undefined = b.undefined;
  if (a.undefined != Fault::none) return;
  const int64_t x = a.number, y = b.number;
  switch (i) {
    case Instruction::add: a.number = x + y; break;
    case Instruction::sub: a.number = x - y; break;
    case Instruction::mul: a.number = x * y; break;
    case Instruction::div:
    case Instruction::mod: {
      if (y == 0) {
        a.undefined = Fault::division;
        return;
      }
      const int64_t quotient = x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
      a.number = i == Instruction::div ? quotient : x - quotient * y;
      break;
    }
    case Instruction::equal: a.number = x == y; break;
    case Instruction::neq: a.number = x != y; break;
    case Instruction::greater: a.number = x > y; break;
    case Instruction::geq: a.number = x >= y; break;
    case Instruction::less: a.number = x < y; break;
    case Instruction::leq: a.number = x <= y; break;
    case Instruction::chs:
    case Instruction::compare:
    case Instruction::and_:
    case Instruction::or_:
    case Instruction::not_:
    case Instruction::evaluate:
    case Instruction::end:
    case Instruction::push_value:
    case Instruction::push_variable:
    case Instruction::push_variable_range:
    case Instruction::pop_variable:
    case Instruction::pop_variable_range:
    case Instruction::push_parameter:
    case Instruction::length:
    case Instruction::head:
    case Instruction::empty:
    case Instruction::append:
    case Instruction::prepend:
    case Instruction::remove:
    case Instruction::bang:
    case Instruction::hook:
    case Instruction::poll:
    case Instruction::activate:
    case Instruction::terminate:
    case Instruction::guards:
    case Instruction::jump:
    case Instruction::skip:
    case Instruction::trap:
    case Instruction::out_string:
    case Instruction::out_value:
    case Instruction::out_range:
    case Instruction::out_ln:
    case Instruction::index:
    case Instruction::select_proc:
    case Instruction::load_variable:
    case Instruction::add_offset: assert(false && "no operation on two scalars"); break;
  }
  if (a.number < INT32_MIN || a.number > INT32_MAX) a.undefined = Fault::range;
}

}  // namespace gyre::thesis
