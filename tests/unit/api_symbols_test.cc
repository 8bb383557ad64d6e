#include <gyre/symbols.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "esml/lexer.h"
#include "esml/words.h"
#include "promela/lexer.h"
#include "promela/words.h"

using namespace gyre;

namespace {

// "x: write 3:5" for every use of a name, in the order of the text.
std::vector<std::string> uses(const Symbols& symbols, const std::string& name, int32_t parent = -2) {
  std::vector<std::string> out;
  for (const SymbolUse& u : symbols.uses) {
    const Symbol& s = symbols.symbols[u.symbol];
    if (s.name != name || (parent != -2 && s.parent != parent)) continue;
    out.push_back(std::string(access_name(u.access)) + " " + std::to_string(u.location.line) + ":" +
                  std::to_string(u.location.column));
  }
  return out;
}

const Symbol& named(const Symbols& symbols, const std::string& name) {
  const auto it =
      std::find_if(symbols.symbols.begin(), symbols.symbols.end(), [&](const Symbol& s) { return s.name == name; });
  if (it == symbols.symbols.end()) throw std::runtime_error("no symbol " + name);
  return *it;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST(ApiSymbols, ReadsWritesAndUpdates) {
  const Symbols s = symbols_of("m.pml", "byte x, y;\nactive proctype P() {\n  x = y; x++; y > x\n}\n");
  EXPECT_EQ(uses(s, "x"), (Texts{"declaration 1:6", "write 3:3", "update 3:10", "read 3:19"}));
  EXPECT_EQ(uses(s, "y"), (Texts{"declaration 1:9", "read 3:7", "read 3:15"}));
  EXPECT_EQ(named(s, "x").text, "byte x");
  EXPECT_EQ(named(s, "x").values, "0..255");
  EXPECT_EQ(named(s, "P").kind, SymbolKind::process);
}

TEST(ApiSymbols, Channels) {
  const Symbols s = symbols_of("m.pml",
                               "mtype = { a, b }\nchan c = [1] of { mtype, byte };\nactive proctype P() {\n"
                               "  byte x, y;\n  c ! a, x;\n  c ? b(x);\n  c ? a, eval(y);\n  c ? [b, x]\n}\n");
  EXPECT_EQ(uses(s, "c"), (Texts{"declaration 2:6", "send 5:3", "receive 6:3", "receive 7:3", "read 8:3"}));
  EXPECT_EQ(uses(s, "x"), (Texts{"declaration 4:8", "read 5:10", "write 6:9", "read 8:11"}));
  EXPECT_EQ(uses(s, "y"), (Texts{"declaration 4:11", "read 7:15"}));
  EXPECT_EQ(uses(s, "b"), (Texts{"declaration 1:14", "read 6:7", "read 8:8"}));
  EXPECT_EQ(named(s, "c").text, "chan c = [1] of { mtype, byte }");
}

TEST(ApiSymbols, MembersOfStructures) {
  const Symbols s = symbols_of("m.pml",
                               "typedef In { byte v[2] }\ntypedef Out { In i; bool v }\nOut o[3];\n"
                               "active proctype P() { o[1].i.v[0] = o[0].v }\n");
  const auto in = static_cast<int32_t>(&named(s, "In") - s.symbols.data());
  const auto out = static_cast<int32_t>(&named(s, "Out") - s.symbols.data());
  EXPECT_EQ(uses(s, "v", in), (Texts{"declaration 1:19", "write 4:30"}));
  EXPECT_EQ(uses(s, "v", out), (Texts{"declaration 2:26", "read 4:42"}));
  EXPECT_EQ(uses(s, "In"), (Texts{"declaration 1:9", "read 2:15"}));
}

TEST(ApiSymbols, InlinesWriteTheirArguments) {
  const Symbols s =
      symbols_of("m.pml",
                 "inline inc(v) { v++ }\ninline twice(w) { inc(w); n = 1 }\n"
                 "active proctype P() { byte n; twice(n) }\nactive proctype Q() { byte n; inc(n); skip }\n");
  // `n` in the text of twice is that of its caller.
  const auto p = static_cast<int32_t>(&named(s, "P") - s.symbols.data());
  const auto q = static_cast<int32_t>(&named(s, "Q") - s.symbols.data());
  EXPECT_EQ(uses(s, "n", p), (Texts{"write 2:27", "declaration 3:28", "update 3:37"}));
  EXPECT_EQ(uses(s, "n", q), (Texts{"declaration 4:28", "update 4:35"}));
  EXPECT_EQ(named(s, "twice").parameters, Texts{"w"});
}

TEST(ApiSymbols, LabelsAndRemoteReferences) {
  const Symbols s = symbols_of("m.pml",
                               "active proctype P() {\n  byte x;\nL: x = 1; goto L\n}\n"
                               "ltl a { [] (P[0]:x < 2 && !P@L) }\nltl { <> (P:x == 1) }\n");
  EXPECT_EQ(uses(s, "L"), (Texts{"declaration 3:1", "jump 3:16", "read 5:30"}));
  EXPECT_EQ(uses(s, "x"), (Texts{"declaration 2:8", "write 3:4", "read 5:18", "read 6:13"}));
  EXPECT_EQ(named(s, "a").kind, SymbolKind::formula);
  EXPECT_EQ(named(s, "a").begin.line, 5u);
  EXPECT_EQ(named(s, "ltl_1").begin.line, 6u);
}

TEST(ApiSymbols, MacrosKeepTheirPlaces) {
  const Symbols s = symbols_of("m.pml",
                               "#define N 3\n#define busy (level > N)\nbyte level;\n"
                               "active proctype P() { busy -> level = N }\nactive proctype Q() { busy }\n");
  EXPECT_EQ(uses(s, "level"), (Texts{"read 2:15", "read 2:15", "declaration 3:6", "write 4:31"}));
  EXPECT_EQ(uses(s, "N"), (Texts{"declaration 1:9", "call 2:23", "call 4:39"}));
  EXPECT_EQ(uses(s, "busy"), (Texts{"declaration 2:9", "call 4:23", "call 5:23"}));
  for (const SymbolUse& u : s.uses) {
    EXPECT_EQ(u.in_macro, u.location.line == 2 && u.access != Access::declaration);
    EXPECT_TRUE(u.as_written);
  }
}

TEST(ApiSymbols, NamesThatMacrosMake) {
  const Symbols s = symbols_of("m.pml", "#define J(a, b) a##b\nbyte xy;\nactive proctype P() { J(x, y) = 1 }\n");
  const auto u =
      std::find_if(s.uses.begin(), s.uses.end(), [](const SymbolUse& x) { return x.access == Access::write; });
  ASSERT_NE(u, s.uses.end());
  EXPECT_FALSE(u->as_written);
}

TEST(ApiSymbols, ScopesEndAtBraces) {
  const Symbols s =
      symbols_of("m.pml", "byte x;\nactive proctype P() {\n  { byte x; x = 1 }\n  x = 2;\n  byte x = 3; x = 4\n}\n");
  std::set<size_t> written;
  for (const SymbolUse& u : s.uses) {
    if (u.access == Access::write) written.insert(u.symbol);
  }
  EXPECT_EQ(written.size(), 3u);
  EXPECT_EQ(uses(s, "x", Symbol::kNone), (Texts{"declaration 1:6", "write 4:3"}));
  EXPECT_EQ(s.symbols[2].visible_to.line, 3u);
}

TEST(ApiSymbols, ModelsWithErrors) {
  const Symbols s =
      symbols_of("m.pml", "byte x;\nactive proctype P() {\n  do :: x = \n\nproctype Q(byte n) { n = x }\n");
  EXPECT_EQ(uses(s, "x"), (Texts{"declaration 1:6", "write 3:9", "read 5:26"}));
  EXPECT_EQ(uses(s, "n"), (Texts{"declaration 5:17", "write 5:22"}));
  EXPECT_EQ(named(s, "Q").parameters, Texts{"byte n"});
  for (const char* text : {"", "{", "}", "proctype", "active [", "inline", "mtype = {", "byte", "ltl", "a.b.c[", "c ? ",
                           "for (", "select (i : ", "typedef T {", "P(((", "x :", "goto", "@", "T x"}) {
    EXPECT_NO_THROW(symbols_of("m.pml", text)) << text;
    EXPECT_NO_THROW(symbols_of("m.pml", std::string("active proctype P() { ") + text)) << text;
    EXPECT_NO_THROW(symbols_of("m.esml", text)) << text;
  }
}

TEST(ApiSymbols, Esml) {
  const Symbols s = symbols_of("m.esml",
                               "MODEL M;\nCONST n = 2;\nTYPE t = 0..n; a = {go, put(t)};\nVAR c: a;\n"
                               "PROCESS P(IN d: a);\nVAR x: t;\nBEGIN\n  d?put(x);\n  x := x + n\nEND P;\n"
                               "BEGIN P(c) END M\nASSERT AG (P[0].x < n)\n");
  EXPECT_EQ(uses(s, "x"), (Texts{"declaration 6:5", "write 8:9", "write 9:3", "read 9:8", "read 12:17"}));
  EXPECT_EQ(uses(s, "put"), (Texts{"declaration 3:25", "receive 8:5"}));
  EXPECT_EQ(uses(s, "P"), (Texts{"declaration 5:9", "read 10:5", "call 11:7", "read 12:12"}));
  EXPECT_EQ(named(s, "x").values, "0..n");
  EXPECT_EQ(named(s, "P").text, "PROCESS P(IN d: a)");
  EXPECT_EQ(named(s, "assert").kind, SymbolKind::formula);
}

// The lists for editors know every keyword of the lexers, and no other.
TEST(ApiSymbols, WordsOfPromela) {
  Diagnostics diagnostics;
  SourceMap sources;
  std::set<promela::Tok> known;
  for (const LanguageWord& w : promela::words()) {
    const auto tokens = promela::classify(
        promela::preprocess_text("w", std::string(w.word), ".", {}, sources, diagnostics), diagnostics);
    const promela::Tok kind = tokens[0].kind;
    const bool keyword = kind >= promela::Tok::kw_active && kind <= promela::Tok::kw_xs;
    if (keyword) known.insert(kind);
    const std::set<std::string_view> names = {"in", "ctl", "skip"};
    const bool name = w.kind == "temporal" || w.kind == "directive" || w.kind == "constant" || names.count(w.word) ||
                      (w.kind == "predefined" && w.word[0] == '_');
    EXPECT_TRUE(keyword || name) << w.word;
  }
  EXPECT_EQ(known.size(), static_cast<size_t>(promela::Tok::kw_xs) - static_cast<size_t>(promela::Tok::kw_active) + 1);
}

TEST(ApiSymbols, WordsOfEsml) {
  Diagnostics diagnostics;
  std::set<esml::Tok> known;
  for (const LanguageWord& w : esml::words()) {
    const esml::Tok kind = esml::tokenise(w.word, 0, diagnostics)[0].kind;
    if (kind >= esml::Tok::kw_a) known.insert(kind);
    EXPECT_TRUE(kind >= esml::Tok::kw_a || w.word == "BOOLEAN") << w.word;
  }
  EXPECT_EQ(known.size(), static_cast<size_t>(esml::Tok::kw_var) - static_cast<size_t>(esml::Tok::kw_a) + 1);
}
