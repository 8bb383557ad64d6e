#include "esml/names.h"

#include <map>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/nth.h"

namespace gyre::esml {

using namespace ast;

namespace {

class NameReader {
 public:
  explicit NameReader(const Model& model) : model_(model) {}

  NameTable run() {
    if (!model_.name.empty()) {
      const int32_t m = declare(NameKind::model, model_.name, model_.span, "MODEL " + model_.name);
      nth(out_.names, m).begin = model_.span;
    }
    // Processes are known before they are declared: the commands of the model name them.
    declarations(model_.declarations, true);
    for (const Process& p : model_.processes) {
      const int32_t symbol = declare(NameKind::process, p.name, p.span, "");
      nth(out_.names, symbol).begin = p.span;
      nth(out_.names, symbol).end = p.end;
      processes_[p.name] = {symbol, &p};
    }
    for (const Process& p : model_.processes) process(p);
    commands(model_.body);
    for (size_t i = 0; i < model_.assertions.size(); ++i) {
      const Assertion& a = model_.assertions[i];
      if (!a.formula || a.added) continue;
      // As the report calls them.
      const std::string name = i == 0 ? "assert" : fmt::format("assert_{}", i + 1);
      owner_ = -1;
      const int32_t symbol = next_id(out_.names);
      DeclaredName d;
      d.kind = NameKind::formula;
      d.name = name;
      d.text = "ASSERT " + to_text(*a.formula);
      d.place = d.begin = d.end = a.span;
      out_.names.push_back(std::move(d));
      owner_ = symbol;
      expression(*a.formula, NameUse::read);
    }
    owner_ = -1;
    return std::move(out_);
  }

 private:
  using Scope = std::map<std::string, int32_t>;

  int32_t declare(NameKind kind, const std::string& name, const Span& place, std::string text) {
    DeclaredName d;
    d.kind = kind;
    d.name = name;
    d.text = std::move(text);
    d.place = place;
    d.parent = owner_;
    const int32_t symbol = add_to(out_.names, std::move(d));
    out_.uses.push_back({symbol, NameUse::declaration, place, owner_, false, false});
    if (kind != NameKind::field) (owner_ >= 0 ? local_ : global_)[name] = symbol;
    return symbol;
  }

  int32_t find(const std::string& name) const {
    for (const Scope* scope : {&local_, &global_}) {
      const auto it = scope->find(name);
      if (it != scope->end()) return it->second;
    }
    return -1;
  }

  int32_t use(const std::string& name, const Span& place, NameUse how) {
    const int32_t symbol = find(name);
    if (symbol >= 0) out_.uses.push_back({symbol, how, place, owner_, false, false});
    return symbol;
  }

  void declarations(const Declarations& d, bool of_model) {
    for (const Definition& c : d.constants) {
      expression(*c.value, NameUse::read);
      const int32_t s = declare(NameKind::constant, c.name, c.span, fmt::format("{} = {}", c.name, to_text(*c.value)));
      nth(out_.names, s).values = to_text(*c.value);
    }
    for (const TypeDefinition& t : d.types) type(t);
    for (const Variables& v : d.variables) variables(v, NameKind::variable, of_model ? "channel " : "");
  }

  std::vector<int32_t> variables(const Variables& v, NameKind kind, const std::string& before) {
    use(v.type, v.type_span, NameUse::read);
    std::vector<int32_t> out;
    for (const auto& [name, span] : v.names) {
      const int32_t s = declare(kind, name, span, fmt::format("{}{}: {}", before, name, v.type));
      types_[s] = v.type;
      nth(out_.names, s).values = v.type == "BOOLEAN" ? "FALSE, TRUE" : ranges_[v.type];
      out.push_back(s);
    }
    return out;
  }

