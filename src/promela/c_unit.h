// Writes the translation unit that a model's C becomes (ir/embedded_c.h). Its parts stand in the order in which SPIN's
// pan.c has them: c_decl, structures, the state, hidden objects, c_code outside of processes, functions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "ir/embedded_c.h"
#include "promela/ast.h"

namespace gyre::promela {

// What lowering collects.
struct CUnitText {
  struct Object {            // of c_state, c_track
    std::string declaration;  // c_state
    std::string name;         // that it declares; empty: it is tracked
    std::string address, size;
    std::string third;  // the initial value, or how it is tracked
    int32_t variable = -1;
    int32_t process = -1;  // of c_state "Local"
    Span span;
  };
  std::vector<Object> objects;
  std::vector<Object> hidden;  // c_state "Hidden": no part of the state
  std::vector<ir::CSnippet> snippets;
  std::vector<ast::CText> texts;  // of the snippets
};

class CUnitWriter {
 public:
  CUnitWriter(const CUnitText& c, const SourceMap& sources, bool wide_pids);

  struct Field {
    ast::TypeRef type;
    std::string name;
    bool is_array = false;
    uint32_t count = 1;
    int32_t bits = 0;  // of unsigned
  };

  // Whether C can have a variable of that name.
  static bool is_name(const std::string& name);
  // Code that copies the scalars of a variable, which are `*v++`; "[]" stands for an index. `IN` and `OUT` of them is
  // chosen by whoever includes it.
  static std::string copies(const std::string& lvalue, const std::vector<uint32_t>& dims);

  void text(const ast::CText& c);
  void structure(const ast::Unit& type);
  // The paths of a structure's scalars (Symbol::leaves) and how C writes them behind the variable.
  std::vector<std::pair<std::string, std::string>> members(const std::string& type, const std::string& path,
                                                           const std::string& pattern) const;
  void hidden_variable(const ast::VarDecl& decl);
  void state(const std::vector<const ast::VarDecl*>& variables);
  void process(int32_t number, const std::string& name, const std::vector<Field>& fields, const std::string& copies);
  void begin_code();
  void begin_functions();
  void snippet(size_t index);
  void run();
  std::string take() { return std::move(out_); }

  std::string global_copies;

 private:
  void line(const std::string& text);
  void placed(const Span& span, const std::string& text);
  std::string field(const Field& f, bool in_structure) const;
  std::string object_copies(int32_t process, const std::string& from, bool in) const;
  void marshalling(bool in);

  const CUnitText& c_;
  const SourceMap& sources_;
  const bool wide_pids_;
  std::string out_;
  std::vector<const ast::Unit*> types_;
  struct ProcessText {
    int32_t number;
    std::string name, copies;
  };
  std::vector<ProcessText> processes_;
};

}  // namespace gyre::promela
