// The functions of the C library that are other ones for C of models. They hold nothing that must be given back: a
// crash inside them (a bad pointer for %s) leaves the call by a jump.
#include "vm/c_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "vm/c_calls.h"
#include "vm/c_guard.h"

namespace gyre::vm {

namespace {

// More than that in one call is cut.
constexpr size_t kMostPrinted = 1 << 16;

struct Printed {
  char text[kMostPrinted];
  size_t size = 0;
  bool wanted = false;
};
thread_local Printed printed;

void add(const char* text, size_t size) {
  if (!printed.wanted) return;
  const size_t n = std::min(size, kMostPrinted - printed.size);
  std::memcpy(printed.text + printed.size, text, n);
  printed.size += n;
}

int print_list(const char* format, va_list list) {
  const size_t room = printed.wanted ? kMostPrinted - printed.size : 0;
  char none;
  const int n = std::vsnprintf(room > 0 ? printed.text + printed.size : &none, room, format, list);
  if (n > 0 && room > 0) printed.size += std::min(static_cast<size_t>(n), room - 1);
  return n;
}

[[gnu::format(printf, 1, 2)]] int c_printf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int n = print_list(format, list);
  va_end(list);
  return n;
}

[[gnu::format(printf, 2, 3)]] int c_fprintf(FILE* file, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int n = file == stdout ? print_list(format, list) : std::vfprintf(file, format, list);
  va_end(list);
  return n;
}

int c_vprintf(const char* format, va_list list) { return print_list(format, list); }
int c_vfprintf(FILE* file, const char* format, va_list list) {
  return file == stdout ? print_list(format, list) : std::vfprintf(file, format, list);
}
int c_puts(const char* text) {
  add(text, std::strlen(text));
  add("\n", 1);
  return 1;
}
int c_putchar(int c) {
  const char one = static_cast<char>(c);
  add(&one, 1);
  return c;
}
int c_fputs(const char* text, FILE* file) {
  if (file != stdout) return std::fputs(text, file);
  add(text, std::strlen(text));
  return 1;
}
int c_fputc(int c, FILE* file) { return file == stdout ? c_putchar(c) : std::fputc(c, file); }
size_t c_fwrite(const void* data, size_t size, size_t count, FILE* file) {
  if (file != stdout) return std::fwrite(data, size, count, file);
  add(static_cast<const char*>(data), size * count);
  return count;
}

[[noreturn]] void c_assert_fail(const char* text, const char* file, unsigned line, const char*) {
  char why[200];
  std::snprintf(why, sizeof why, "assertion violated: %s (%s:%u)", text, file, line);
  leave_call(why);
}
[[noreturn]] void c_error(const char* text) { leave_call(text); }
[[noreturn]] void c_exit(int status) {
  char why[80];
  std::snprintf(why, sizeof why, "the C calls exit(%d)", status);
  leave_call(why);
}
[[noreturn]] void c_abort() { leave_call("abort()"); }

template <class F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

void COutput::begin() {
  printed.size = 0;
  printed.wanted = to_ != nullptr;
}

void COutput::end() {
  if (to_ != nullptr) to_->append(printed.text, printed.size);
  printed.wanted = false;
}

std::vector<std::pair<std::string, void*>> functions_for_c() {
  return {{"printf", address(c_printf)},   {"Printf", address(c_printf)},   {"cpu_printf", address(c_printf)},
          {"fprintf", address(c_fprintf)}, {"vprintf", address(c_vprintf)}, {"vfprintf", address(c_vfprintf)},
          {"puts", address(c_puts)},       {"putchar", address(c_putchar)}, {"putc", address(c_fputc)},
          {"fputc", address(c_fputc)},     {"fputs", address(c_fputs)},     {"fwrite", address(c_fwrite)},
          {"uerror", address(c_error)},    {"Uerror", address(c_error)},    {"__assert_fail", address(c_assert_fail)},
          {"exit", address(c_exit)},       {"_exit", address(c_exit)},      {"abort", address(c_abort)}};
}

}  // namespace gyre::vm
