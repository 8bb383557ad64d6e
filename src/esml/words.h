// The words of ESML with what an editor says of them. The lexer's table of keywords is another one: a unit test
// compares the two.
#pragma once

#include <vector>

#include "base/symbols.h"

namespace gyre::esml {

const std::vector<LanguageWord>& words();

}  // namespace gyre::esml
