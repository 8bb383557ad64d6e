// gyre-certify FILE: does a certificate that `gyre check --certificate` has written establish its verdict?
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "certify/check.h"
#include "certify/input.h"
#include "certify/program.h"

namespace {

constexpr const char* kUsage =
    "usage: gyre-certify [--plain] FILE\n"
    "Checks a certificate of `gyre check --certificate FILE` with code of its own.\n"
    "--plain: prints the certificate without compression instead, for other programs (which can be checked too)\n"
    "exit status: 0 the verdict is established, 1 it is not, 2 the file cannot be read\n";

void print_plain(std::FILE* file) {
  certify::Input input(file);
  for (std::string text = input.some(); !text.empty(); text = input.some())
    std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  const bool plain = argc == 3 && std::strcmp(argv[1], "--plain") == 0;
  if (!plain && (argc != 2 || argv[1][0] == '-')) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  const char* name = argv[argc - 1];
  std::FILE* file = std::fopen(name, "rb");
  if (file == nullptr) {
    std::fprintf(stderr, "gyre-certify: %s: cannot read this file\n", name);
    return 2;
  }
  int status = 2;
  try {
    if (plain) {
      print_plain(file);
      std::fclose(file);
      return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 2;
    }
    const certify::Established e = certify::check(file);
    std::printf("%s: %s holds in %s\n", name, e.property.c_str(), e.model.c_str());
    if (!e.formula.empty()) std::printf("  formula   %s\n", e.formula.c_str());
    std::printf("  states    %llu, with %llu steps, all of them looked at\n", static_cast<unsigned long long>(e.states),
                static_cast<unsigned long long>(e.steps));
    if (e.words > 0)
      std::printf("  automaton compared with the formula on %llu random words\n",
                  static_cast<unsigned long long>(e.words));
    status = 0;
  } catch (const certify::Rejected& why) {
    std::printf("%s: NOT established: %s\n", name, why.what());
    status = 1;
  } catch (const std::bad_alloc&) {
    std::fputs("gyre-certify: out of memory\n", stderr);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "gyre-certify: %s\n", e.what());
  }
  std::fclose(file);
  if (std::fflush(stdout) != 0) status = 2;
  return status;
}
