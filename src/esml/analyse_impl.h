// The analysis, shared between analyse.cc (declarations, commands) and analyse_expr.cc (expressions).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "esml/analyse.h"

namespace gyre::esml {

struct Symbol {
  enum class Kind : uint8_t { constant, type, variable, parameter, channel, process } kind = Kind::constant;
  TypeId type = Types::kUnknown;
  int32_t value = 0;   // constant
  int32_t index = -1;  // variable, parameter, channel, process
  Span span;
};

class Analysis {
 public:
  Analysis(ast::Model& model, const std::vector<std::pair<std::string, std::string>>& constants,
           Diagnostics& diagnostics)
      : model_(model), given_(constants), diagnostics_(diagnostics) {}
  void run();

 private:
  using Scope = std::map<std::string, Symbol>;
  enum class Where : uint8_t { constant, command, formula };

  void error(const Span& span, std::string message) { diagnostics_.error(span, std::move(message)); }
  bool declare(const std::string& name, Symbol symbol);
  const Symbol* find(const std::string& name) const;
  std::string hint(const std::string& name) const;  // "; did you mean ...?", or ""

  // declarations (analyse.cc)
  void constants(ast::Declarations& d, bool of_model);
  bool replacement(const std::string& name, TypeId type, int32_t& value);
  void types(ast::Declarations& d);
  Type define(ast::TypeDefinition& t);
  TypeId type_named(const std::string& name, const Span& span);
  TypeId component(const std::string& name, const Span& span, const char* of_what);
  bool constant_integer(ast::Expr& e, int32_t& value);
  void words(Type& t, const Span& span);
  void process(ast::Process& p);
  void channels();

  // commands (analyse.cc)
  void commands(std::vector<ast::CommandPtr>& list);
  void command(ast::Command& c);
  void exchange(ast::Command& c);
  void guard(ast::Expr& e);
  void assignable(const ast::Expr& target);
  void fits(const ast::Expr& value, TypeId type, const std::string& what);
  TypeId list_target(ast::Expr& e, const char* command);
  void activations();
  void activate(ast::Command& c);
  void assertions();

  // expressions (analyse_expr.cc)
  TypeId expression(ast::Expr& e, Where where);
  TypeId access(ast::Expr& e, Where where);
  TypeId remote(ast::Expr& e, const Symbol& process);
  TypeId plain_remote(ast::Expr& e);
  TypeId of_process(ast::Expr& e);
  std::vector<int32_t> instances_of(const Symbol& process) const;
  std::optional<int32_t> instance_number(ast::Expr& index, const std::string& process, size_t count);
  TypeId select(ast::Expr& e, size_t first, TypeId type, Where where);
  TypeId operation(ast::Expr& e, Where where);
  void fold(ast::Expr& e);
  bool want(const ast::Expr& e, bool fits, const char* wanted);

  ast::Model& model_;
  const std::vector<std::pair<std::string, std::string>>& given_;
  Diagnostics& diagnostics_;
  Scope global_, local_;
  bool in_process_ = false;
  ast::Process* process_ = nullptr;
};

}  // namespace gyre::esml
