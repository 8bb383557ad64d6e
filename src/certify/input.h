// The text of a certificate piece by piece: decompressed (zstd, with its checksum), or as it is where nothing is
// compressed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace certify {

class Input {
 public:
  // The file stays the caller's.
  explicit Input(std::FILE* file);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Both throw Rejected where the certificate ends too early or is damaged.
  int64_t number();
  std::string text(uint64_t length);
  // Whether all was read.
  bool at_end();
  // Some of what comes next; empty: there is nothing more.
  std::string some();

 private:
  bool fill();
  bool read();
  uint8_t byte();

  struct Stream;
  std::FILE* file_;
  std::unique_ptr<Stream> stream_;
  std::vector<char> packed_, open_;
  size_t packed_at_ = 0, packed_end_ = 0;  // what was read of the file and not yet decompressed
  size_t at_ = 0, end_ = 0;                // what was decompressed and not yet used
  bool whole_ = true;                      // no compressed frame is unfinished
  bool begun_ = false;
  bool plain_ = false;  // it is not compressed
};

}  // namespace certify
