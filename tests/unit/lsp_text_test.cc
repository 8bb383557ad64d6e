#include "lsp/text.h"

#include <gtest/gtest.h>

#include "lsp/loops.h"
#include "lsp/uri.h"

using namespace gyre;
using namespace gyre::lsp;

namespace {

// "a", e with an accent (two bytes, one unit), a clef (four bytes, two units), "z".
const std::string kMixed = "a\xC3\xA9\xF0\x9D\x84\x9Ez";

std::string fixed(const std::string& text) {
  const auto fix = loop_of_c(Text(text), text.find_first_of("wf"));
  if (!fix) return "";
  std::string out = text;
  for (size_t i = fix->edits.size(); i-- > 0;)
    out.replace(fix->edits[i].from, fix->edits[i].to - fix->edits[i].from, fix->edits[i].with);
  return out;
}

}  // namespace

TEST(LspText, CountsInUtf16) {
  const Text text("x\n" + kMixed + "\r\n", Encoding::utf16);
  EXPECT_EQ(text.lines(), 3u);
  EXPECT_EQ(text.line(1), kMixed);
  EXPECT_EQ(text.offset({1, 0}), 2u);
  EXPECT_EQ(text.offset({1, 2}), 5u);
  EXPECT_EQ(text.offset({1, 3}), 5u);  // in the middle of a character: before it
  EXPECT_EQ(text.offset({1, 4}), 9u);
  EXPECT_EQ(text.offset({1, 99}), 10u);
  EXPECT_EQ(text.offset({99, 0}), text.all().size());
  EXPECT_EQ(text.position(9), (Position{1, 4}));
  Location at;
  at.line = 2;
  at.column = 8;  // z
  at.length = 1;
  EXPECT_EQ(text.begin(at), (Position{1, 4}));
  EXPECT_EQ(text.end(at), (Position{1, 5}));
  EXPECT_EQ(text.location({1, 4}).column, 8u);
}

TEST(LspText, CountsInBytes) {
  const Text text(kMixed, Encoding::utf8);
  EXPECT_EQ(text.offset({0, 7}), 7u);
  EXPECT_EQ(text.position(7), (Position{0, 7}));
}

TEST(LspText, EveryPlaceComesBack) {
  for (const Encoding encoding : {Encoding::utf8, Encoding::utf16}) {
    const Text text(kMixed + "\n\n" + kMixed + "b\n", encoding);
    for (size_t line = 0; line < text.lines(); ++line) {
      for (size_t character = 0; character < 12; ++character) {
        const size_t offset = text.offset({line, character});
        EXPECT_EQ(text.offset(text.position(offset)), offset);
        EXPECT_EQ(text.offset(text.begin(text.location({line, character}))), offset);
      }
    }
  }
}

TEST(LspText, Replaces) {
  Text text("one\ntwo\nthree");
  text.replace({0, 1}, {1, 2}, "X\nY");
  EXPECT_EQ(text.all(), "oX\nYo\nthree");
  EXPECT_EQ(text.lines(), 3u);
  text.replace({2, 5}, {0, 0}, "!");  // the wrong way round: nothing is removed
  EXPECT_EQ(text.all(), "oX\nYo\nthree!");
}

TEST(LspText, Words) {
  const Text text("a1_ + b");
  EXPECT_EQ(text.word(2).length, 3u);
  EXPECT_EQ(text.word(3).length, 3u);
  EXPECT_EQ(text.word(5).length, 0u);
  EXPECT_TRUE(is_name("a1_"));
  EXPECT_FALSE(is_name("1a"));
  EXPECT_FALSE(is_name(""));
}

TEST(LspUri, PathsAndAddresses) {
  EXPECT_EQ(path_of("file:///a%20b/c%C3%A9.pml"), "/a b/c\xC3\xA9.pml");
  EXPECT_EQ(path_of("file://localhost/a.pml"), "/a.pml");
  EXPECT_EQ(path_of("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(path_of("file://"), "");
  EXPECT_EQ(path_of("file:///a%"), "/a%");
  EXPECT_EQ(uri_of("/a b/../c#.pml"), "file:///c%23.pml");
  for (const char* path : {"/x/y.pml", "/with space/%.pml", "/\xC3\xA9"}) EXPECT_EQ(path_of(uri_of(path)), path);
}

TEST(LspLoops, OfC) {
  EXPECT_EQ(fixed("while (x < 3) { x++ }"), "do :: (x < 3) -> x++ :: else -> break od");
  EXPECT_EQ(fixed("for (;;) { x++ }"), "do :: x++ od");
  EXPECT_EQ(fixed("for ( ; ; )\n{\n  f(\"}\"); /* } */ { y }\n}\nz"), "do ::\n  f(\"}\"); /* } */ { y }\nod\nz");
  EXPECT_EQ(fixed("for (i : 1 .. 2) { x++ }"), "");
  EXPECT_EQ(fixed("while (x"), "");
  EXPECT_EQ(fixed("while (x) y"), "");
  EXPECT_EQ(fixed("while (x) { y"), "");
  EXPECT_EQ(fixed("while (x) { \""), "");
  EXPECT_EQ(fixed("meanwhile (x) { y }"), "");
}
