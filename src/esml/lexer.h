// The lexer makes tokens of text. Comments `(* *)` nest. What is no token is reported and left out, so that parsing can
// go on.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "esml/token.h"

namespace gyre::esml {

// The last token is always end_of_file. `file` is the text's number in the SourceMap.
std::vector<Token> tokenise(std::string_view text, uint32_t file, Diagnostics& diagnostics);
// A formula of the command line: the usual symbols ! && || | -> <-> == != count as those of ESML too, and <> is one.
std::vector<Token> tokenise_formula(std::string_view text, uint32_t file, Diagnostics& diagnostics);

}  // namespace gyre::esml
