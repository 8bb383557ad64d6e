// The cache of machine code: what it gives back, and what it refuses.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "jit/code_cache.h"

namespace gyre::jit {
namespace {

namespace fs = std::filesystem;

class CodeCacheTest : public testing::Test {
 protected:
  CodeCacheTest() {
    std::string name = (fs::temp_directory_path() / "gyre-cache-XXXXXX").string();
    base_ = mkdtemp(name.data());
    folder_ = base_ / "cache";
  }
  ~CodeCacheTest() override { fs::remove_all(base_); }
  std::vector<fs::path> files() const { return {fs::directory_iterator(folder_), fs::directory_iterator()}; }

  fs::path base_, folder_;
};

TEST_F(CodeCacheTest, GivesBackWhatItKeeps) {
  const CodeCache cache(folder_);
  ASSERT_TRUE(cache.usable());
  EXPECT_EQ(cache.find("me", "source"), std::nullopt);
  cache.keep("me", "source", "code");
  cache.keep("me", "other", "");
  EXPECT_EQ(cache.find("me", "source"), "code");
  EXPECT_EQ(cache.find("me", "other"), "");
  EXPECT_EQ(cache.find("mes", "ource"), std::nullopt);
  EXPECT_EQ(cache.find("you", "source"), std::nullopt);
  cache.keep("me", "source", "better code");
  EXPECT_EQ(cache.find("me", "source"), "better code");
  EXPECT_EQ(files().size(), 2);
}

TEST_F(CodeCacheTest, IsForNobodyElse) {
  const CodeCache cache(folder_);
  cache.keep("me", "source", "code");
  struct stat s {};
  ASSERT_EQ(stat(folder_.c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0700);
  ASSERT_EQ(stat(files()[0].c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0600);
}

TEST_F(CodeCacheTest, RefusesAFolderThatOthersCanWriteTo) {
  {
    const CodeCache cache(folder_);
    cache.keep("me", "source", "code");
  }
  for (const mode_t mode : {0720, 0702, 0777}) {
    chmod(folder_.c_str(), mode);
    const CodeCache cache(folder_);
    EXPECT_FALSE(cache.usable()) << std::oct << mode;
    EXPECT_EQ(cache.find("me", "source"), std::nullopt);
  }
  chmod(folder_.c_str(), 0755);
  EXPECT_EQ(CodeCache(folder_).find("me", "source"), "code");
}

TEST_F(CodeCacheTest, RefusesTheFolderOfSomebodyElse) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  mkdir(folder_.c_str(), 0700);
  ASSERT_EQ(chown(folder_.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(CodeCache(folder_).usable());
}

TEST_F(CodeCacheTest, RefusesALinkInPlaceOfTheFolder) {
  mkdir((base_ / "elsewhere").c_str(), 0700);
  fs::create_directory_symlink(base_ / "elsewhere", folder_);
  EXPECT_FALSE(CodeCache(folder_).usable());
}

TEST_F(CodeCacheTest, RefusesFilesThatOthersCanWriteToAndLinks) {
  const CodeCache cache(folder_);
  cache.keep("me", "source", "code");
  const fs::path file = files()[0];
  chmod(file.c_str(), 0620);
  EXPECT_EQ(cache.find("me", "source"), std::nullopt);
  chmod(file.c_str(), 0600);
  EXPECT_EQ(cache.find("me", "source"), "code");
  fs::rename(file, base_ / "elsewhere");
  fs::create_symlink(base_ / "elsewhere", file);
  EXPECT_EQ(cache.find("me", "source"), std::nullopt);
  fs::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);  // nobody waits for somebody to write into it
  EXPECT_EQ(cache.find("me", "source"), std::nullopt);
}

// Every byte counts; and what is damaged is written anew.
TEST_F(CodeCacheTest, IgnoresWhatIsDamaged) {
  const CodeCache cache(folder_);
  cache.keep("me", "source", "code");
  const fs::path file = files()[0];
  const auto size = fs::file_size(file);
  for (uintmax_t at = 0; at < size; ++at) {
    cache.keep("me", "source", "code");
    std::fstream f(file, std::ios::in | std::ios::out | std::ios::binary);
    f.seekg(static_cast<std::streamoff>(at));
    const int was = f.get();
    f.seekp(static_cast<std::streamoff>(at));
    f.put(static_cast<char>(was ^ 4));
    f.close();
    EXPECT_EQ(cache.find("me", "source"), std::nullopt) << "byte " << at;
  }
  for (uintmax_t length = 0; length < size; ++length) {
    cache.keep("me", "source", "code");
    fs::resize_file(file, length);
    EXPECT_EQ(cache.find("me", "source"), std::nullopt) << length << " bytes";
  }
  cache.keep("me", "source", "code");
  EXPECT_EQ(cache.find("me", "source"), "code");
}

TEST_F(CodeCacheTest, RemovesWhatWasNotUsedForLong) {
  const CodeCache cache(folder_, 10'000);
  const std::string code(2000, 'x');
  const auto pass_time = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  for (const char* source : {"a", "b", "c", "d"}) {
    cache.keep("me", source, code);
    pass_time();
  }
  EXPECT_TRUE(cache.find("me", "a"));  // now b is the oldest
  pass_time();
  cache.keep("me", "e", code);
  EXPECT_TRUE(cache.find("me", "a"));
  EXPECT_FALSE(cache.find("me", "b"));
  EXPECT_TRUE(cache.find("me", "e"));
  cache.keep("me", "large", std::string(9000, 'x'));  // would leave nothing else
  EXPECT_FALSE(cache.find("me", "large"));
  // What somebody died over goes after an hour; what is not ours stays.
  std::ofstream(folder_ / "new-1-1") << "half";
  std::ofstream(folder_ / "new-2-2") << "half";
  std::ofstream(folder_ / "notes") << std::string(20'000, 'x');
  fs::last_write_time(folder_ / "new-1-1", fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.keep("me", "f", code);
  EXPECT_FALSE(fs::exists(folder_ / "new-1-1"));
  EXPECT_TRUE(fs::exists(folder_ / "new-2-2"));
  EXPECT_TRUE(fs::exists(folder_ / "notes"));
  EXPECT_TRUE(cache.find("me", "f"));
}

// Whoever reads sees one or the other, and never a part.
TEST_F(CodeCacheTest, ServesSeveralAtOnce) {
  std::vector<std::thread> threads;
  const std::string one(50'000, '1'), two(70'000, '2');
  std::atomic<int> wrong{0}, found{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const CodeCache cache(folder_);
      for (int i = 0; i < 50; ++i) {
        cache.keep("me", "source", t % 2 == 0 ? one : two);
        const auto code = cache.find("me", "source");
        found += code ? 1 : 0;
        wrong += code && *code != one && *code != two ? 1 : 0;
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(found, 200);
  EXPECT_EQ(files().size(), 1);
}

TEST_F(CodeCacheTest, IsQuietWhereThereIsNone) {
  EXPECT_FALSE(CodeCache("").usable());
  const CodeCache nowhere(base_ / "no" / "such" / "folder");
  EXPECT_FALSE(nowhere.usable());
  nowhere.keep("me", "source", "code");
  EXPECT_EQ(nowhere.find("me", "source"), std::nullopt);
  std::ofstream(base_ / "file") << "x";
  EXPECT_FALSE(CodeCache(base_ / "file").usable());
  EXPECT_FALSE(CodeCache("/proc/gyre").usable());
}

TEST_F(CodeCacheTest, IsWhereTheUserWantsIt) {
  setenv("HOME", "/h", 1);
  setenv("XDG_CACHE_HOME", "/x", 1);
  setenv("GYRE_CACHE", "/g", 1);
  EXPECT_EQ(CodeCache::usual_folder(), "/g");
  setenv("GYRE_CACHE", "off", 1);
  EXPECT_EQ(CodeCache::usual_folder(), "");
  unsetenv("GYRE_CACHE");
  EXPECT_EQ(CodeCache::usual_folder(), "/x/gyre");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(CodeCache::usual_folder(), "/h/.cache/gyre");
  unsetenv("HOME");
  EXPECT_EQ(CodeCache::usual_folder(), "");
  setenv("HOME", (base_ / "").c_str(), 1);
  const CodeCache fresh(CodeCache::usual_folder());
  EXPECT_TRUE(fresh.usable());
}

}  // namespace
}  // namespace gyre::jit
