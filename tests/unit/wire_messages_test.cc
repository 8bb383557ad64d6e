// Framing of messages: what is written can be read, and foreign input is refused with a sentence.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include <gyre/error.h>

#include "wire/messages.h"

namespace gyre::wire {
namespace {

struct File {
  explicit File(const std::string& text = "") : file(std::tmpfile()) {
    std::fwrite(text.data(), 1, text.size(), file);
    std::rewind(file);
  }
  ~File() { std::fclose(file); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  std::FILE* file;
};

std::vector<std::string> all_of(const std::string& input) {
  const File in(input);
  Messages messages(in.file, nullptr);
  std::vector<std::string> out;
  while (auto m = messages.read()) out.push_back(*m);
  return out;
}

// The sentence with which an input is refused.
std::string refusal(const std::string& input) {
  try {
    all_of(input);
  } catch (const Error& e) {
    return e.what();
  }
  return "it was accepted";
}

using Texts = std::vector<std::string>;

TEST(WireMessages, Reads) {
  EXPECT_EQ(all_of(""), Texts{});
  EXPECT_EQ(all_of("Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\n"), (Texts{"{}", ""}));
  EXPECT_EQ(all_of("content-LENGTH:3 \nContent-Type: a/b; charset=utf-8\n\nabc"), Texts{"abc"});
  EXPECT_EQ(all_of("Content-Length: 4\r\n\r\n\r\n\r\n"), Texts{"\r\n\r\n"});
  const std::string large(1 << 20, 'x');
  EXPECT_EQ(all_of("Content-Length: 1048576\r\n\r\n" + large), Texts{large});
}

TEST(WireMessages, Refuses) {
  EXPECT_EQ(refusal("\r\n"), "a message without a Content-Length line");
  EXPECT_EQ(refusal("A: 1\r\n\r\n"), "a message without a Content-Length line");
  EXPECT_EQ(refusal("{\"x\"}\r\n"), "no header line of a message: `{\"x\"}`; expected Content-Length: N");
  EXPECT_EQ(refusal("Content-Length: x1\r\n\r\n"), "the Content-Length of a message is no number: `x1`");
  EXPECT_EQ(refusal("Content-Length: -1\r\n\r\n"), "the Content-Length of a message is no number: `-1`");
  EXPECT_EQ(refusal("Content-Length:\r\n\r\n"), "the Content-Length of a message is no number: ``");
  EXPECT_EQ(refusal("Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"), "a message has two Content-Length lines");
  EXPECT_EQ(refusal("Content-Length: 67108865\r\n\r\n"),
            "a message of 67108865 bytes is too long: the limit is 67108864");
  EXPECT_EQ(refusal("Content-Length: 99999999999999999999\r\n\r\n"),
            "a message of 99999999999999999999 bytes is too long: the limit is 67108864");
  EXPECT_EQ(refusal("Content-Length: 5\r\n\r\nabc"), "the input ended inside a message of 5 bytes");
  EXPECT_EQ(refusal("Content-Length: 5\r\n"), "the input ended inside the header of a message");
  EXPECT_EQ(refusal("A: " + std::string(5000, 'x')), "the header of a message is longer than 4096 bytes");
}

TEST(WireMessages, ThreadsDoNotMixWhatTheyWrite) {
  const File out;
  {
    Messages messages(nullptr, out.file);
    std::vector<std::thread> threads;
    for (char c = 'a'; c < 'e'; ++c) {
      threads.emplace_back([&messages, c] {
        for (size_t i = 0; i < 200; ++i) messages.write(std::string(i, c));
      });
    }
    for (std::thread& t : threads) t.join();
  }
  std::rewind(out.file);
  Messages messages(out.file, nullptr);
  size_t count = 0, bytes = 0;
  while (auto m = messages.read()) {
    ++count;
    bytes += m->size();
    EXPECT_EQ(m->find_first_not_of(m->empty() ? 'a' : m->front()), std::string::npos);
  }
  EXPECT_EQ(count, 800u);
  EXPECT_EQ(bytes, 4u * 199 * 200 / 2);
}

TEST(WireMessages, SaysThatNobodyListens) {
  std::FILE* const full = std::fopen("/dev/full", "w");
  if (!full) GTEST_SKIP() << "there is no device that is always full";
  Messages messages(nullptr, full);
  EXPECT_THROW(messages.write("{}"), Error);
  std::fclose(full);
}

}  // namespace
}  // namespace gyre::wire
