// The names of a Promela model: what is declared where, and who uses it. Made from tokens, not from the tree: so there
// are names also while the model has errors, in inlines that nobody calls, and in the text of macros.
//
// Names are resolved as the lowering does it: a variable is known from its declaration to the end of its braces; what
// is not known there is global, and in an inline it may be a variable of whoever calls it.
#pragma once

#include <vector>

#include "base/symbols.h"
#include "promela/preprocess.h"
#include "promela/token.h"

namespace gyre::promela {

// The tokens end with one `end`; `record` is that of the preprocessor that made them.
NameTable names_of(const std::vector<Token>& tokens, const PpRecord& record, const SourceMap& sources);

}  // namespace gyre::promela
