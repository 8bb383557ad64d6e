// Makes a parser (C, on standard output) of a grammar (JSON, on standard input) with tree-sitter's generator, of which the
// last version in C++ is in the npm registry.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "tree_sitter/compiler.h"

int main() {
  const std::string grammar((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  const TSCompileResult result = ts_compile_grammar(grammar.c_str(), nullptr);
  if (result.error_type != TSCompileErrorTypeNone) {
    std::cerr << result.error_message << "\n";
    return 1;
  }
  std::cout << result.code;
  return 0;
}