  void type(const TypeDefinition& t) {
    std::string text;
    const int32_t outer = owner_;
    const int32_t symbol = declare(NameKind::type, t.name, t.span, "");
    for (const Expr* e : {t.low.get(), t.high.get(), t.size.get()}) {
      if (e) expression(*e, NameUse::read);
    }
    if (!t.element.empty()) use(t.element, t.element_span, NameUse::read);
    switch (t.kind) {
      case TypeKind::subrange:
        if (t.low && t.high) text = fmt::format("{}..{}", to_text(*t.low), to_text(*t.high));
        ranges_[t.name] = text;
        break;
      case TypeKind::enumeration:
        for (const auto& [name, span] : t.values) {
          declare(NameKind::constant, name, span, fmt::format("{}: {}", name, t.name));
          text += (text.empty() ? "" : ", ") + name;
        }
        ranges_[t.name] = text;
        break;
      case TypeKind::array:
      case TypeKind::list:
        elements_[t.name] = t.element;
        text = fmt::format("{} [{}] OF {}", t.kind == TypeKind::list ? "LIST" : "ARRAY", t.size ? to_text(*t.size) : "",
                           t.element);
        break;
      case TypeKind::tuple:
        owner_ = symbol;
        for (const Variables& f : t.fields) {
          const std::vector<int32_t> fields = variables(f, NameKind::field, "");
          for (const int32_t s : fields) fields_[t.name][nth(out_.names, s).name] = s;
        }
        owner_ = outer;
        text = "( ... )";
        break;
      case TypeKind::alphabet:
        for (const TypeDefinition::Symbol& s : t.symbols) {
          if (!s.data.empty()) use(s.data, s.data_span, NameUse::read);
          const std::string shown = s.name + (s.data.empty() ? "" : fmt::format("({})", s.data));
          text += (text.empty() ? "" : ", ") + shown;
          // Signals have no scope: they are found by the channel's type.
          DeclaredName d;
          d.kind = NameKind::signal;
          d.name = s.name;
          d.text = shown;
          d.place = s.span;
          d.parent = symbol;
          const int32_t signal = add_to(out_.names, std::move(d));
          out_.uses.push_back({signal, NameUse::declaration, s.span, owner_, false, false});
          signals_[t.name][s.name] = signal;
        }
        text = "{" + text + "}";
        break;
      case TypeKind::unknown:
      case TypeKind::integer:
      case TypeKind::boolean: break;
    }
    nth(out_.names, symbol).text = fmt::format("TYPE {} = {}", t.name, text);
  }

  void process(const Process& p) {
    owner_ = processes_.at(p.name).first;
    const size_t first = out_.names.size();
    const int32_t self = owner_;
    for (const Variables& v : p.parameters) {
      const char* direction = v.direction == Variables::Direction::in    ? "IN "
                              : v.direction == Variables::Direction::out ? "OUT "
                                                                         : "";
      for (const int32_t s : variables(v, NameKind::parameter, direction))
        nth(out_.names, self).parameters.push_back(nth(out_.names, s).text);
    }
    std::string shown;
    for (const std::string& s : nth(out_.names, self).parameters) shown += (shown.empty() ? "" : "; ") + s;
    nth(out_.names, self).text = fmt::format("PROCESS {}{}", p.name, shown.empty() ? "" : "(" + shown + ")");
    declarations(p.declarations, false);
    locals_[p.name] = local_;
    commands(p.body);
    if (p.end.known()) {
      for (size_t i = first; i < out_.names.size(); ++i) out_.names[i].visible_to = p.end;
      out_.blocks.push_back({p.span, p.end});
      out_.uses.push_back({self, NameUse::read, p.end, -1, false, false});
    }
    owner_ = -1;
    local_.clear();
  }

  void commands(const std::vector<CommandPtr>& list) {
    for (const CommandPtr& c : list) command(*c);
  }

