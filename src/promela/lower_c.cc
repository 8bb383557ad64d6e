// Embedded C: each text becomes a function of one translation unit (ir/embedded_c.h), whose structures mirror the
// model's variables under the names that SPIN gives them: `now.x`, `Pname->x`, hidden variables as they are.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "promela/c_text.h"
#include "promela/c_unit.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

Lowering::~Lowering() = default;

namespace {

constexpr size_t kShownC = 80;

// What `Pname` is for a process.
std::string c_name(const ir::Process& p) { return p.kind == ir::ProcessKind::init ? "init" : p.name; }

bool runs(const ir::Process& p) {
  return p.kind == ir::ProcessKind::proctype || p.kind == ir::ProcessKind::init;
}

std::string first_word(const std::string& text) {
  const std::string line = in_one_line(text);
  const size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return line.substr(first, line.find(' ', first) - first);
}

// The name that a C declaration declares: the last one before brackets, or the one behind `(*`.
std::string declared_name(std::string text) {
  if (const size_t pointer = text.find("(*"); pointer != std::string::npos) {
    text = text.substr(pointer + 2);
    text = text.substr(0, text.find(')'));
  }
  text = text.substr(0, text.find('['));
  size_t end = text.find_last_not_of(" \t\n;");
  if (end == std::string::npos) return "";
  size_t begin = end;
  const auto in_name = [](char c) { return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_'; };
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return in_name(text[end]) ? text.substr(begin, end + 1 - begin) : "";
}

}  // namespace

std::string Lowering::c_source(const CText& c) {
  std::string text = in_one_line(c.text);
  if (text.size() > kShownC) text = text.substr(0, kShownC) + " ...";
  const std::string before = c.has_precondition ? fmt::format(" [{}]", in_one_line(c.precondition)) : "";
  return fmt::format("c_code{} {{ {} }}", before, text);
}

ir::ExprId Lowering::c_snippet(const CText& c, bool is_code, const Span& span) {
  if (!c_) c_ = std::make_unique<CUnitText>();
  if (!is_code) {
    if (const std::string sign = side_effect(c.text); !sign.empty())
      diagnostics_.error(c.span, fmt::format("a c_expr must not change anything, and this one has `{}`", sign));
  }
  const bool in_process = context_.process != kNone && runs(program_.process(context_.process));
  for (size_t p = 0; p < program_.processes.size(); ++p) {
    if (!runs(program_.processes[p]) || (in_process && narrow<int32_t>(p) == context_.process)) continue;
    const std::string name = c_name(program_.processes[p]);
    if (!mentions(c.text, "P" + name) && !mentions(c.precondition, "P" + name)) continue;
    diagnostics_.error(c.span, fmt::format("P{0}: the variables of '{0}' can be named in its own C only", name));
  }
  ir::CSnippet snippet;
  snippet.is_code = is_code;
  snippet.has_precondition = c.has_precondition;
  snippet.precondition = in_one_line(c.precondition);
  snippet.process = in_process ? context_.process : kNone;
  snippet.span = span;
  ir::Expr e;
  e.op = ir::Op::embedded_c;
  e.value = narrow<int32_t>(c_->snippets.size());
  e.span = span;
  c_->snippets.push_back(std::move(snippet));
  c_->texts.push_back(c);
  return add(std::move(e));
}

// What only C knows of a state: variables of bytes, whose number a C compiler will tell.
void Lowering::declare_c() {
  if (!model_.c_parts.empty()) c_ = std::make_unique<CUnitText>();
  for (const CPart& part : model_.c_parts) {
    if (part.kind == CPart::Kind::declaration || part.kind == CPart::Kind::code) continue;
    CUnitText::Object object;
    object.span = part.span;
    const bool track = part.kind == CPart::Kind::track;
    const std::string scope = first_word(part.words[1]);
    int32_t process = kNone;
    bool hidden = false;
    if (part.words.size() > 2) object.third = part.words[2];
    if (track) {
      object.address = part.words[0];
      object.size = part.words[1];
      if (object.third == "UnMatched" || object.third == "unMatched" || object.third == "StackOnly")
        hidden = true;
      else if (!object.third.empty() && object.third != "Matched")
        diagnostics_.error(part.span, fmt::format("\"{}\": expected \"Matched\" or \"UnMatched\"", object.third));
    } else {
      object.declaration = part.words[0];
      object.name = declared_name(part.words[0]);
      if (object.name.empty()) {
        diagnostics_.error(part.span, fmt::format("no name is declared by \"{}\"", part.words[0]));
        continue;
      }
      if (scope == "Hidden") {
        c_->hidden.push_back(object);
        continue;
      }
      if (scope == "Local") {
        const std::string line = in_one_line(part.words[1]);
        const std::string name = in_one_line(line.substr(line.find("Local") + 5));
        const std::string wanted = name.empty() || name[0] != ' ' ? name : name.substr(1);
        for (size_t p = 0; p < program_.processes.size(); ++p) {
          if (runs(program_.processes[p]) && c_name(program_.processes[p]) == wanted) process = narrow<int32_t>(p);
        }
        if (process == kNone) {
          diagnostics_.error(part.span, fmt::format("there is no proctype '{}'", wanted));
          continue;
        }
      } else if (scope != "Global") {
        // SPIN's old form: a name and its type.
        object.address = "&" + part.words[0];
        object.size = fmt::format("sizeof({})", part.words[1]);
        object.declaration = fmt::format("extern {} {}", part.words[1], part.words[0]);
      }
    }
    ir::Variable v;
    v.name = object.name.empty() ? object.address : object.name;
    v.scope = process != kNone ? ir::Scope::local : hidden ? ir::Scope::hidden : ir::Scope::global;
    v.type = {ir::BaseType::byte, 8, false, 0};
    v.dims = {1};
    v.internal = true;
    v.declared = part.span;
    object.variable = narrow<int32_t>(program_.variables.size());
    object.process = process;
    program_.variables.push_back(std::move(v));
    if (process == kNone) program_.globals.push_back(object.variable);
    c_->objects.push_back(std::move(object));
  }
}

namespace {

std::string counted(size_t n, const char* what) { return fmt::format("{} {}", n, what); }

}  // namespace

void Lowering::finish_c() {
  if (!c_) return;
  CUnitWriter writer(*c_, *program_.sources, options_.max_processes > 255);
  for (const CPart& part : model_.c_parts) {
    if (part.kind == CPart::Kind::declaration) writer.text(part.text);
  }
  for (const Unit& u : model_.units) {
    if (u.kind == UnitKind::typedef_) writer.structure(u);
  }
  auto out = std::make_shared<ir::EmbeddedC>();
  // The scalars of a variable, as C reaches them.
  const auto scalars = [&](const Symbol& s, const std::string& at, std::vector<int32_t>& list, std::string& code) {
    const std::string lvalue = at + s.name + (s.is_array ? "[]" : "");
    if (!s.is_struct) {
      list.push_back(s.var);
      code += CUnitWriter::copies(lvalue, program_.variable(s.var).dims);
      return;
    }
    for (const auto& [path, pattern] : writer.members(s.type.name, "", "")) {
      const ir::VarId v = s.leaves.at(path);
      list.push_back(v);
      code += CUnitWriter::copies(lvalue + pattern, program_.variable(v).dims);
    }
  };
  std::vector<const VarDecl*> in_state;
  for (const auto& [decl, name] : global_order_) {
    if (!CUnitWriter::is_name(name)) continue;
    if (decl->hidden)
      writer.hidden_variable(*decl);
    else
      in_state.push_back(decl);
    scalars(globals_.at(name), decl->hidden ? "" : "now.", out->globals, writer.global_copies);
  }
  writer.state(in_state);
  out->locals.resize(program_.processes.size());
  for (size_t p = 0; p < program_.processes.size(); ++p) {
    ir::Process& process = program_.processes[p];
    if (!runs(process)) continue;
    const int32_t number = narrow<int32_t>(p);
    for (const CUnitText::Object& o : c_->objects) {
      if (o.process == number) process.variables.push_back(o.variable);
    }
    // Of several variables of one name the outermost can be named.
    std::set<std::string> known{"_pid"};
    std::vector<CUnitWriter::Field> fields;
    std::string copies;
    for (const auto& scope : bodies_[p].scopes) {
      for (const auto& [name, symbol] : scope) {
        if (!CUnitWriter::is_name(name) || !known.insert(name).second) continue;
        fields.push_back({symbol.type, symbol.name, symbol.is_array, symbol.count, symbol.scalar.width});
        scalars(symbol, fmt::format("gyre_P{}.", p), out->locals[p], copies);
      }
    }
    writer.process(number, c_name(process), fields, copies);
  }
  writer.begin_code();
  size_t codes = 0, expressions = 0;
  std::vector<std::string> includes;
  const auto note = [&](const CText& c, const Span& span) {
    if (!out->first.known()) out->first = span;
    for (const std::string& i : c_includes(c.text)) includes.push_back(i);
  };
  for (const CPart& part : model_.c_parts) {
    if (part.kind == CPart::Kind::code) writer.text(part.text);
    note(part.text, part.span);
  }
  writer.begin_functions();
  for (size_t i = 0; i < c_->snippets.size(); ++i) {
    writer.snippet(i);
    note(c_->texts[i], c_->snippets[i].span);
    ++(c_->snippets[i].is_code ? codes : expressions);
  }
  writer.run();
  std::string what = counted(codes, "c_code") + ", " + counted(expressions, "c_expr");
  if (const size_t n = model_.c_parts.size(); n > 0)
    what += fmt::format(", {} declaration{} of C", n, n == 1 ? "" : "s");
  for (const std::string& i : includes) what += fmt::format(", #include {}", i);
  out->what = what;
  out->text = writer.take();
  out->snippets = std::move(c_->snippets);
  for (const CUnitText::Object& o : c_->objects) out->objects.push_back({o.variable, o.process, o.size, o.span});
  program_.embedded_c = std::move(out);
}

}  // namespace gyre::promela
