// Where numbers of processes go: a type inference that tells values that are processes' numbers (of `_pid` and `run`)
// from ordinary ones, as Ip & Dill's scalarsets do, but for models that do not declare them.
//
// Variables (their elements, and each of their indices), fields of channels and the numbers of the instances of each
// proctype are sorts. What is assigned, compared for equality, sent, received or passed as an argument makes two sorts
// one. A sort whose values are computed with, ordered, or kept where they do not fit is one of ordinary numbers; a
// constant in a sort of processes' numbers names one process. Anything that is not known blocks the whole program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::reduce {

class PidSorts {
 public:
  // `atoms`: of formulas that look at the states as well.
  PidSorts(const ir::Program& program, const std::vector<ir::ExprId>& atoms);

  // Why nothing can be said of the program; empty: something can.
  const std::string& blocked() const { return blocked_; }
  // Whether a process's number is used for anything but printing it.
  bool observed() const { return observed_; }
  // Why the instances of a proctype can be told apart by their numbers; empty: they cannot.
  std::string why_told_apart(int32_t process) const;

  // Do values of the variable, its index, the field of a channel hold numbers of processes that cannot be told apart?
  bool elements(ir::VarId var) const { return is_pid(elements_of(var)); }
  bool index(ir::VarId var, size_t dimension) const { return is_pid(index_of(var, dimension)); }
  bool field(size_t channel_type, size_t field) const { return is_pid(field_of(channel_type, field)); }
  // Numbers that the model names.
  std::vector<int32_t> named() const;

 private:
  using Sort = uint32_t;
  struct Node {
    Sort parent = 0;
    std::vector<int32_t> processes;  // whose numbers they are
    std::vector<int32_t> constants;
    std::string number;  // why they are ordinary numbers; empty: they are not
  };
  // Of an expression.
  struct Value {
    enum class Kind { number, constant, sort } kind = Kind::number;
    int32_t constant = 0;
    Sort sort = 0;
  };

  Sort elements_of(ir::VarId var) const;
  Sort index_of(ir::VarId var, size_t dimension) const;
  Sort field_of(size_t channel_type, size_t field) const;
  Sort numbers_of(int32_t process) const;
  Sort find(Sort sort) const;
  bool is_pid(Sort sort) const;
  std::string where(const Span& span) const;
  void block(const std::string& what, const Span& span);

  void join(Sort a, Sort b);
  void join(const Value& a, const Value& b, const Span& span);
  void make_number(Sort sort, const std::string& why);
  Value value(ir::ExprId id, int32_t process);
  Value place(const ir::Place& place, int32_t process);
  void truth(ir::ExprId id, int32_t process);
  void number(ir::ExprId id, int32_t process);
  void start(const ir::Expr& run, int32_t process);
  std::vector<size_t> channel_types(ir::ExprId channel) const;
  void send(const ir::Action& action, int32_t process);
  void receive(ir::ExprId channel, const std::vector<ir::ReceiveArg>& args, int32_t process, const Span& span);
  void action(const ir::Action& action, int32_t process);
  void look_at_types();
  void look_at_zeroes();

  const ir::Program& program_;
  std::vector<Node> nodes_;
  std::vector<Sort> elements_, first_index_, first_field_, numbers_;
  std::vector<bool> assigned_, started_;  // variables; proctypes, by run
  std::string blocked_;
  bool observed_ = false;
};

}  // namespace gyre::reduce
