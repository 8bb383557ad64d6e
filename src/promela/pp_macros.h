// Macros: what a #define line says, and the table of those that are defined.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "promela/pp_lexer.h"
#include "promela/pp_report.h"

namespace gyre::promela::pp {

// One element of a replacement text, with the operators # and ## already understood.
struct BodyToken {
  Token token;              // its span is the place in the #define; of `#x` the token is the #
  int32_t parameter = -1;   // index of the parameter that stands here; -1: the token itself
  bool stringify = false;   // the parameter is written #x
  bool paste_next = false;  // ## stands between this and the next element
  int32_t origin = -1;      // its MacroOrigin, made at the first use
};

struct Macro {
  enum class Kind : uint8_t { object, function, line, file, counter };

  std::string_view name;
  Kind kind = Kind::object;
  bool variadic = false;  // the last parameter takes all arguments that are left
  bool disabled = false;  // its expansion is being read: its name stands for itself
  std::vector<std::string_view> parameters;
  std::vector<BodyToken> body;
  Span place;  // the name in the #define; unknown for predefined macros
  int32_t recorded = -1;  // its index in the record; -1: it is in none

  bool predefined() const { return kind != Kind::object && kind != Kind::function; }
};

// Reads the tokens of a line after `#define`; errors are reported. `line_end` is where to point when something is
// missing.
std::optional<Macro> parse_definition(const std::vector<Token>& line, const Span& line_end, Report& report);

// Whether a second #define says the same, so that it needs no warning.
bool same_definition(const Macro& a, const Macro& b);

// Notes that a macro is used, if anybody wants to know.
void record_use(const Macro& macro, const Span& place, Report& report);

// A macro lives as long as the table, also after #undef: its expansion may still be under way.
class MacroTable {
 public:
  MacroTable();

  Macro* find(std::string_view name) const;
  void define(Macro macro, Report& report);
  void undefine(std::string_view name);

  // Changes whenever the table does; if it is the same as before, so is everything that depends on macros.
  uint64_t version() const { return version_; }
  uint64_t next_counter() {
    ++version_;
    return counter_++;
  }

 private:
  std::deque<Macro> storage_;
  std::unordered_map<std::string_view, Macro*> names_;
  uint64_t version_ = 0;
  uint64_t counter_ = 0;
};

}  // namespace gyre::promela::pp
