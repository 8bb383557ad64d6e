#include "certify/input.h"

#include <algorithm>
#include <new>
#include <string_view>

#include <zstd.h>

#include "certify/program.h"

namespace certify {

namespace {

constexpr std::string_view kMagic("\x28\xb5\x2f\xfd", 4);  // with which compressed data begins

}  // namespace

struct Input::Stream {
  ZSTD_DStream* z = ZSTD_createDStream();
  ~Stream() { ZSTD_freeDStream(z); }
};

Input::Input(std::FILE* file)
    : file_(file), stream_(std::make_unique<Stream>()), packed_(ZSTD_DStreamInSize()), open_(ZSTD_DStreamOutSize()) {
  if (stream_->z == nullptr) throw std::bad_alloc();
  ZSTD_initDStream(stream_->z);
}
Input::~Input() = default;

// More of the file. False: there is nothing more.
bool Input::read() {
  packed_at_ = 0;
  packed_end_ = std::fread(packed_.data(), 1, packed_.size(), file_);
  if (std::ferror(file_) != 0) throw Rejected("it cannot be read");
  if (!begun_) plain_ = packed_end_ < kMagic.size() || std::string_view(packed_.data(), kMagic.size()) != kMagic;
  begun_ = true;
  if (packed_end_ == 0 && !whole_) throw Rejected("it is cut off");
  return packed_end_ > 0;
}

// More of the text. False: there is nothing more.
bool Input::fill() {
  at_ = end_ = 0;
  while (end_ == 0) {
    if (packed_at_ == packed_end_ && !read()) return false;
    if (plain_) {
      end_ = std::min(open_.size(), packed_end_ - packed_at_);
      std::copy_n(packed_.data() + packed_at_, end_, open_.data());
      packed_at_ += end_;
      continue;
    }
    ZSTD_inBuffer in{packed_.data(), packed_end_, packed_at_};
    ZSTD_outBuffer out{open_.data(), open_.size(), 0};
    const size_t left = ZSTD_decompressStream(stream_->z, &out, &in);
    if (ZSTD_isError(left) != 0) throw Rejected(std::string("it is damaged: ") + ZSTD_getErrorName(left));
    whole_ = left == 0;
    packed_at_ = in.pos;
    end_ = out.pos;
  }
  return true;
}

uint8_t Input::byte() {
  if (at_ == end_ && !fill()) throw Rejected("it is cut off");
  return static_cast<uint8_t>(open_[at_++]);
}

int64_t Input::number() {
  uint64_t v = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint8_t b = byte();
    v |= static_cast<uint64_t>(b & 127) << shift;
    if ((b & 128) == 0) return static_cast<int64_t>((v >> 1) ^ (~(v & 1) + 1));
  }
  throw Rejected("a number is too long");
}

std::string Input::text(uint64_t length) {
  std::string out;
  while (out.size() < length) {
    if (at_ == end_ && !fill()) throw Rejected("it is cut off");
    const size_t some = std::min<uint64_t>(length - out.size(), end_ - at_);
    out.append(open_.data() + at_, some);
    at_ += some;
  }
  return out;
}

bool Input::at_end() { return at_ == end_ && !fill(); }

std::string Input::some() {
  if (at_ == end_ && !fill()) return "";
  std::string out(open_.data() + at_, end_ - at_);
  at_ = end_;
  return out;
}

}  // namespace certify
