#include "thesis/abstract_code.h"

#include <cassert>

#include <fmt/format.h>

#include "base/error.h"
#include "base/nth.h"
#include "esml/analyse.h"

namespace gyre::thesis {

using esml::Field;
using esml::has_temporal;
using esml::Type;
using esml::TypeId;
using esml::TypeKind;

namespace {

using ast::CommandKind;
using ast::Op;

struct Info {
  const char* name;
  uint32_t operands;
};

Info info(Instruction i) {
  switch (i) {
    case Instruction::add: return {"add", 0};
    case Instruction::sub: return {"sub", 0};
    case Instruction::mul: return {"mul", 0};
    case Instruction::div: return {"div", 0};
    case Instruction::mod: return {"mod", 0};
    case Instruction::chs: return {"chs", 0};
    case Instruction::compare: return {"compare", 1};
    case Instruction::equal: return {"equal", 0};
    case Instruction::neq: return {"neq", 0};
    case Instruction::greater: return {"greater", 0};
    case Instruction::geq: return {"geq", 0};
    case Instruction::less: return {"less", 0};
    case Instruction::leq: return {"leq", 0};
    case Instruction::and_: return {"and", 0};
    case Instruction::or_: return {"or", 0};
    case Instruction::not_: return {"not", 0};
    case Instruction::evaluate: return {"evaluate", 1};
    case Instruction::end: return {"end", 0};
    case Instruction::push_value: return {"pushValue", 1};
    case Instruction::push_variable: return {"pushVariable", 0};
    case Instruction::push_variable_range: return {"pushVariableRange", 1};
    case Instruction::pop_variable: return {"popVariable", 0};
    case Instruction::pop_variable_range: return {"popVariableRange", 1};
    case Instruction::push_parameter: return {"pushParameter", 0};
    case Instruction::length: return {"length", 0};
    case Instruction::head: return {"head", 1};
    case Instruction::empty: return {"empty", 1};
    case Instruction::append: return {"append", 1};
    case Instruction::prepend: return {"prepend", 1};
    case Instruction::remove: return {"remove", 1};
    case Instruction::bang: return {"bang", 5};
    case Instruction::hook: return {"hook", 5};
    case Instruction::poll: return {"poll", 1};
    case Instruction::activate: return {"activate", 5};
    case Instruction::terminate: return {"terminate", 0};
    case Instruction::guards: return {"guards", 1};
    case Instruction::jump: return {"jump", 1};
    case Instruction::skip: return {"skip", 0};
    case Instruction::trap: return {"trap", 0};
    case Instruction::out_string: return {"outString", 0};
    case Instruction::out_value: return {"outValue", 0};
    case Instruction::out_range: return {"outRange", 1};
    case Instruction::out_ln: return {"outLn", 0};
    case Instruction::index: return {"index", 2};
    case Instruction::select_proc: return {"selectProc", 1};
    case Instruction::load_variable: return {"loadVariable", 1};
    case Instruction::add_offset: return {"addOffset", 1};
  }
  return {"?", 0};
}

class Generator {
 public:
  Generator(const ast::Model& model, bool improved) : model_(model), improved_(improved) {}

  AbstractCode run() {
    out_.improved = improved_;
    for (const ast::Variable& c : model_.channels) out_.channels.push_back(c.name);
    activations();
    for (size_t i = 0; i < model_.processes.size(); ++i) {
      process_ = i;
      starts_.push_back(here());
      note(fmt::format("PROCESS {}", model_.processes[i].name));
      commands(model_.processes[i].body);
      note(fmt::format("END {}", model_.processes[i].name));
      emit(Instruction::terminate);
    }
    starts_.push_back(here());
    for (size_t i = 0; i < activated_.size(); ++i) {
      const size_t process = model_.instances[i].process;
      const uint32_t start = starts_[process];
      out_.words[activated_[i] + 2] = static_cast<int32_t>(start);
      out_.frames[i].start = start;
      out_.frames[i].code_words = starts_[process + 1] - start;
    }
    for (const ast::Assertion& a : model_.assertions) propositions(*a.formula);
    place_subroutines();
    return std::move(out_);
  }

