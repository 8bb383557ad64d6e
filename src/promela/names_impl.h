// Inside of names.h: names.cc reads the tokens, names_resolve.cc finds out what each name stands for.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/nth.h"
#include "promela/names.h"

namespace gyre::promela {

class NameReader {
 public:
  NameReader(const std::vector<Token>& tokens, const PpRecord& record, const SourceMap& sources)
      : tokens_(tokens), record_(record), sources_(sources) {
    scopes_.push_back({});
  }
  NameTable run();

 private:
  struct Scope {
    int32_t parent = -1;
    std::map<std::string, int32_t> names;
  };
  enum class Where : uint8_t { here, label, remote_variable, remote_label, field_type };
  // A name that is used, with its members a.b.c; what it stands for is known at the end.
  struct Reference {
    size_t token = 0;
    std::vector<size_t> members;
    NameUse use = NameUse::read;
    Where where = Where::here;
    size_t process = 0;  // remote: the token of the proctype's name
    int32_t local = -1;  // the declaration, if it is a local one
    int32_t scope = 0;
    int32_t in = -1;
    int32_t call = -1;  // the argument alone of this call
    size_t position = 0;
  };
  struct Call {
    size_t token = 0;
    int32_t scope = 0;
    int32_t in = -1;
    int32_t target = -1;  // the inline
  };
  struct Brace {
    size_t token = 0;
    int32_t outer = 0;  // the scope around it
  };
  struct Paren {
    int32_t call = -1;
    size_t position = 0;
  };

  // tokens (names.cc)
  const Token& now() const { return tokens_[at_]; }
  const Token& ahead(size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  bool is(Tok kind) const { return now().kind == kind; }
  void next() {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  bool accept(Tok kind);
  Span place(const Token& token) const;
  std::string text(size_t from, size_t to) const;

  // units
  void step();
  bool unit();
  void process_head(bool active);
  void inline_head();
  void type_head();
  void formula_head();
  void claim_head();
  void leave_unit();
  int32_t declare(NameKind kind, const Token& name, std::string text);
  void own(int32_t symbol, size_t first);

  // declarations
  bool at_declaration() const;
  void declaration(NameKind kind);
  void declarator(NameKind kind, const std::string& type, const std::string& user);
  bool mtype_constants();
  void rest_of_declarator();

  // statements and expressions
  void open_brace();
  void close_brace();
  void open_choice() { choices_.push_back(at_); }
  void close_choice();
  void block(size_t from, size_t to);
  void name();
  void label();
  Reference& reference(NameUse use, Where where = Where::here);
  void postfix(std::vector<size_t>& members);
  void index();
  void remote(Reference& ref);
  void receive_arguments();
  void written_in_parentheses();
  int32_t lookup(const std::string& name, int32_t scope) const;

  // names_resolve.cc
  void resolve();
  void add_macros();
  void add_use(int32_t symbol, const Token& token, NameUse use, int32_t in);
  void resolve_one(const Reference& ref);
  void resolve_members(int32_t symbol, const Reference& ref);
  std::vector<int32_t> from_callers(const std::string& name, int32_t inline_symbol, int depth) const;
  int32_t global(const std::string& name) const;
  int32_t in_process(const std::string& process, const std::string& name, bool label) const;
  void uses_of_arguments();
  void drop_duplicates();

  const std::vector<Token>& tokens_;
  const PpRecord& record_;
  const SourceMap& sources_;
  NameTable out_;
  size_t at_ = 0;
  std::vector<Scope> scopes_;  // 0: global
  std::vector<Reference> references_;
  std::vector<Call> calls_;
  std::vector<Brace> braces_;
  std::vector<Paren> parens_;
  std::vector<size_t> choices_;
  std::map<int32_t, std::string> user_types_;                 // of variables and fields: the typedef's name
  std::map<int32_t, std::map<std::string, int32_t>> fields_;  // by typedef
  std::map<int32_t, std::map<std::string, int32_t>> labels_;  // by process or inline
  std::map<int32_t, std::vector<std::pair<std::string, int32_t>>> locals_;  // by process: all of them
  std::map<int32_t, int32_t> written_;                                      // position of a parameter in its inline
  int32_t scope_ = 0;
  int32_t owner_ = -1;  // the unit that is being read,
  size_t first_ = 0;    // and its first token
  bool in_formula_ = false;
  bool in_type_ = false;
  bool in_head_ = false;  // of a proctype: declarations are parameters
  int formulas_ = 0;
};

}  // namespace gyre::promela
