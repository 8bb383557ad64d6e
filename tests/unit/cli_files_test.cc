// Files that are there as a whole or not at all.
#include "cli/files.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/output.h"
#include "temporary.h"

namespace gyre::cli {
namespace {

class CliFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  size_t count() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }
  std::string failure(const std::string& at, const std::string& text) const {
    try {
      write_file_atomically(at, text);
    } catch (const Error& e) {
      return e.what();
    }
    return "written";
  }
  test::TemporaryFolder folder_;
};

TEST_F(CliFiles, WriteAndOverwrite) {
  write_file_atomically(path("a"), "one");
  EXPECT_EQ(read_file(path("a")), "one");
  ASSERT_EQ(chmod(path("a").c_str(), 0640), 0);
  write_file_atomically(path("a"), "two");
  EXPECT_EQ(read_file(path("a")), "two");
  struct stat s {};
  ASSERT_EQ(stat(path("a").c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0640u);
  EXPECT_EQ(count(), 1u);
}

TEST_F(CliFiles, ALinkStaysALink) {
  write_file_atomically(path("a"), "one");
  ASSERT_EQ(symlink("a", path("link").c_str()), 0);
  write_file_atomically(path("link"), "two");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a")), "two");
}

TEST_F(CliFiles, Failures) {
  EXPECT_EQ(failure(path("no/such"), "x"), path("no/such") + ": cannot write this file: No such file or directory");
  const std::string folder = folder_.path().string();
  EXPECT_EQ(failure(folder, "x"), folder + ": cannot write this file: Is a directory");
  EXPECT_EQ(count(), 0u);
  EXPECT_THROW(read_file(path("nothing")), Error);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(failure("/dev/full", "x"), "/dev/full: cannot write this file: No space left on device");
  }
}

TEST_F(CliFiles, AFullDiskLeavesTheOldFile) {
  write_file_atomically(path("a"), "old");
  // A limit on the size of files stands in for a full disk.
  struct rlimit old {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = old;
  small.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = failure(path("a"), std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(message, path("a") + ": cannot write this file: File too large");
  EXPECT_EQ(read_file(path("a")), "old");
  EXPECT_EQ(count(), 1u);
}

}  // namespace
}  // namespace gyre::cli