 private:
  uint32_t here() const { return static_cast<uint32_t>(code().size()); }
  std::vector<int32_t>& code() { return inside_ ? subroutine_ : out_.words; }
  const std::vector<int32_t>& code() const { return inside_ ? subroutine_ : out_.words; }
  void word(int64_t w) { code().push_back(static_cast<int32_t>(w)); }
  template <class... Operand>
  void emit(Instruction i, Operand... operand) {
    word(static_cast<int32_t>(i));
    (word(static_cast<int64_t>(operand)), ...);
  }
  void note(std::string text) {
    std::string& at = out_.notes[here()];
    at += (at.empty() ? "" : "; ") + text;
  }
  const Type& type(TypeId id) const { return model_.types[id]; }

  // Variables -------------------------------------------------------------------------------------------------------
  uint32_t address_of(size_t process, int32_t variable) const {
    uint32_t at = 1;
    for (int32_t v = 0; v < variable; ++v) at += type(nth(model_.processes[process].locals, v).type).words;
    return at;
  }

  void frame_words(TypeId id, std::vector<AbstractCode::Frame::Word>& out) const {
    const Type& t = type(id);
    switch (t.kind) {
      case TypeKind::tuple:
        for (const Field& f : t.fields) frame_words(f.type, out);
        return;
      case TypeKind::list: out.push_back({0, 0, static_cast<int32_t>(t.size), type(t.element).words}); [[fallthrough]];
      case TypeKind::array:
        for (uint32_t i = 0; i < t.size; ++i) frame_words(t.element, out);
        return;
      case TypeKind::boolean: out.push_back({0, 0, 1, 0}); return;
      case TypeKind::enumeration: out.push_back({0, 0, static_cast<int32_t>(t.values.size()) - 1, 0}); return;
      case TypeKind::subrange: out.push_back({model_.types.initial(id), t.low, t.high, 0}); return;
      case TypeKind::unknown:
      case TypeKind::integer:
      case TypeKind::alphabet: assert(false && "no variable has such a type"); return;
    }
  }

  void activations() {
    note(fmt::format("MODEL {}", model_.name));
    for (const ast::Instance& i : model_.instances) {
      const ast::Process& p = model_.processes[i.process];
      AbstractCode::Frame frame;
      frame.name = p.name;
      frame.arguments = i.arguments;
      frame.variables.emplace_back();
      for (const ast::Variable& v : p.locals) frame_words(v.type, frame.variables);
      int32_t channels = 0;
      for (size_t k = 0; k < i.arguments.size(); ++k) {
        channels += type(p.formal[k].type).kind == TypeKind::alphabet;
        emit(Instruction::push_value, i.arguments[k]);
      }
      note(p.name);
      activated_.push_back(here());
      emit(Instruction::activate, i.process, 0, frame.variables.size(), i.arguments.size(), channels);
      out_.frames.push_back(std::move(frame));
    }
    emit(Instruction::terminate);
  }

  // Expressions -----------------------------------------------------------------------------------------------------
  // Leaves the address of a variable, or of a part of one, on the stack.
  void address(const ast::Expr& e) {
    if (e.op != Op::access)
      throw Error("the thesis's instruction set cannot take the head of a head: no code for this model");
    const bool remote = e.meaning == ast::Meaning::remote;
    const size_t process = remote ? nth(model_.instances, e.instance).process : process_;
    if (remote) emit(Instruction::select_proc, e.instance);
    emit(Instruction::push_value, address_of(process, e.symbol));
    TypeId id = nth(model_.processes[process].locals, e.symbol).type;
    for (size_t i = remote ? e.selectors_used : 0; i < e.selectors.size(); ++i) {
      const ast::Selector& s = e.selectors[i];
      const Type& t = type(id);
      if (s.index) {
        value(*s.index);
        // The index may have looked into another process.
        if (remote) emit(Instruction::select_proc, e.instance);
        emit(Instruction::index, type(t.element).words, t.size);
        id = t.element;
        continue;
      }
      uint32_t offset = 0;
      for (const Field& f : t.fields) {
        if (f.name == s.field) {
          id = f.type;
          break;
        }
        offset += type(f.type).words;
      }
      if (improved_) {
        emit(Instruction::add_offset, offset);
      } else {
        emit(Instruction::push_value, offset);
        emit(Instruction::add);
      }
    }
  }

