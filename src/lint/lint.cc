#include "lint/lint.h"

namespace gyre::lint {

void lint(const ir::Program& program, Diagnostics& diagnostics) {
  if (program.embedded_c != nullptr) return;  // what it reads and writes is not known
  unread_variables(program, diagnostics);
  never_started(program, diagnostics);
  unreachable(program, diagnostics);
  constant_comparisons(program, diagnostics);
  truncations(program, diagnostics);
  message_types(program, diagnostics);
  printf_arguments(program, diagnostics);
}

}  // namespace gyre::lint
