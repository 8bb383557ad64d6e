// Lowering, shared between lower.cc (processes, commands), lower_expr.cc (values and places) and lower_ctl.cc.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/nth.h"
#include "esml/lower.h"

namespace gyre::esml {

// Where the scalars of a variable lie: a variable of the program for each scalar, and for each list one for its length.
struct Storage {
  TypeId type = Types::kUnknown;
  ir::VarId var = ir::kNone;   // a scalar, or the length of a list
  std::vector<Storage> parts;  // fields of a tuple; the one kind of element of an array or list
};

class Lowering {
 public:
  Lowering(const ast::Model& model, std::shared_ptr<SourceMap> sources);
  ir::Program run();

 private:
  // A location and how control goes on behind it.
  struct Location {
    enum class Kind : uint8_t { command, guards, poll, jump, end } kind = Kind::command;
    const ast::Command* command = nullptr;
    std::vector<uint32_t> branches;  // guards, poll: where the guarded lists begin
    uint32_t next = 0;               // jump: its target; guards of a DO: the exit
    Span span;
  };

  // processes (lower.cc)
  void channels();
  void process(size_t index);
  void locations(const std::vector<ast::CommandPtr>& list);
  uint32_t add_location(Location::Kind kind, const ast::Command* command, const Span& span);
  uint32_t settled(uint32_t location) const;
  void edges(uint32_t location);
  void guard_edges(const Location& l, uint32_t from);
  void add_edge(uint32_t from, uint32_t to, ir::Action action);
  ir::Action command_action(const ast::Command& c);
  ir::Action exchange_action(const ast::Command& c, const ast::Expr* condition);
  ir::Action list_action(const ast::Command& c);
  ir::Action trace_action(const ast::Command& c);
  void initialise(const Storage& storage, std::vector<ir::ExprId> indices, ir::Action& action);
  Storage store(TypeId type, const std::string& name, std::vector<uint32_t> dims, const Span& span);
  ir::ScalarType scalar_type(TypeId id);
  int32_t mtype_set(TypeId id);

  // values and places (lower_expr.cc)
  using Interval = std::pair<int64_t, int64_t>;
  ir::Expr& at(ir::ExprId id) { return nth(program_.exprs, id); }
  ir::ExprId add(ir::Expr e);
  ir::ExprId constant(int32_t value);
  ir::ExprId operation(ir::Op op, std::vector<ir::ExprId> kids, const Span& span);
  ir::ExprId load(ir::Place place, const Span& span);
  ir::ExprId value(const ast::Expr& e);
  std::vector<ir::ExprId> words(const ast::Expr& e);
  std::vector<ir::ExprId> words_for(const ast::Expr& e, TypeId type);
  ir::ExprId checked(ir::ExprId value, TypeId type);
  ir::ExprId equality(const ast::Expr& e);
  ir::ExprId enabled(const ast::Expr& e);
  Interval interval(ir::ExprId id) const;
  struct Selected {
    const Storage* storage = nullptr;
    std::vector<ir::ExprId> indices;
  };
  Selected selected(const ast::Expr& access);
  void places(const Storage& storage, std::vector<ir::ExprId>& indices, std::vector<ir::Place>& out);

  // formulas (lower_ctl.cc)
  void properties();
  int32_t formula(const ast::Expr& e, ir::Property& p);
  int32_t linear_formula(const ast::Expr& e, std::vector<logic::LtlNode>& nodes);
  int32_t atom(const ast::Expr& e);

  const ast::Model& model_;
  ir::Program program_;
  std::vector<std::vector<Storage>> storage_;  // by process and local variable
  std::map<int32_t, ir::ExprId> constants_;
  std::map<TypeId, int32_t> sets_;
  size_t current_ = 0;  // process
  std::vector<Location> code_;
};

}  // namespace gyre::esml