  void access(const ast::Expr& e) {
    if (e.meaning == ast::Meaning::parameter) {
      emit(Instruction::push_value, e.symbol);
      emit(Instruction::push_parameter);
      return;
    }
    const uint32_t n = type(e.type).words;
    if (improved_ && n == 1 && e.meaning == ast::Meaning::variable && e.selectors.empty()) {
      emit(Instruction::load_variable, address_of(process_, e.symbol));
      return;
    }
    address(e);
    if (model_.types.is_scalar(e.type))
      emit(Instruction::push_variable);
    else
      emit(Instruction::push_variable_range, n);
  }

  void value(const ast::Expr& e) {
    if (e.constant) {
      emit(Instruction::push_value, e.value);
      return;
    }
    if (e.op == Op::access) {
      access(e);
      return;
    }
    if (e.op == Op::len || e.op == Op::head) {
      address(*e.kids[0]);
      if (e.op == Op::len)
        emit(Instruction::length);
      else
        emit(Instruction::head, type(e.type).words);
      return;
    }
    if (e.op == Op::implies) {
      value(*e.kids[0]);
      emit(Instruction::not_);
      value(*e.kids[1]);
      emit(Instruction::or_);
      return;
    }
    for (const ast::ExprPtr& k : e.kids) value(*k);
    switch (e.op) {
      case Op::neg: emit(Instruction::chs); return;
      case Op::not_: emit(Instruction::not_); return;
      case Op::add: emit(Instruction::add); return;
      case Op::sub: emit(Instruction::sub); return;
      case Op::mul: emit(Instruction::mul); return;
      case Op::div: emit(Instruction::div); return;
      case Op::mod: emit(Instruction::mod); return;
      case Op::and_: emit(Instruction::and_); return;
      case Op::or_: emit(Instruction::or_); return;
      case Op::lt: emit(Instruction::less); return;
      case Op::le: emit(Instruction::leq); return;
      case Op::gt: emit(Instruction::greater); return;
      case Op::ge: emit(Instruction::geq); return;
      case Op::eq:
      case Op::ne: break;
      case Op::number:
      case Op::boolean:
      case Op::access:
      case Op::len:
      case Op::head:
      case Op::moves:
      case Op::enabled:
      case Op::implies:
      case Op::ag:
      case Op::eg:
      case Op::af:
      case Op::ef:
      case Op::ax:
      case Op::ex:
      case Op::au:
      case Op::eu:
      case Op::always:
      case Op::eventually:
      case Op::next:
      case Op::until:
      case Op::weak_until:
      case Op::release:
      case Op::strong_release: assert(false && "compiled above, or no state expression"); return;
    }
    const bool scalar = model_.types.is_scalar(e.kids[0]->type);
    if (scalar) {
      emit(e.op == Op::eq ? Instruction::equal : Instruction::neq);
      return;
    }
    emit(Instruction::compare, type(e.kids[0]->type).words);
    if (e.op == Op::ne) emit(Instruction::not_);
  }

