#include "cli/certificate.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <zstd.h>

#include <gyre/certificate.h>

#include "certify/check.h"
#include "certify/program.h"
#include "cli/files.h"
#include "cli/output.h"

namespace gyre::cli {

namespace {

constexpr int kLevel = 3;  // zstd's own choice: states are much alike, and more gains little

class Compressor {
 public:
  explicit Compressor(std::function<void(std::string_view)> out)
      : stream_(ZSTD_createCCtx()), out_(std::move(out)), buffer_(ZSTD_CStreamOutSize()) {
    if (!stream_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
  }
  void put(std::string_view text) { push(text, ZSTD_e_continue); }
  void finish() { push("", ZSTD_e_end); }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
  };

  void push(std::string_view text, ZSTD_EndDirective how) {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const size_t left = ZSTD_compressStream2(stream_.get(), &out, &in, how);
      if (ZSTD_isError(left) != 0)
        throw InternalError(fmt::format("internal error: zstd: {}", ZSTD_getErrorName(left)));
      out_(std::string_view(buffer_.data(), out.pos));
      if (how == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
    }
  }

  std::unique_ptr<ZSTD_CCtx, Free> stream_;
  std::function<void(std::string_view)> out_;
  std::vector<char> buffer_;
};

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

void confirm(File file) {
  if (!file) throw OutputLost("--confirm: the certificate cannot be read back");
  try {
    certify::check(file.get());
  } catch (const certify::Rejected& why) {
    throw InternalError(
        fmt::format("internal error: the certificate does not establish the verdict: {}. This is a bug "
                    "in gyre",
                    why.what()));
  }
}

uint64_t write(const Arguments& arguments, const Model& model, const std::function<bool()>& stopped,
               const std::function<void(std::string_view)>& out) {
  Compressor compressor(out);
  const Certificate made = write_certificate(
      model, arguments.settings, [&](std::string_view text) { compressor.put(text); }, stopped);
  if (!made.given_up.empty()) throw OutputLost("no certificate was written: " + made.given_up);
  compressor.finish();
  return made.states;
}

void remove_old(const std::string& file) {
  struct stat old {};
  if (::stat(file.c_str(), &old) == 0 && S_ISREG(old.st_mode)) ::unlink(file.c_str());
}

}  // namespace

void refuse_certificate(const Arguments& arguments, const Model& model) {
  const bool named = !arguments.text("certificate").empty();
  if (!named && !arguments.has("confirm")) return;
  const std::string why = why_no_certificate(model, arguments.settings);
  if (!why.empty()) throw Error(fmt::format("--{}: {}", named ? "certificate" : "confirm", why));
}

void certify_report(const Arguments& arguments, const Model& model, Report& report,
                    const std::function<bool()>& stopped) {
  const std::string file = arguments.text("certificate");
  const bool confirmed = arguments.has("confirm");
  if ((file.empty() && !confirmed) || report.properties.size() != 1) return;
  Property& property = report.properties[0];
  if (property.verdict != Verdict::holds) {
    remove_old(file);
    return;
  }
  uint64_t states = 0;
  if (file.empty()) {
    File temporary(std::tmpfile());
    if (!temporary) throw OutputLost("--confirm: there is no place for the certificate: say --certificate FILE");
    states = write(arguments, model, stopped, [&](std::string_view text) {
      if (std::fwrite(text.data(), 1, text.size(), temporary.get()) != text.size())
        throw OutputLost("--confirm: there is no room for the certificate: say --certificate FILE");
    });
    if (std::fflush(temporary.get()) != 0)
      throw OutputLost("--confirm: there is no room for the certificate: say --certificate FILE");
    std::rewind(temporary.get());
    confirm(std::move(temporary));
  } else {
    NewFile out(file);
    states = write(arguments, model, stopped, [&](std::string_view text) { out.write(text); });
    if (confirmed) confirm(File(out.reading()));
    out.finish();
    property.certificate = file;
  }
  property.certified_states = states;
  property.confirmed = confirmed;
}

}  // namespace gyre::cli
