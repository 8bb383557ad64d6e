// A printf whose format asks for more values than are given, or for fewer.
#include <fmt/format.h>

#include "lint/lint.h"
#include "lint/spots.h"

namespace gyre::lint {

namespace {

// How many values a format asks for, as the machine reads it.
size_t conversions(const std::string& format) {
  constexpr std::string_view kConversions = "diucxoes";
  size_t out = 0;
  for (size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] == '\\') ++i;
    if (format[i] != '%') continue;
    ++i;
    while (i + 1 < format.size() && (format[i] == '-' || (format[i] >= '0' && format[i] <= '9'))) ++i;
    if (kConversions.find(format[i]) != std::string_view::npos) ++out;
  }
  return out;
}

const char* plural(size_t n) { return n == 1 ? "" : "s"; }

}  // namespace

void printf_arguments(const ir::Program& program, Diagnostics& diagnostics) {
  Spots spots;
  for (const ir::Action& a : program.actions) {
    if (a.kind != ir::ActionKind::print) continue;
    const size_t wanted = conversions(a.text), given = a.exprs.size();
    if (wanted == given) continue;
    spots.see(a.span, 0, true, [&] {
      return fmt::format("the format asks for {} value{}, {} {} given{}", wanted, plural(wanted), given,
                         given == 1 ? "is" : "are", given < wanted ? ": 0 is printed for what is missing" : "");
    });
  }
  spots.report(Warning::printf_arguments, diagnostics);
}

}  // namespace gyre::lint
