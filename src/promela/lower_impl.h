// Inside of the lowering from syntax trees to ir::Program: names, types, expressions, statements.
#pragma once

#include <cassert>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "base/nth.h"
#include "ir/embedded_c.h"
#include "ir/program.h"
#include "promela/ast.h"
#include "promela/flow.h"
#include "promela/promela.h"

namespace gyre::promela {

inline constexpr size_t kMaxFields = 10000;         // of a message
inline constexpr size_t kMaxVariables = 50000;      // members of structures are variables of their own
inline constexpr uint32_t kMaxInitialised = 65536;  // elements of an array with an initial value

// A declared name. A structure has one ir::Variable per leaf, found by its path ("b.c").
struct Symbol {
  std::string name;
  ast::TypeRef type;
  bool is_array = false;
  uint32_t count = 1;
  bool is_struct = false;
  ir::VarId var = ir::kNone;  // not a structure
  std::map<std::string, ir::VarId> leaves;
  std::vector<std::string> leaf_order;
  ir::ScalarType scalar;
  int32_t channel_type = ir::kNone;  // channels with an initialiser: what they carry
  std::map<std::string, int32_t> leaf_channel_types;
  Span span;
};

struct CUnitText;

class Lowering {
 public:
  Lowering(const ast::Model& model, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
           Diagnostics& diagnostics);
  ~Lowering();
  ir::Program run();

 private:
  struct Declared {  // a variable of a process as its text has it: in several scopes one name may mean several
    std::string name;
    int32_t call = -1;  // the inline's call that it was expanded for
    std::vector<ir::VarId> variables;
  };
  struct Context {  // the process that is being lowered
    int32_t process = ir::kNone;
    const ast::Unit* unit = nullptr;
    std::vector<std::map<std::string, Symbol>> scopes;
    std::vector<Declared> declared;
    Flow* flow = nullptr;
    int32_t scope = 0;
    int32_t inline_id = 0;
  };
  struct Body {  // kept until all units are read: remote references may still change the flow
    std::unique_ptr<Flow> flow;
    Sequence* sequence = nullptr;
    std::vector<std::map<std::string, Symbol>> scopes;
    const ast::Unit* unit = nullptr;
  };
  struct PendingRemote {
    ir::ExprId expr;
    std::string process;
    const ast::Expr* ast;
  };

  // declarations
  void declare_types();
  void declare_global(const ast::VarDecl& decl);
  Symbol make_symbol(const ast::VarDecl& decl, ir::Scope scope, std::vector<ir::VarId>& list);
  void flatten(Symbol& symbol, const std::string& prefix, const std::string& shown, std::vector<uint32_t> dims,
               const ast::TypeRef& type, ir::Scope scope, std::vector<ir::VarId>& list, int depth);
  ir::VarId new_variable(const std::string& name, ir::Scope scope, const ir::ScalarType& type,
                         std::vector<uint32_t> dims, const Span& span, std::vector<ir::VarId>& list);
  ir::ScalarType scalar_type(const ast::TypeRef& type, int32_t bits, const Span& span);
  void initialise(const Symbol& symbol, const ast::VarDecl& decl, std::vector<ir::ActionId>& list);
  void initialise_leaves(const Symbol& symbol, std::vector<ir::ActionId>& list);
  int32_t channel_type(const ast::ChannelInit& init, const std::string& name);
  void channel_fields(const ast::TypeRef& type, std::vector<ir::ScalarType>& fields, int depth);

  // processes
  void process_unit(const ast::Unit& unit);
  void tell_variables_apart();
  void finish_processes();
  void check_trace(const ir::Process& process);
  void create_instances();
  void check_messages();

