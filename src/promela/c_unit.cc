#include "promela/c_unit.h"

#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::promela {

using namespace ast;

namespace {

// What pan.c includes and defines, as far as a model's C may count on it.
constexpr const char* kPrelude = R"(#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <ctype.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <limits.h>
#include <fcntl.h>
#define uchar unsigned char
extern int Printf(const char *, ...) __attribute__((format(printf, 1, 2)));
extern int cpu_printf(const char *, ...) __attribute__((format(printf, 1, 2)));
extern void uerror(const char *) __attribute__((noreturn));
extern void Uerror(const char *) __attribute__((noreturn));
unsigned char *_this;
)";

// How the machine calls the unit, and the values of expressions.
constexpr const char* kBridge = R"(typedef struct gyre_frame {
  int process, pid, process_count, last;
  int *globals, *locals;
  unsigned char **objects;
} gyre_frame;
static inline int gyre_of_int(long long x) { return (int)x; }
static inline int gyre_of_real(long double x) { return x != 0; }
static inline int gyre_of_pointer(const volatile void *x) { return x != 0; }
#define GYRE_KINDS float: gyre_of_real, double: gyre_of_real, long double: gyre_of_real, _Bool: gyre_of_int, \
  char: gyre_of_int, signed char: gyre_of_int, unsigned char: gyre_of_int, short: gyre_of_int, \
  unsigned short: gyre_of_int, int: gyre_of_int, unsigned: gyre_of_int, long: gyre_of_int, \
  unsigned long: gyre_of_int, long long: gyre_of_int, unsigned long long: gyre_of_int, default: gyre_of_pointer
)";

const std::set<std::string>& keywords() {
  static const std::set<std::string> words = {
      "auto",     "break",    "case",    "char",   "const",  "continue", "default",  "do",     "double",
      "else",     "enum",     "extern",  "float",  "for",    "goto",     "if",       "inline", "int",
      "long",     "register", "restrict", "return", "short",  "signed",   "sizeof",   "static", "struct",
      "switch",   "typedef",  "union",   "unsigned", "void",  "volatile", "while",    "asm",    "typeof",
      "_nr_pr",   "_last",    "errno",   "stdin",  "stdout", "stderr",   "signal",   "uchar",  "now",
      "_this",    "EOF",      "NULL",    "BUFSIZ"};
  return words;
}

}  // namespace

CUnitWriter::CUnitWriter(const CUnitText& c, const SourceMap& sources, bool wide_pids)
    : c_(c), sources_(sources), wide_pids_(wide_pids) {
  line("#line 1 \"gyre\"");
  out_ += kPrelude;
}

