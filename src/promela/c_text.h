// The text of embedded C: what stands in the braces (and brackets) of c_code, c_decl and c_expr, put together from the
// preprocessor's tokens, so that the model's macros hold in it, as for SPIN. Each token keeps its line and, as far as
// macros allow that, its column: a C compiler that is told where the text begins finds its errors at their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "promela/preprocess.h"
#include "promela/token.h"

namespace gyre::promela {

// Behind the word at `at`: adds the tokens of the texts that follow and returns the index behind them.
size_t take_c_texts(const std::vector<PpToken>& raw, size_t at, std::vector<Token>& out, Diagnostics& diagnostics);

// In one line, for people.
std::string in_one_line(std::string_view text);

// The files that a C text includes, with their delimiters.
std::vector<std::string> c_includes(std::string_view text);

// Where an expression of C changes something, by its text (calls of functions aside); empty: nowhere.
std::string side_effect(std::string_view text);

// Whether the text has `word` as a name of its own.
bool mentions(std::string_view text, std::string_view word);

}  // namespace gyre::promela