  void command(const Command& c) {
    switch (c.kind) {
      case CommandKind::assign:
      case CommandKind::empty: expression(*c.target, NameUse::write); break;
      case CommandKind::remove:
      case CommandKind::append:
      case CommandKind::prepend: expression(*c.target, NameUse::update); break;
      case CommandKind::send:
      case CommandKind::receive:
        expression(*c.target, c.kind == CommandKind::send ? NameUse::send : NameUse::receive);
        signal(c);
        break;
      case CommandKind::activate: {
        const auto p = processes_.find(c.process);
        if (p != processes_.end()) out_.uses.push_back({p->second.first, NameUse::call, c.span, owner_, false, false});
        break;
      }
      case CommandKind::skip:
      case CommandKind::if_:
      case CommandKind::do_:
      case CommandKind::poll:
      case CommandKind::trace: break;
    }
    for (const ExprPtr& e : c.exprs) expression(*e, c.kind == CommandKind::receive ? NameUse::write : NameUse::read);
    for (const Branch& b : c.branches) {
      if (b.guard) expression(*b.guard, NameUse::read);
      if (b.exchange) command(*b.exchange);
      commands(b.body);
    }
    for (const TraceItem& i : c.items) {
      if (i.expr) expression(*i.expr, NameUse::read);
    }
    for (const Argument& a : c.arguments) {
      if (a.expr) expression(*a.expr, NameUse::read);
      if (a.last) expression(*a.last, NameUse::read);
    }
    if (c.end.known() && c.end.line > c.span.line) out_.blocks.push_back({c.span, c.end});
  }

  void signal(const Command& c) {
    const int32_t channel = find(c.target->name);
    const auto type = types_.find(channel);
    if (type == types_.end()) return;
    const auto alphabet = signals_.find(type->second);
    if (alphabet == signals_.end()) return;
    const auto it = alphabet->second.find(c.signal);
    if (it == alphabet->second.end()) return;
    out_.uses.push_back({it->second, c.kind == CommandKind::send ? NameUse::send : NameUse::receive, c.signal_span,
                         owner_, false, false});
  }

  void expression(const Expr& e, NameUse how) {
    for (const ExprPtr& k : e.kids) expression(*k, NameUse::read);
    if (e.op == Op::access) access(e, how);
    if (e.op == Op::moves || e.op == Op::enabled) return;
    for (const Selector& s : e.selectors) {
      if (s.index) expression(*s.index, NameUse::read);
    }
  }

  // A name with its fields; in a formula Process[0].variable is one, too.
  void access(const Expr& e, NameUse how) {
    int32_t symbol = find(e.name);
    const auto process = processes_.find(e.name);
    if (process != processes_.end() && symbol == process->second.first) {
      out_.uses.push_back({symbol, NameUse::read, e.span, owner_, false, false});
      symbol = -1;
      std::string type;
      for (const Selector& s : e.selectors) {
        if (s.field.empty()) continue;
        if (symbol < 0) {
          const Scope& locals = locals_[e.name];
          const auto it = locals.find(s.field);
          if (it == locals.end()) return;
          symbol = it->second;
          out_.uses.push_back({symbol, how, s.span, owner_, false, false});
        } else {
          symbol = field(symbol, s, how);
          if (symbol < 0) return;
        }
      }
      return;
    }
    if (symbol < 0) return;
    const bool is_constant = nth(out_.names, symbol).kind == NameKind::constant;
    out_.uses.push_back({symbol, is_constant ? NameUse::read : how, e.span, owner_, false, false});
    for (const Selector& s : e.selectors) {
      if (s.field.empty()) continue;
      symbol = field(symbol, s, how);
      if (symbol < 0) return;
    }
  }

  int32_t field(int32_t of, const Selector& s, NameUse how) {
    const auto type = types_.find(of);
    if (type == types_.end()) return -1;
    std::string name = type->second;
    for (int depth = 0; depth < 10 && elements_.count(name); ++depth) name = elements_[name];
    const auto all = fields_.find(name);
    if (all == fields_.end()) return -1;
    const auto it = all->second.find(s.field);
    if (it == all->second.end()) return -1;
    out_.uses.push_back({it->second, how, s.span, owner_, false, false});
    return it->second;
  }

  const Model& model_;
  NameTable out_;
  int32_t owner_ = -1;
  Scope global_, local_;
  std::map<std::string, std::pair<int32_t, const Process*>> processes_;
  std::map<std::string, Scope> locals_, fields_, signals_;
  std::map<std::string, std::string> elements_, ranges_;  // by type
  std::map<int32_t, std::string> types_;                  // of variables
};

}  // namespace

NameTable names_of(const Model& model) { return NameReader(model).run(); }

}  // namespace gyre::esml