bool CUnitWriter::is_name(const std::string& name) {
  return !name.empty() && keywords().count(name) == 0 &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

void CUnitWriter::line(const std::string& text) {
  out_ += text;
  out_ += '\n';
}

// Text of the model, at its place.
void CUnitWriter::placed(const Span& span, const std::string& text) {
  std::string file;
  for (const char c : sources_.name(span.file)) {
    if (c == '"' || c == '\\') file += '\\';
    file += c;
  }
  line(fmt::format("#line {} \"{}\"", span.line, file));
  line(text);
  line("#line 1 \"gyre\"");
}

void CUnitWriter::text(const CText& c) { placed(c.span, c.text); }

std::string CUnitWriter::field(const Field& f, bool in_structure) const {
  std::string type;
  std::string width;
  switch (f.type.type) {
    case TypeName::bit:
      type = in_structure && !f.is_array ? "unsigned" : "unsigned char";
      if (in_structure && !f.is_array) width = " : 1";
      break;
    case TypeName::byte:
    case TypeName::mtype: type = "unsigned char"; break;
    case TypeName::chan:
    case TypeName::pid: type = wide_pids_ ? "unsigned short" : "unsigned char"; break;
    case TypeName::short_: type = "short"; break;
    case TypeName::int_: type = "int"; break;
    case TypeName::unsigned_:
      type = "unsigned";
      if (in_structure && !f.is_array && f.bits > 0) width = fmt::format(" : {}", f.bits);
      break;
    case TypeName::user: type = "struct " + f.type.name; break;
  }
  return fmt::format("  {} {}{}{};", type, f.name, f.is_array ? fmt::format("[{}]", f.count) : "", width);
}

namespace {

CUnitWriter::Field field_of(const VarDecl& d) {
  return {d.type, d.name, d.is_array, narrow<uint32_t>(d.count), d.bits};
}

}  // namespace

void CUnitWriter::structure(const Unit& type) {
  types_.push_back(&type);
  line(fmt::format("struct {} {{", type.name));
  for (const VarDecl& d : type.decls) line(field(field_of(d), true));
  line("};");
}

std::vector<std::pair<std::string, std::string>> CUnitWriter::members(const std::string& type, const std::string& path,
                                                                      const std::string& pattern) const {
  std::vector<std::pair<std::string, std::string>> out;
  const auto it = std::find_if(types_.begin(), types_.end(), [&](const Unit* u) { return u->name == type; });
  assert(it != types_.end());
  for (const VarDecl& d : (*it)->decls) {
    const std::string inner = path.empty() ? d.name : path + "." + d.name;
    const std::string here = fmt::format("{}.{}{}", pattern, d.name, d.is_array ? "[]" : "");
    if (d.type.type != TypeName::user) {
      out.emplace_back(inner, here);
      continue;
    }
    for (auto& m : members(d.type.name, inner, here)) out.push_back(std::move(m));
  }
  return out;
}

std::string CUnitWriter::copies(const std::string& lvalue, const std::vector<uint32_t>& dims) {
  std::string loops, place;
  size_t n = 0;
  for (size_t i = 0; i < lvalue.size(); ++i) {
    place += lvalue[i];
    if (lvalue[i] != '[') continue;
    assert(n < dims.size());
    loops += fmt::format("for (int i{0} = 0; i{0} < {1}; ++i{0}) ", n, dims[n]);
    place += fmt::format("i{}", n++);
  }
  return fmt::format("  {}COPY({})\n", loops, place);
}

void CUnitWriter::hidden_variable(const VarDecl& decl) { line(field(field_of(decl), false)); }

void CUnitWriter::state(const std::vector<const VarDecl*>& variables) {
  line("typedef struct State {\n  unsigned char _nr_pr;\n  unsigned char _last;");
  for (const VarDecl* d : variables) line(field(field_of(*d), true));
  for (const CUnitText::Object& o : c_.objects) {
    if (!o.name.empty() && o.process < 0 && o.address.empty()) placed(o.span, o.declaration + ";");
  }
  line("} State;\nState now;");
}

void CUnitWriter::process(int32_t number, const std::string& name, const std::vector<Field>& fields,
                          const std::string& copies) {
  line(fmt::format("typedef struct P{} {{\n  unsigned char _pid;", number));
  for (const Field& f : fields) line(field(f, true));
  for (const CUnitText::Object& o : c_.objects) {
    if (o.process == number) placed(o.span, o.declaration + ";");
  }
  line(fmt::format("}} P{0};\nstatic P{0} gyre_P{0};", number));
  if (is_name(name)) line(fmt::format("#define P{} ((P{} *)_this)", name, number));
  processes_.push_back({number, name, copies});
}

void CUnitWriter::begin_code() {
  for (const CUnitText::Object& o : c_.hidden) placed(o.span, o.declaration + ";");
}

// A copy of each object, from the state or to it.
std::string CUnitWriter::object_copies(int32_t process, const std::string& from, bool in) const {
  std::string out;
  for (size_t i = 0; i < c_.objects.size(); ++i) {
    const CUnitText::Object& o = c_.objects[i];
    if (o.process != process) continue;
    if (!o.address.empty()) {
      out += fmt::format("  {{ void *at = (void *)({});", o.address);
      out += in ? fmt::format(" if (at) memcpy(at, f->objects[{}], {}); }}\n", i, o.size)
                : fmt::format(" if (at) memcpy(f->objects[{0}], at, {1}); else memset(f->objects[{0}], 0, {1}); }}\n",
                              i, o.size);
      continue;
    }
    const std::string place = from + o.name;
    out += in ? fmt::format("  memcpy(&{0}, f->objects[{1}], sizeof {0});\n", place, i)
              : fmt::format("  memcpy(f->objects[{1}], &{0}, sizeof {0});\n", place, i);
  }
  return out;
}

void CUnitWriter::marshalling(bool in) {
  const char* name = in ? "in" : "out";
  line(in ? "#define COPY(x) x = *v++;" : "#define COPY(x) *v++ = x;");
  line(fmt::format("static void gyre_globals_{}(const gyre_frame *f) {{", name));
  line("  int *v = f->globals;\n  (void)v;");
  if (in) line("  now._nr_pr = f->process_count; now._last = f->last;");
  out_ += global_copies;
  line(fmt::format("}}\nstatic void gyre_{0}(const gyre_frame *f) {{\n  gyre_globals_{0}(f);", name));
  line("  int *v = f->locals;\n  (void)v;\n  switch (f->process) {");
  for (const ProcessText& p : processes_) {
    const std::string at = fmt::format("gyre_P{}", p.number);
    line(fmt::format("  case {}:", p.number));
    if (in) line(fmt::format("  {0}._pid = f->pid; _this = (unsigned char *)&{0};", at));
    out_ += p.copies;
    out_ += object_copies(p.number, at + ".", in);
    line("  break;");
  }
  line(fmt::format("  default: {}break;\n  }}", in ? "_this = 0; " : ""));
  out_ += object_copies(-1, "now.", in);
  line("}\n#undef COPY");
}

void CUnitWriter::begin_functions() {
  for (const CUnitText::Object& o : c_.objects) {
    if (!o.name.empty() && !o.address.empty()) placed(o.span, o.declaration + ";");
  }
  out_ += kBridge;
  marshalling(true);
  marshalling(false);
  // Sizes; a size that is no constant is an error at its place.
  line(fmt::format("unsigned long gyre_sizes[] = {{ {},", c_.objects.size()));
  for (const CUnitText::Object& o : c_.objects) {
    if (!o.address.empty())
      placed(o.span, o.size + ",");
    else if (o.process < 0)
      line(fmt::format("sizeof(((State *)0)->{}),", o.name));
    else
      line(fmt::format("sizeof(((P{} *)0)->{}),", o.process, o.name));
  }
  line("};");
}

void CUnitWriter::snippet(size_t index) {
  const CText& c = c_.texts[index];
  const ir::CSnippet& s = c_.snippets[index];
  // The type of an expression decides what its value is; the text is compiled twice and evaluated once.
  const auto value = [&](const char* name, const Span& span, const std::string& text) {
    line(fmt::format("static int {}_{}(void) {{ return _Generic((", name, index));
    placed(span, text);
    line("), GYRE_KINDS)(");
    placed(span, text);
    line("); }");
  };
  if (s.has_precondition) value("gyre_before", c.precondition_span, c.precondition);
  if (s.is_code) {
    line(fmt::format("static void gyre_code_{}(void) {{", index));
    placed(c.span, c.text);
    line("}");
  } else {
    value("gyre_value", c.span, c.text);
  }
}

void CUnitWriter::run() {
  line("static void gyre_start(void) {");
  for (const auto* list : {&c_.objects, &c_.hidden}) {
    for (const CUnitText::Object& o : *list) {
      if (o.name.empty() || !o.address.empty() || o.third.empty() || o.process >= 0) continue;
      placed(o.span, fmt::format("  {}{} = {};", list == &c_.objects ? "now." : "", o.name, o.third));
    }
  }
  line("}\nstatic void gyre_born(int process) {\n  switch (process) {");
  for (const ProcessText& p : processes_) {
    line(fmt::format("  case {}:", p.number));
    for (const CUnitText::Object& o : c_.objects) {
      if (o.process == p.number && !o.third.empty())
        placed(o.span, fmt::format("  gyre_P{}.{} = {};", p.number, o.name, o.third));
    }
    line("  break;");
  }
  line("  }\n}");
  // What the C has at the start is what the state begins with; later it is the other way round.
  line("static void gyre_first(const gyre_frame *f) {\n  memset(&now, 0, sizeof now);\n"
       "  gyre_globals_in(f);\n  gyre_start();");
  out_ += object_copies(-1, "now.", false);
  line("}\nint gyre_run(int what, const gyre_frame *f) {");
  line("  if (what == -1) { gyre_first(f); return 1; }\n  gyre_in(f);");
  line("  if (what == -2) { gyre_born(f->process); gyre_out(f); return 1; }\n  switch (what) {");
  for (size_t i = 0; i < c_.snippets.size(); ++i) {
    const ir::CSnippet& s = c_.snippets[i];
    line(fmt::format("  case {}:", i));
    if (s.has_precondition) {
      const char* otherwise = s.is_code ? "return 0;" : "uerror(\"the precondition is false\");";
      line(fmt::format("  if (!gyre_before_{}()) {}", i, otherwise));
    }
    line(s.is_code ? fmt::format("  gyre_code_{}(); gyre_out(f); return 1;", i)
                   : fmt::format("  return gyre_value_{}();", i));
  }
  line("  }\n  return 0;\n}");
}

}  // namespace gyre::promela