  // An expression that another instruction asks for: words of its own, which are placed behind that instruction, or
  // the number of a new subroutine, whose address is known when all code is there.
  struct Asked {
    bool there = false;
    std::vector<int32_t> inlined;
    int32_t subroutine = 0;
  };
  template <class Body>
  Asked asked(const std::string& what, Body body) {
    Asked out;
    out.there = true;
    inside_ = true;
    subroutine_.clear();
    body();
    if (!improved_) emit(Instruction::end);
    inside_ = false;
    if (improved_) {
      out.inlined = std::move(subroutine_);
    } else {
      subroutines_.push_back({what, std::move(subroutine_)});
      out.subroutine = static_cast<int32_t>(subroutines_.size()) - 1;
    }
    subroutine_ = {};
    return out;
  }
  Asked asked(const ast::Expr& e) {
    return asked(ast::to_text(e), [&] { value(e); });
  }
  // The operand that stands for it: how many words it has, or where it will be.
  void operand(const Asked& e) {
    if (!e.there) {
      word(AbstractCode::kUndefined);
    } else if (improved_) {
      word(static_cast<int64_t>(e.inlined.size()));
    } else {
      reference(e.subroutine);
    }
  }
  void place(const Asked& e) { out_.words.insert(out_.words.end(), e.inlined.begin(), e.inlined.end()); }
  // A word that will hold the subroutine's address.
  void reference(int32_t number) {
    references_.emplace_back(here(), number);
    word(0);
  }

  void place_subroutines() {
    std::vector<uint32_t> at;
    for (const auto& [what, words] : subroutines_) {
      at.push_back(here());
      note(what);
      out_.words.insert(out_.words.end(), words.begin(), words.end());
    }
    for (const auto& [where, number] : references_) out_.words[where] = static_cast<int32_t>(nth(at, number));
    for (const auto& [text, e] : propositions_) {
      AbstractCode::Expression& to = out_.propositions.emplace_back(text, AbstractCode::Expression{}).second;
      to.at = improved_ ? here() : nth(at, e.subroutine);
      if (!improved_) continue;
      note(text);
      place(e);
      to.end = here();
    }
  }

  void propositions(const ast::Expr& e) {
    if (e.constant) return;
    if (has_temporal(e)) {
      for (const ast::ExprPtr& k : e.kids) propositions(*k);
      return;
    }
    propositions_.emplace_back(ast::to_text(e), asked(e));
  }

  // Commands --------------------------------------------------------------------------------------------------------
  void evaluate(const ast::Expr& e) {
    if (improved_) {
      value(e);
      return;
    }
    const Asked subroutine = asked(e);
    emit(Instruction::evaluate);
    operand(subroutine);
  }

  void commands(const std::vector<ast::CommandPtr>& list) {
    for (const ast::CommandPtr& c : list) command(*c);
  }

  void command(const ast::Command& c) {
    if (!c.branches.empty()) {
      structure(c);
      return;
    }
    note(ast::to_text(c));
    switch (c.kind) {
      case CommandKind::skip: emit(Instruction::skip); return;
      case CommandKind::assign:
        if (model_.types.is_scalar(c.target->type)) {
          address(*c.target);
          evaluate(*c.exprs[0]);
          emit(Instruction::pop_variable);
        } else {
          evaluate(*c.exprs[0]);
          address(*c.target);
          emit(Instruction::pop_variable_range, type(c.target->type).words);
        }
        return;
      case CommandKind::empty:
        address(*c.target);
        emit(Instruction::empty, type(c.target->type).words);
        return;
      case CommandKind::remove:
        address(*c.target);
        emit(Instruction::remove, type(type(c.target->type).element).words);
        return;
      case CommandKind::append:
      case CommandKind::prepend:
        evaluate(*c.exprs[0]);
        address(*c.target);
        emit(c.kind == CommandKind::append ? Instruction::append : Instruction::prepend,
             type(type(c.target->type).element).words);
        return;
      case CommandKind::send:
      case CommandKind::receive: exchange(c, nullptr); return;
      case CommandKind::trace:
        for (const ast::TraceItem& i : c.items) trace(i);
        emit(Instruction::out_ln);
        return;
      case CommandKind::if_:
      case CommandKind::do_:
      case CommandKind::poll:
      case CommandKind::activate: assert(false && "no command of a process that is one instruction"); return;
    }
  }

