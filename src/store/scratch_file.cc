#include "store/scratch_file.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gyre::store {

namespace {

// Not every file system has files without names; then the name is taken away at once.
int open_in(const std::string& folder) {
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  std::string name = folder + "/gyre-states-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

ScratchFile::ScratchFile(const std::string& folder) : file_(open_in(folder)) {
  if (file_ < 0) throw DiskError("cannot make a file in the folder '" + folder + "': " + std::strerror(errno));
  buffer_.reserve(kBuffer);
}

ScratchFile::~ScratchFile() {
  if (file_ >= 0) close(file_);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), written_(other.written_), buffer_(std::move(other.buffer_)) {}

ScratchFile& ScratchFile::operator=(ScratchFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(written_, other.written_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

void ScratchFile::append(const void* data, size_t bytes) {
  const auto* first = static_cast<const uint8_t*>(data);
  if (buffer_.size() + bytes > kBuffer) flush();
  if (bytes > kBuffer) {
    write_out(first, bytes);
  } else {
    buffer_.insert(buffer_.end(), first, first + bytes);
  }
}

void ScratchFile::flush() {
  write_out(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void ScratchFile::write_out(const uint8_t* data, size_t bytes) {
  assert(file_ >= 0);
  while (bytes > 0) {
    const ssize_t done = pwrite(file_, data, bytes, static_cast<off_t>(written_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw DiskError(std::string("cannot write states to the disk: ") + std::strerror(errno));
    written_ += static_cast<uint64_t>(done);
    data += done;
    bytes -= static_cast<size_t>(done);
  }
}

void ScratchFile::read(uint64_t from, void* data, size_t bytes) const {
  assert(from + bytes <= size());
  auto* out = static_cast<uint8_t*>(data);
  while (bytes > 0 && from < written_) {
    const size_t there = static_cast<size_t>(std::min<uint64_t>(bytes, written_ - from));
    const ssize_t done = pread(file_, out, there, static_cast<off_t>(from));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw DiskError(std::string("cannot read states from the disk: ") + std::strerror(errno));
    from += static_cast<uint64_t>(done);
    out += done;
    bytes -= static_cast<size_t>(done);
  }
  if (bytes > 0) std::memcpy(out, buffer_.data() + (from - written_), bytes);
}

const uint8_t* ScratchReader::next(size_t bytes) {
  if (buffer_.size() - used_ < bytes) {
    const size_t kept = buffer_.size() - used_;
    const uint64_t unread = file_->size() - at_;
    if (kept + unread == 0) return nullptr;
    assert(bytes <= kept + unread);
    const size_t more = static_cast<size_t>(std::min<uint64_t>(unread, std::max(size_, bytes) - kept));
    std::vector<uint8_t> fresh(kept + more);
    if (kept > 0) std::memcpy(fresh.data(), buffer_.data() + used_, kept);
    file_->read(at_, fresh.data() + kept, more);
    at_ += more;
    buffer_ = std::move(fresh);
    used_ = 0;
  }
  const uint8_t* here = buffer_.data() + used_;
  used_ += bytes;
  return here;
}

}  // namespace gyre::store