  // statements
  void sequence(const std::vector<ast::StmtPtr>& statements);
  void statement(const ast::Stmt& stmt);
  void declaration(const ast::Stmt& stmt);
  Node node(const ast::Stmt& stmt);
  Node choice(const ast::Stmt& stmt);
  Node braces(const ast::Stmt& stmt);
  Node for_range(const ast::Stmt& stmt, ir::Place variable, ir::ExprId from, ir::ExprId to);
  Node for_in(const ast::Stmt& stmt);
  Node loop_end(const ast::Stmt& stmt, const ir::Place& variable, bool with_else);
  Node select(const ast::Stmt& stmt);
  Node select_const(const ast::Stmt& stmt, std::vector<std::pair<std::string, Span>> labels);
  Node unless(const ast::Stmt& stmt);
  Node basic(const ast::Stmt& stmt);
  Node action_node(const ast::Stmt& stmt, ir::Action action);
  void note_text(const ast::Stmt& stmt, ir::Action& action);
  Node assign_node(const ast::Stmt& stmt, const ir::Place& place, ir::ExprId value);
  Node condition_node(const ast::Stmt& stmt, ir::ExprId value);
  ir::ActionId add_action(ir::Action action);
  void check_fields(const ast::Stmt& s, int32_t channel_type, size_t given, const char* what);
  void check_claim_action(const ast::Stmt& stmt);
  bool in_trace() const;
  void event_values(const ast::Expr& e, std::vector<ir::ReceiveArg>& out);

  // expressions
  ir::ExprId expr(const ast::Expr& e);
  ir::ExprId reference(const ast::Expr& e);
  ir::ExprId run_expr(const ast::Expr& e);
  ir::ExprId channel(const ast::Expr& e, int32_t* known_type = nullptr);
  ir::ExprId constant(int32_t value, const Span& span);
  bool is_constant(ir::ExprId e) const;
  ir::ExprId load(const ir::Place& place, const Span& span);
  ir::ExprId binary(ir::Op op, ir::ExprId a, ir::ExprId b, const Span& span);
  ir::ExprId add(ir::Expr e);
  ir::Place place(const ast::Expr& e);
  bool resolve(const ast::Expr& e, const Symbol*& symbol, ir::Place& place, std::string& path, bool& is_struct,
               const Symbol* in = nullptr);
  // The scalars of an argument: structures give one per leaf element.
  void expand(const ast::Expr& e, std::vector<ir::ExprId>& out);
  void expand_receive(const ast::ReceiveArg& arg, std::vector<ir::ReceiveArg>& out);
  bool expand_struct(const ast::Expr& e, std::vector<ir::Place>& out);
  const Symbol* lookup(const std::string& name);
  // hints: which name was meant
  void report_undeclared(const ast::Expr& e);
  bool report_local(const ast::Expr& e);
  std::string process_hint(const std::string& name) const;
  std::string member_hint(const ast::Unit& type, const std::string& name) const;
  void resolve_remotes();
  void visit_remote_labels(const ast::Expr& e);
  int32_t formula(const ast::Expr& e, std::vector<logic::LtlNode>& nodes);
  int32_t atom(const ast::Expr& e);
  void given_automata();                                                    // lower_formula.cc
  // embedded C: lower_c.cc
  ir::ExprId c_snippet(const ast::CText& c, bool is_code, const Span& span);
  static std::string c_source(const ast::CText& c);
  void declare_c();
  void finish_c();
  int32_t branching_formula(const ast::Expr& e, logic::CtlFormula& nodes);  // lower_ctl.cc

  const ast::Model& model_;
  const CompileOptions& options_;
  Diagnostics& diagnostics_;
  ir::Program program_;
  std::map<std::string, const ast::Unit*> user_types_;
  std::map<std::string, std::pair<int32_t, int32_t>> mtype_constants_;  // value, set
  std::map<std::string, int32_t> mtype_sets_;
  std::map<std::string, Symbol> globals_;
  std::vector<std::pair<const ast::VarDecl*, std::string>> global_order_;
  std::map<std::string, int32_t> processes_;
  std::map<const ast::Unit*, int32_t> unit_process_;
  std::vector<Body> bodies_;
  std::vector<PendingRemote> pending_;
  Context context_;
  int32_t next_id_ = 0;
  int32_t scratch_ = 0;
  std::unique_ptr<CUnitText> c_;          // null: the model has no C
  std::map<std::string, int32_t> atoms_;  // by text
  Extent last_extent_;                    // of the last statement with a text,
  ir::ActionId last_written_ = 0;         // and its action
  uint64_t elements_ = 0;                 // of all variables
  bool has_room_ = true;                  // for more variables
};

}  // namespace gyre::promela