  void trace(const ast::TraceItem& i) {
    if (!i.expr) {
      emit(Instruction::push_value, 0);
      for (size_t k = i.text.size(); k-- > 0;) emit(Instruction::push_value, static_cast<unsigned char>(i.text[k]));
      emit(Instruction::out_string);
      return;
    }
    evaluate(*i.expr);
    if (model_.types.is_scalar(i.expr->type))
      emit(Instruction::out_value);
    else
      emit(Instruction::out_range, type(i.expr->type).words);
  }

  void exchange(const ast::Command& c, const ast::Expr* condition) {
    const bool send = c.kind == CommandKind::send;
    const TypeId data = nth(type(c.alphabet).signals, c.signal_index).data;
    const uint32_t at = here();
    Asked sent;
    // What arrives for a parameter goes nowhere.
    if (!c.exprs.empty() && (send || c.exprs[0]->meaning != ast::Meaning::parameter)) {
      sent =
          send ? asked(*c.exprs[0]) : asked("address of " + ast::to_text(*c.exprs[0]), [&] { address(*c.exprs[0]); });
    }
    const Asked guard = condition ? asked(*condition) : Asked{};
    emit(send ? Instruction::bang : Instruction::hook, c.target->symbol >= 0 ? c.target->symbol : -c.target->value,
         c.signal_index);
    operand(sent);
    word(sent.there ? type(data).words : 0);
    operand(guard);
    place(sent);
    place(guard);
    if (send && data >= 0 && type(data).kind == TypeKind::subrange) out_.sent[at] = {type(data).low, type(data).high};
  }

  void structure(const ast::Command& c) {
    const bool is_poll = c.kind == CommandKind::poll;
    note(ast::to_text(c));
    const uint32_t head = here();
    emit(is_poll ? Instruction::poll : Instruction::guards, 0);
    std::vector<uint32_t> jumps;
    for (const ast::Branch& b : c.branches) {
      note((jumps.empty() ? "" : "[] ") + ast::to_text(b) + " ->");
      Asked guard;
      if (is_poll) {
        exchange(*b.exchange, b.guard.get());
      } else {
        guard = asked(*b.guard);
        operand(guard);
      }
      const uint32_t next = here();
      word(0);
      place(guard);
      commands(b.body);
      jumps.push_back(here() + 1);
      emit(Instruction::jump, 0);
      out_.words[next] = static_cast<int32_t>(here());
    }
    note("END");
    out_.words[head + 1] = static_cast<int32_t>(here());
    if (c.kind == CommandKind::if_) emit(Instruction::trap);
    for (uint32_t j : jumps) out_.words[j] = static_cast<int32_t>(c.kind == CommandKind::do_ ? head : here());
  }

  const ast::Model& model_;
  bool improved_;
  AbstractCode out_;
  size_t process_ = 0;
  std::vector<uint32_t> starts_, activated_;
  bool inside_ = false;  // an expression subroutine
  std::vector<int32_t> subroutine_;
  std::vector<std::pair<std::string, std::vector<int32_t>>> subroutines_;
  std::vector<std::pair<uint32_t, int32_t>> references_;
  std::vector<std::pair<std::string, Asked>> propositions_;
};

}  // namespace

const char* instruction_name(Instruction i) { return info(i).name; }
uint32_t operands(Instruction i) { return info(i).operands; }

uint32_t AbstractCode::size(uint32_t at) const {
  const auto i = static_cast<Instruction>(words[at]);
  const uint32_t expressions = i == Instruction::bang || i == Instruction::hook ? inlined(at, 3) + inlined(at, 5) : 0;
  return 1 + operands(i) + expressions;
}

AbstractCode::Guard AbstractCode::guard(uint32_t at, bool poll) const {
  Guard g;
  const uint32_t next = at + (poll ? size(at) : 1);
  g.next = static_cast<uint32_t>(words[next]);
  g.list = next + 1;
  if (poll) return g;
  g.condition = expression(at, 0, at + 2);
  if (improved) g.list = g.condition.end;
  return g;
}

AbstractCode generate(const ast::Model& model, bool improved) { return Generator(model, improved).run(); }

}  // namespace gyre::thesis
