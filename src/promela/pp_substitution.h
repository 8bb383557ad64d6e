// The replacement text of a macro with its arguments put in place: parameters, # and ##.
#pragma once

#include <cstddef>
#include <vector>

#include "promela/pp_lexer.h"
#include "promela/pp_macros.h"
#include "promela/pp_report.h"

namespace gyre::promela::pp {

// The arguments of one macro call.
struct Arguments {
  std::vector<std::vector<Token>> raw;
  std::vector<std::vector<Token>> expanded;  // filled for parameters that need it
  bool variadic_omitted = false;             // the variadic argument is not there at all, not even empty
};

// Whether element `index` of the macro's text is a parameter that stands for its expanded argument; beside # and ##
// it stands for the argument as it was written.
bool takes_expanded(const Macro& macro, size_t index);

// Tokens of the macro's text stand where `use` stands, with their place in the #define as origin; tokens of arguments
// keep their place.
std::vector<Token> substitute(Macro& macro, const Arguments& arguments, const Token& use, TextPool& pool,
                              Report& report);

}  // namespace gyre::promela::pp
