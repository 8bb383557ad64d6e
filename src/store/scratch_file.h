// A file without a name, in a folder of the user's choice: it is gone when it is closed, and when the process is
// killed.
//
// It is written at its end and read anywhere. Writing that fails (a full disk) throws DiskError, after which the file
// is of no more use. Not for use by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/disk_error.h"

namespace gyre::store {

class ScratchFile {
 public:
  // Throws DiskError with a sentence if there can be no file in that folder.
  explicit ScratchFile(const std::string& folder);
  ~ScratchFile();
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;

  void append(const void* data, size_t bytes);
  // REQUIRES: the bytes are there: from + bytes <= size().
  void read(uint64_t from, void* data, size_t bytes) const;
  uint64_t size() const { return written_ + buffer_.size(); }

 private:
  static constexpr size_t kBuffer = size_t{1} << 18;

  void flush();
  void write_out(const uint8_t* data, size_t bytes);

  int file_ = -1;
  uint64_t written_ = 0;
  std::vector<uint8_t> buffer_;  // what was appended and is not written yet
};

// Reads a file from a place on, in large pieces. The file lives longer, and what is read was written before.
class ScratchReader {
 public:
  ScratchReader(const ScratchFile& file, size_t buffer, uint64_t from = 0) : file_(&file), at_(from), size_(buffer) {}

  // The next bytes, which stay where they are until the next call; null: there are no more.
  // REQUIRES: the file does not end inside of them.
  const uint8_t* next(size_t bytes);
  uint64_t left() const { return file_->size() - at_ + (buffer_.size() - used_); }

 private:
  const ScratchFile* file_;
  uint64_t at_;  // of the file: what comes behind the buffer
  size_t size_;
  size_t used_ = 0;  // of the buffer
  std::vector<uint8_t> buffer_;
};

}  // namespace gyre::store
