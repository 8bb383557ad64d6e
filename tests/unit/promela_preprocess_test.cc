// This file is long because every rule of the preprocessor has its cases here.
#include "promela/preprocess.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "temporary.h"

namespace gyre::promela {
namespace {

struct Result {
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<PpToken> tokens;

  // The tokens with one blank between them, or a line end where the preprocessor's output has one.
  std::string text() const {
    std::string out;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (i > 0) out += tokens[i].newline_before ? "\n" : " ";
      out += tokens[i].text;
    }
    return out;
  }

  // "line:column severity: message", one per line.
  std::string messages() const {
    std::string out;
    for (const SpanDiagnostic& d : diagnostics.all()) {
      const char* severity = d.severity == Severity::error     ? "error"
                             : d.severity == Severity::warning ? "warning"
                                                               : "note";
      if (!out.empty()) out += '\n';
      out += fmt::format("{}:{} {}: {}", d.span.line, d.span.column, severity, d.message);
    }
    return out;
  }

  // The place of token i, and for a token of a macro's text also the macro and the place in its #define.
  std::string place(size_t i) const {
    const Span& span = tokens.at(i).span;
    std::string out = fmt::format("{}+{}", sources.where(span), span.length);
    if (span.origin >= 0) {
      const MacroOrigin& origin = sources.origin(span.origin);
      out += fmt::format(" {} {}+{}", origin.macro, sources.where(origin.text), origin.text.length);
    }
    return out;
  }
};

Result run(const std::string& text, const PpOptions& options = {}, const std::string& directory = "") {
  Result result;
  result.tokens = preprocess_text("m.pml", text, directory, options, result.sources, result.diagnostics);
  EXPECT_FALSE(result.tokens.empty());
  EXPECT_EQ(result.tokens.back().kind, PpKind::end);
  return result;
}

// The text after preprocessing, which must give no message.
std::string clean(const std::string& text) {
  const Result result = run(text);
  EXPECT_EQ(result.messages(), "") << text;
  return result.text();
}

std::string messages(const std::string& text) { return run(text).messages(); }

std::string repeated(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// ---- tokens

TEST(Tokens, Kinds) {
  const Result r = run("abc_1 12 \"a b\" 'x' ->");
  ASSERT_EQ(r.tokens.size(), 6u);
  const PpKind kinds[] = {PpKind::identifier, PpKind::number,      PpKind::string,
                          PpKind::character,  PpKind::punctuation, PpKind::end};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(r.tokens[i].kind, kinds[i]) << i;
  EXPECT_EQ(r.tokens[2].text, "\"a b\"");
  EXPECT_EQ(r.tokens[3].text, "'x'");
}

TEST(Tokens, OperatorsAreMunchedMaximally) {
  EXPECT_EQ(clean("::->--++<<>><=>===!=!!??&&||.."), ":: -> -- ++ << >> <= >= == != !! ?? && || ..");
  EXPECT_EQ(clean("a-->b"), "a -- > b");
  EXPECT_EQ(clean("c??x c!!y"), "c ?? x c !! y");
}

TEST(Tokens, TemporalOperatorsAreLeftApart) {
  const Result r = run("[]<> p<->q");
  EXPECT_EQ(r.text(), "[ ] < > p < -> q");
  EXPECT_FALSE(r.tokens[1].space_before);
  EXPECT_FALSE(r.tokens[3].space_before);
  EXPECT_TRUE(r.tokens[4].space_before);
  EXPECT_FALSE(r.tokens[6].space_before);
}

TEST(Tokens, RangesAndNumbers) {
  EXPECT_EQ(clean("1..3"), "1 .. 3");
  EXPECT_EQ(clean("#define N 4\n(i : 0..N-1)"), "( i : 0 .. 4 - 1 )");
  EXPECT_EQ(clean("12ab"), "12 ab");
  EXPECT_EQ(clean("#define L x\n12L L"), "12 L x");  // the letters belong to the number
}

TEST(Tokens, QuotedTexts) {
  EXPECT_EQ(clean(R"('\n' '\\' '\'' '"' "\"" "\\" "it's" "/* x */" "//")"),
            R"('\n' '\\' '\'' '"' "\"" "\\" "it's" "/* x */" "//")");
}

TEST(Tokens, OtherBytesAreSinglePunctuation) {
  const Result r = run(std::string("@ $ ` \\ \x01 \xC3\xA9", 12) + std::string(1, '\0') + "x");
  EXPECT_EQ(r.messages(), "");
  ASSERT_EQ(r.tokens.size(), 10u);
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(r.tokens[i].kind, PpKind::punctuation) << i;
    EXPECT_EQ(r.tokens[i].text.size(), 1u) << i;
  }
  EXPECT_EQ(r.tokens[8].text, "x");
}

TEST(Tokens, UnclosedQuotesAreReportedAndTheNextLineIsRead) {
  const Result r = run("a \"b c\nd 'e f\ng\n");
  EXPECT_EQ(r.text(), "a\nd\ng");
  EXPECT_EQ(r.messages(),
            "1:3 error: string is not closed before the end of its line\n"
            "2:3 error: apostrophe is not closed before the end of its line");
}

TEST(Tokens, UnclosedQuotesElsewhereDoNoHarm) {
  EXPECT_EQ(clean("#if 0\ndon't \" \n#endif\nx // don't\n#pragma don't\n/* it's */ y"), "x\ny");
  EXPECT_EQ(messages("#define D don't\n"), "1:14 warning: apostrophe is not closed before the end of its line");
}

TEST(Tokens, ByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(clean("\xEF\xBB\xBF#define A 1\r\nA\r\nB \\\r\nC\r\n"), "1\nB\nC");
  EXPECT_EQ(clean("a\rb\r#define X 1\rX"), "a\nb\n1");  // as gcc has it
}

TEST(Tokens, EmptyText) {
  EXPECT_EQ(clean(""), "");
  EXPECT_EQ(clean("\\"), "");
  EXPECT_EQ(clean("#"), "");
}

// ---- line structure

TEST(Lines, RealLineEndsAndComments) {
  EXPECT_EQ(clean("a b\nc // x\nd /* y */ e /* \n */ f\n\n\ng"), "a b\nc\nd e\nf\ng");
  EXPECT_EQ(clean("a/* \n */b"), "a\nb");
}

TEST(Lines, SpaceBefore) {
  const Result r = run("a+ b/**/c\nd");
  const bool expected[] = {true, false, true, true, true};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(r.tokens[i].space_before, expected[i]) << i;
}

TEST(Lines, AfterDirectives) { EXPECT_EQ(clean("a\n#define X\nb\n#if 0\n#endif\nc"), "a\nb\nc"); }

TEST(Lines, ContinuationWithinADirective) {
  EXPECT_EQ(clean("#define X a \\\n  b \\\n  c\nX d"), "a b c d");
  EXPECT_EQ(clean("#define X a /* \n */ b\nX"), "a b");
}

// gcc prints the line end of a backslash-newline before the next token that has white space before it.
TEST(Lines, ContinuationOutsideADirectiveIsAsInGcc) {
  EXPECT_EQ(clean("a+\\\nb"), "a + b");
  EXPECT_EQ(clean("a \\\n b"), "a\nb");
  EXPECT_EQ(clean("a+\\\nb c"), "a + b\nc");
  EXPECT_EQ(clean("fo\\\no"), "foo");
}

TEST(Lines, AMacroCallIsOneLine) {
  const std::string f = "#define F(a,b) x a y b z\n#define G(a) a\n#define E\n";
  EXPECT_EQ(clean(f + "1 F(p,\n q) c"), "1 x p y q z\nc");
  EXPECT_EQ(clean(f + "1 F(p,\n q); c"), "1 x p y q z\n; c");
  EXPECT_EQ(clean(f + "1 F(p,\n q)\n c"), "1 x p y q z\nc");
  EXPECT_EQ(clean(f + "F\n(p, q) c"), "x p y q z\nc");
  EXPECT_EQ(clean(f + "F\nc"), "F\nc");
  EXPECT_EQ(clean(f + "1 G(a /* \n */ b) 2"), "1 a b\n2");
  EXPECT_EQ(clean(f + "1 G(F(1,\n2)) + 3"), "1 x 1 y 2 z\n+ 3");
  EXPECT_EQ(clean(f + "1 G(\n)2"), "1\n2");
  EXPECT_EQ(clean(f + "G(a)G(\nb)G(c)"), "a b\nc");
}

TEST(Lines, MacrosThatGiveNothing) {
  EXPECT_EQ(clean("#define E\na E\nE b\nE\nc E d"), "a\nb\nc d");
  const Result r = run("#define E\n[E] [ E]");
  EXPECT_FALSE(r.tokens[1].space_before);
  EXPECT_TRUE(r.tokens[3].space_before);
}

// ---- macros

TEST(Macros, ObjectLike) {
  EXPECT_EQ(clean("#define N 5\n#define M N+N\nM N_ N"), "5 + 5 N_ 5");
  EXPECT_EQ(clean("#define A (1)\nA"), "( 1 )");
  EXPECT_EQ(clean("#define A 1\n#undef A\n#undef B\nA"), "A");
}

TEST(Macros, FunctionLike) {
  const std::string f = "#define F(x,y) x-y\n";
  EXPECT_EQ(clean(f + "F(1,2) F (a b,(c,d)) F F"), "1 - 2 a b - ( c , d ) F F");
  EXPECT_EQ(clean(f + "F(,) F( , 1)"), "- - 1");
  EXPECT_EQ(clean(f + "F(F(1,2),F(3,4))"), "1 - 2 - 3 - 4");
  EXPECT_EQ(clean("#define Z() 0\nZ() Z( ) Z"), "0 0 Z");
  EXPECT_EQ(clean("#define I(x) x\nI() I((,)) I(\"a,)\")"), "( , ) \"a,)\"");
}

TEST(Macros, DirectivesWithinArguments) {
  EXPECT_EQ(clean("#define F(x) x\nF(a\n#ifdef F\nb\n#else\nc\n#endif\n#define B 1\nB)"), "a b 1");
  EXPECT_EQ(clean("#define F(x) [x]\nF(a\n#undef F\nb) F(c)"), "[ a b ]\nF ( c )");
  EXPECT_EQ(clean("#define F(x) x\nF\n#define Q\n(a)"), "F\n( a )");  // no call: a directive comes first
}

TEST(Macros, RecursionEnds) {
  EXPECT_EQ(clean("#define f f+1\nf"), "f + 1");
  EXPECT_EQ(clean("#define a b\n#define b a\na b a"), "a b a");
  EXPECT_EQ(clean("#define f(x) x f(x)\nf(1)"), "1 f ( 1 )");
  EXPECT_EQ(clean("#define f(x) x f\nf(1)(2)"), "1 f ( 2 )");
  EXPECT_EQ(clean("#define I(x) x\nI(I)(3) I(I(4))"), "I ( 3 ) 4");
}

TEST(Macros, RescanTakesArgumentsFromWhatFollows) {
  EXPECT_EQ(clean("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2 * 9 * g");
  EXPECT_EQ(clean("#define H F\n#define F(x) <x>\nH(1) H"), "< 1 > F");
  EXPECT_EQ(clean("#define OPEN (\n#define F(x) <x>\nF OPEN 1)"), "F ( 1 )");
}

// The examples of the C standard, 6.10.3.5.
TEST(Macros, ExamplesOfTheStandard) {
  EXPECT_EQ(clean("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n"
                  "#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n"
                  "#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n"
                  "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n"
                  "g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n"
                  "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n"
                  "char c[2][6] = { str(hello), str() };"),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;\n"
            "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) )\n^ m ( 0 , 1 ) ;\n"
            "int i [ ] = { 1 , 23 , 4 , 5 , } ;\n"
            "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;");
}

TEST(Macros, Stringify) {
  EXPECT_EQ(clean("#define S(x) #x\n#define X(x) S(x)\n#define A 1\nS( a  +\n b ) S(A) X(A) S()"),
            "\"a + b\"\n\"A\" \"1\" \"\"");
  EXPECT_EQ(clean(R"(#define S(x) #x
S("q\n" '\'' '"'))"),
            R"x("\"q\\n\" '\\'' '\"'")x");
  EXPECT_EQ(clean("#define O #x\nO"), "# x");
}

TEST(Macros, Paste) {
  const std::string f = "#define C(a,b) a##b\n#define X(a,b) C(a,b)\n#define A 1\n";
  EXPECT_EQ(clean(f + "C(x,y) C(x,1) C(1,2) C(-,>) C(A,A) X(A,A) C(,) C(x,) C(,x)"), "xy x1 12 -> AA 11 x x");
  EXPECT_EQ(clean(f + "C(a b,c d) C(1,x) C(C,)(1,2)"), "a bc d 1 x C ( 1 , 2 )");
  EXPECT_EQ(clean("#define P(x,y) x y##z\nP(1,) P(1,2)"), "1 z 1 2 z");
  EXPECT_EQ(clean("#define AB 7\n#define C(a,b) a##b\nC(A,B)"), "7");
  EXPECT_EQ(clean("#define O a ## b\n#define H # ## #\nO"), "ab");
}

TEST(Macros, Variadic) {
  EXPECT_EQ(clean("#define V(...) <__VA_ARGS__>\nV() V(1) V(1,2)"), "< > < 1 > < 1 , 2 >");
  EXPECT_EQ(clean("#define V(a,...) a:__VA_ARGS__;\nV(1) V(1,) V(1,2,3)"), "1 : ; 1 : ; 1 : 2 , 3 ;");
  EXPECT_EQ(clean("#define V(a,r...) a:r;\nV(1,2,3)"), "1 : 2 , 3 ;");
  EXPECT_EQ(clean("#define V(a,...) a, ## __VA_ARGS__;\nV(1) V(1,) V(1,2)"), "1 ; 1 , ; 1 , 2 ;");
  EXPECT_EQ(clean("#define V(...) a, ## __VA_ARGS__;\nV() V(2)"), "a ; a , 2 ;");
  EXPECT_EQ(clean("#define V(...) #__VA_ARGS__\nV(a, b,c)"), "\"a, b,c\"");
}

TEST(Macros, Predefined) {
  EXPECT_EQ(clean("__LINE__ __FILE__\n__LINE__ __COUNTER__ __COUNTER__"), "1 \"m.pml\"\n2 0 1");
  EXPECT_EQ(clean("#define L __LINE__\n#define F(x) x L\nL F(\nL)"), "3 4 3");
  EXPECT_EQ(clean("__DATE__ __STDC__ linux unix"), "__DATE__ __STDC__ linux unix");
}

TEST(Macros, Options) {
  PpOptions options;
  options.defines = {{"N", "1"}, {"M", "2"}, {"F(x)", "x x"}};
  options.undefines = {"M"};
  const Result r = run("N M F(a)", options);
  EXPECT_EQ(r.messages(), "");
  EXPECT_EQ(r.text(), "1 M a a");
  EXPECT_EQ(r.place(0), "m.pml:1:1+1 N <command line>:1:11+1");

  options.defines = {{"3", "1"}};
  EXPECT_EQ(run("", options).diagnostics.format(run("", options).sources),
            "<command line>:1:9: error: '3' cannot be the name of a macro\n  #define 3 1\n          ^\n");
}

// ---- macro errors

TEST(MacroErrors, NumberOfArguments) {
  const std::string f = "#define F(x,y) x\n#define V(x,y,...) x\n#define I(x) x\n#define Z() 0\n";
  EXPECT_EQ(messages(f + "F(1)"),
            "5:1 error: macro 'F' takes 2 arguments, but 1 is given\n1:9 note: it was defined here");
  EXPECT_EQ(messages(f + "F(1,2,3)"),
            "5:1 error: macro 'F' takes 2 arguments, but 3 are given\n1:9 note: it was defined here");
  EXPECT_EQ(messages(f + "I(1,2)"),
            "5:1 error: macro 'I' takes 1 argument, but 2 are given\n3:9 note: it was defined here");
  EXPECT_EQ(messages(f + "V(1)"),
            "5:1 error: macro 'V' takes at least 2 arguments, but 1 is given\n2:9 note: it was defined here");
  EXPECT_EQ(messages(f + "Z(1)"),
            "5:1 error: macro 'Z' takes 0 arguments, but 1 is given\n4:9 note: it was defined here");
  EXPECT_EQ(run(f + "a F(1) b").text(), "a F b");
}

TEST(MacroErrors, UnclosedArguments) {
  EXPECT_EQ(messages("#define F(x) x\na F(b, (c)\nd"),
            "2:3 error: the arguments of macro 'F' have no closing ')'\n1:9 note: it was defined here");
}

TEST(MacroErrors, BadDefinitions) {
  EXPECT_EQ(messages("#define"), "1:8 error: #define without a macro name");
  EXPECT_EQ(messages("#define 3 4"), "1:9 error: '3' cannot be the name of a macro");
  EXPECT_EQ(messages("#define defined"), "1:9 error: 'defined' cannot be the name of a macro");
  EXPECT_EQ(messages("#define F(x,x)"), "1:13 error: macro 'F' has two parameters 'x'");
  EXPECT_EQ(messages("#define F(x"), "1:11 error: expected ',' or ')' in the parameters of macro 'F'");
  EXPECT_EQ(messages("#define F(x,)"), "1:13 error: expected the name of a parameter of macro 'F'");
  EXPECT_EQ(messages("#define F(...,x)"), "1:14 error: expected ')' in the parameters of macro 'F'");
  EXPECT_EQ(messages("#define F(x) #y"), "1:15 error: '#' is not followed by a parameter of the macro");
  EXPECT_EQ(messages("#define A ## b"), "1:11 error: '##' cannot stand at either end of a macro's text");
  EXPECT_EQ(messages("#define A b ##"), "1:13 error: '##' cannot stand at either end of a macro's text");
  EXPECT_EQ(messages("#define A+1"), "1:10 warning: no white space after the name of macro 'A'");
  EXPECT_EQ(messages("#undef 3"), "1:8 error: #undef is not followed by the name of a macro");
  EXPECT_EQ(messages("#undef"), "1:2 error: #undef is not followed by the name of a macro");
}

TEST(MacroErrors, Redefinition) {
  EXPECT_EQ(messages("#define A 1\n#define A 1 /* same */\n#define F(x) x\n#define F(x) x"), "");
  EXPECT_EQ(messages("#define A 1\n#define A 2\n"),
            "2:9 warning: macro 'A' is redefined with another text\n1:9 note: it was defined here");
  EXPECT_EQ(messages("#define A 1 + 2\n#define A 1+2\n"),
            "2:9 warning: macro 'A' is redefined with another text\n1:9 note: it was defined here");
  EXPECT_EQ(run("#define A 1\n#define A 2\nA").text(), "2");
  EXPECT_EQ(messages("#define __LINE__ 1"), "1:9 warning: predefined macro '__LINE__' is redefined");
}

TEST(MacroErrors, PasteAndStringify) {
  EXPECT_EQ(messages("#define C(a,b) a##b\nC(x,-)"), "2:1 error: '##' makes no token of 'x' and '-'");
  EXPECT_EQ(messages("#define C(a,b) a##b\nC(/,/)"), "2:1 error: '##' makes no token of '/' and '/'");
  EXPECT_EQ(messages("#define S(a) #a\nS(\\)"), "2:1 error: '#' makes no string of the argument 'a' of macro 'S'");
}

TEST(MacroErrors, ExplosionIsStopped) {
  std::string doubling;
  for (int i = 0; i < 60; ++i) doubling += fmt::format("#define A{} A{} A{}\n", i, i + 1, i + 1);
  const std::string too_much = "error: macro expansion produces too much: more than 2000000 tokens";
  EXPECT_EQ(messages(doubling + "A0"), "61:1 " + too_much);
  const std::string string_doubling =
      "#define S(x) #x\n#define Q(x) S(x)\n" + repeated("Q(", 60) + "\"\"" + repeated(")", 60);
  EXPECT_NE(messages(string_doubling).find(too_much), std::string::npos);
  const std::string name_doubling =
      "#define P(x) x##x\n#define Q(x) P(x)\n" + repeated("Q(", 60) + "y" + repeated(")", 60);
  EXPECT_NE(messages(name_doubling).find(too_much), std::string::npos);
}

TEST(MacroErrors, DeepNestingIsStopped) {
  EXPECT_EQ(clean("#define F(x) x\n" + repeated("F(", 300) + "y" + repeated(")", 300)), "y");
  EXPECT_EQ(messages("#define F(x) x\n" + repeated("F(", 500) + "y" + repeated(")", 500)),
            "2:803 error: macro calls are nested more than 400 deep");
  std::string chain;  // needs no depth at all
  for (int i = 0; i < 20000; ++i) chain += fmt::format("#define A{} A{}\n", i, i + 1);
  EXPECT_EQ(clean(chain + "A0"), "A20000");
}

// ---- conditions

TEST(Conditions, IfdefElseEndif) {
  EXPECT_EQ(clean("#define A\n#ifdef A\n1\n#else\n2\n#endif\n#ifndef A\n3\n#else\n4\n#endif\n5"), "1\n4\n5");
  EXPECT_EQ(clean(" # ifdef B\n1\n #\telse\n2\n#  endif /* x */\n"), "2");
}

TEST(Conditions, ElifTakesTheFirstTrueBranch) {
  const std::string text = "#if N==1\na\n#elif N==2\nb\n#elif N>=2\nc\n#else\nd\n#endif";
  EXPECT_EQ(clean("#define N 1\n" + text), "a");
  EXPECT_EQ(clean("#define N 2\n" + text), "b");
  EXPECT_EQ(clean("#define N 3\n" + text), "c");
  EXPECT_EQ(clean(text), "d");
  EXPECT_EQ(clean("#if 1\na\n#elif 1/0\nb\n#endif"), "a");  // not looked at
}

TEST(Conditions, SkippedTextIsOnlyTrackedForNesting) {
  EXPECT_EQ(clean("#if 0\n#foo\n#if junk(\n#elif\n#else junk\n#endif\n#include \"nowhere\"\n#define A 1\n/* #endif\n"
                  "*/ \"/*\"\n#error no\n#else\nA\n#endif"),
            "A");
  EXPECT_EQ(clean("#if 0\n#if 1\na\n#endif\nb\n#endif\nc"), "c");
}

bool holds(const std::string& expression) {
  return clean("#define ONE 1\n#define F(x) x\n#define EMPTY\n#define HAS defined(ONE)\n#if " + expression +
               "\nyes\n#endif") == "yes";
}

TEST(Conditions, Expressions) {
  for (const char* yes : {"1",
                          "-1",
                          "1+2*3==7",
                          "(1+2)*3==9",
                          "7/2==3",
                          "-7/2==-3",
                          "-7%3==-1",
                          "1<<4==16",
                          "-8>>1==-4",
                          "1>>-1==2",
                          "1<2",
                          "2<=2",
                          "3>2",
                          "2>=2",
                          "1!=2",
                          "(6&3)==2",
                          "(6|1)==7",
                          "(6^3)==5",
                          "~0==-1",
                          "!0",
                          "!!5==1",
                          "1&&2",
                          "0||1",
                          "1?2:0",
                          "0?0:1",
                          "1?1?2:0:0",
                          "0?1:0?0:3",
                          "(0,1)",
                          "+1",
                          "- -1",
                          "unknown==0",
                          "true==0",
                          "defined ONE",
                          "defined(ONE)",
                          "!defined(TWO)",
                          "HAS",
                          "F(defined ONE)",
                          "F(1)==ONE",
                          "'a'==97",
                          "'\\n'==10",
                          "'\\x41'=='A'",
                          "'\\101'=='A'",
                          "'\\377'<0",
                          "'ab'==24930",
                          "0x1F==31",
                          "010==8",
                          "0b11==3",
                          "10L==10ULL",
                          "-1>0u",
                          "18446744073709551615==-1",
                          "0&&1/0||1",
                          "1||1/0",
                          "1?1:1/0",
                          "9223372036854775807+1<0",
                          "-9223372036854775807-1==1<<63",
                          "(-9223372036854775807-1)/-1<0",
                          "(-9223372036854775807-1)%-1==0",
                          "1<<64==0",
                          "-1>>64==-1",
                          "2 EMPTY + EMPTY 1 == 3"}) {
    EXPECT_TRUE(holds(yes)) << yes;
  }
  for (const char* no :
       {"0", "ONE-1", "unknown", "defined TWO", "0&&1", "0||0", "!1", "1?0:1", "2==3", "-1<0u", "6&3==3"}) {
    EXPECT_FALSE(holds(no)) << no;
  }
}

TEST(Conditions, ExpressionErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "1:2 error: #if without an expression"},
      {"1 +", "1:7 error: expression is incomplete"},
      {"1 2", "1:7 error: missing operator before '2'"},
      {"X(1)", "1:6 error: missing operator before '('; there is no macro 'X' that takes arguments"},
      {"(1", "1:5 error: '(' without ')'"},
      {"1)", "1:6 error: ')' without '('"},
      {"1 ? 2", "1:9 error: '?' without ':'"},
      {"= 3", "1:5 error: '=' is not valid here in the expression of #if"},
      {"\"a\"", "1:5 error: '\"a\"' is not valid here in the expression of #if"},
      {"''", "1:5 error: '''' is not valid here in the expression of #if"},
      {"4/0", "1:6 error: division by zero in #if"},
      {"4%0", "1:6 error: division by zero in #if"},
      {"0x", "1:5 error: '0x' is not an integer"},
      {"08", "1:5 error: '08' is not an integer"},
      {"1abc", "1:5 error: '1abc' is not an integer"},
      {"1.5", "1:6 error: missing operator before '.'"},
      {"defined", "1:5 error: 'defined' is not followed by the name of a macro"},
      {"defined(", "1:5 error: 'defined' is not followed by the name of a macro"},
      {"defined(X", "1:13 error: missing ')' after 'defined'"},
  };
  for (const auto& [expression, message] : cases) {
    const Result r = run(fmt::format("#if {}\nno\n#else\nyes\n#endif", expression));
    EXPECT_EQ(r.messages(), message) << expression;
    EXPECT_EQ(r.text(), "yes") << expression;
  }
  EXPECT_EQ(messages("#if 99999999999999999999\n#endif"),
            "1:5 warning: integer '99999999999999999999' does not fit 64 bits");
}

TEST(Conditions, DeepExpressionsAreStopped) {
  const std::string message = "error: expression is nested more than 200 deep";
  EXPECT_EQ(messages("#if " + repeated("(", 100000) + "\n#endif"), "1:205 " + message);
  EXPECT_EQ(messages("#if " + repeated("- ", 100000) + "1\n#endif"), "1:405 " + message);
  EXPECT_EQ(messages("#if " + repeated("1?", 100000) + "1\n#endif"), "1:407 " + message);
  EXPECT_EQ(clean("#if " + repeated("(", 190) + "1" + repeated(")", 190) + "\na\n#endif"), "a");
}

TEST(Conditions, WrongPlaces) {
  EXPECT_EQ(messages("#else"), "1:2 error: #else without #if");
  EXPECT_EQ(messages("#elif 1"), "1:2 error: #elif without #if");
  EXPECT_EQ(messages("#endif"), "1:2 error: #endif without #if");
  EXPECT_EQ(messages("#if 1\n#else\n#else\n#endif"), "3:2 error: second #else of one #if\n1:2 note: the #if is here");
  EXPECT_EQ(messages("#if 0\n#else\n#elif 1\n#endif"), "3:2 error: #elif after #else\n1:2 note: the #if is here");
  EXPECT_EQ(messages("a\n#if 1\n#ifndef X\n"), "2:2 error: #if without #endif\n3:2 error: #ifndef without #endif");
  EXPECT_EQ(messages("#ifdef\n#endif"), "1:2 error: #ifdef is not followed by the name of a macro");
  EXPECT_EQ(messages("#ifndef 3\n#endif"), "1:9 error: #ifndef is not followed by the name of a macro");
  EXPECT_EQ(messages("#if 1\n#else x\n#endif y\n"), "3:8 warning: extra text at the end of #endif");
  EXPECT_EQ(messages("#ifdef X Y\n#endif"), "1:10 warning: extra text at the end of #ifdef");
}

// ---- other directives

TEST(Directives, Messages) {
  EXPECT_EQ(messages("#error don't do  this"), "1:2 error: #error don't do  this");
  EXPECT_EQ(messages("#error"), "1:2 error: #error");
  EXPECT_EQ(messages("#warning \"careful\""), "1:2 warning: #warning \"careful\"");
  EXPECT_EQ(messages("a\n#DEFINE X\n#if 0\n#foo\n#endif"), "2:2 error: unknown directive '#DEFINE'");
  EXPECT_EQ(messages("#\n # \n#pragma once\n#ident \"x\""), "");
  EXPECT_EQ(clean("a # b\n"), "a # b");
}

TEST(Directives, SeveralErrorsAndALimit) {
  EXPECT_EQ(run(repeated("#foo\n", 100)).diagnostics.error_count(), 20u);
  EXPECT_EQ(run(repeated("#warning x\n", 1000)).diagnostics.all().size(), 100u);
  EXPECT_EQ(messages("#foo\n#error x\n#if\n#endif\n"),
            "1:2 error: unknown directive '#foo'\n2:2 error: #error x\n3:2 error: #if without an expression");
}

TEST(Directives, UnclosedComment) {
  EXPECT_EQ(messages("a\n b /* c\nd"), "2:4 error: comment is never closed");
  EXPECT_EQ(messages("#if 0\n/* c\n#endif"), "2:1 error: comment is never closed\n1:2 error: #if without #endif");
  EXPECT_EQ(messages("#define X /* c"), "1:11 error: comment is never closed");
}

TEST(Directives, Line) {
  Result r = run("a\n#line 100\nb\n#line 7 \"x.c\"\nc __LINE__ __FILE__\n# 50 \"y \\\"z\\\".h\" 1 3\nd\n\ne");
  EXPECT_EQ(r.messages(), "");
  EXPECT_EQ(r.text(), "a\nb\nc 7 \"x.c\"\nd\ne");
  EXPECT_EQ(r.place(0), "m.pml:1:1+1");
  EXPECT_EQ(r.place(1), "m.pml:100:1+1");
  EXPECT_EQ(r.place(2), "x.c:7:1+1");
  EXPECT_EQ(r.place(5), "y \"z\".h:50:1+1");
  EXPECT_EQ(r.place(6), "y \"z\".h:52:1+1");
  EXPECT_EQ(r.sources.line_text(r.tokens[1].span.file, 100), "");
  EXPECT_EQ(clean("#define L 20 \"q\"\n#line L\n__LINE__ __FILE__"), "20 \"q\"");
  EXPECT_EQ(messages("#line"), "1:2 error: expected a line number");
  EXPECT_EQ(messages("#line x"), "1:7 error: expected a line number");
  EXPECT_EQ(messages("#line 9999999999"), "1:7 error: expected a line number");
  EXPECT_EQ(messages("# 1x"), "1:3 error: expected a line number");
  EXPECT_EQ(messages("#line 3 x"), "1:9 error: expected the name of a file in double quotes");
}

// ---- places

TEST(Places, OfPlainTokens) {
  const Result r = run("ab\n\tc \"d e\"\n f\\\ng h");
  EXPECT_EQ(r.place(0), "m.pml:1:1+2");
  EXPECT_EQ(r.place(1), "m.pml:2:2+1");
  EXPECT_EQ(r.place(2), "m.pml:2:4+5");
  EXPECT_EQ(r.place(3), "m.pml:3:2+1");  // cut by a backslash-newline: what is on the first line
  EXPECT_EQ(r.tokens[3].text, "fg");
  EXPECT_EQ(r.place(4), "m.pml:4:3+1");
  EXPECT_EQ(r.place(5), "m.pml:4:4+0");  // the end
}

TEST(Places, OfMacroText) {
  const Result r = run("#define ADD(x, y) x + y\n#define TWO ADD(1, z)\n  ADD(a, b) TWO");
  EXPECT_EQ(r.text(), "a + b 1 + z");
  EXPECT_EQ(r.place(0), "m.pml:3:7+1");                   // arguments keep their place
  EXPECT_EQ(r.place(1), "m.pml:3:3+3 ADD m.pml:1:21+1");  // text: the use, and where it is written
  EXPECT_EQ(r.place(2), "m.pml:3:10+1");
  EXPECT_EQ(r.place(3), "m.pml:3:13+3 TWO m.pml:2:17+1");  // the outermost use
  EXPECT_EQ(r.place(4), "m.pml:3:13+3 ADD m.pml:1:21+1");
  EXPECT_EQ(r.tokens[1].span.origin, r.tokens[4].span.origin);  // one origin per place in a #define
}

TEST(Places, OfMacrosInArguments) {
  const Result r = run("#define N 5\n#define F(x) (x)\nF(N)");
  EXPECT_EQ(r.place(0), "m.pml:3:1+1 F m.pml:2:14+1");
  EXPECT_EQ(r.place(1), "m.pml:3:3+1 N m.pml:1:11+1");
}

TEST(Places, OfMadeTokens) {
  const Result r = run("#define S(x) #x x##1 __LINE__\nS(a)");
  EXPECT_EQ(r.text(), "\"a\" a1 2");
  EXPECT_EQ(r.place(0), "m.pml:2:1+1 S m.pml:1:14+1");
  EXPECT_EQ(r.place(1), "m.pml:2:1+1 S m.pml:1:20+1");
  EXPECT_EQ(r.place(2), "m.pml:2:1+1 S m.pml:1:22+8");
}

// ---- files

class Files : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(path("sub")); }

  void write(const std::string& name, const std::string& text) { std::ofstream(root_ / name) << text; }
  Result preprocess_file(const std::string& name, const PpOptions& options = {}) {
    Result r;
    r.tokens = preprocess(root_ / name, options, r.sources, r.diagnostics);
    return r;
  }
  std::string path(const std::string& name) const { return root_ / name; }

  test::TemporaryFolder root_;
};

TEST_F(Files, Include) {
  write("main.pml", "a\n#include \"sub/one.pml\"\nN b __FILE__\n#include <two.pml> // x\n");
  write("sub/one.pml", "#define N 1\none __FILE__ __LINE__\n#include \"near.pml\"");
  write("sub/near.pml", "near");
  write("two.pml", "two");
  const Result r = preprocess_file("main.pml");
  EXPECT_EQ(r.messages(), "");
  EXPECT_EQ(r.text(), fmt::format("a\none \"{}\" 2\nnear\n1 b \"{}\"\ntwo", path("sub/one.pml"), path("main.pml")));
  EXPECT_EQ(r.place(1), path("sub/one.pml") + ":2:1+3");
}

TEST_F(Files, IncludeDirectories) {
  write("main.pml", "#include \"x.pml\"\n#include <x.pml>\n#include <main_only.pml>\n#include \"sub_only.pml\"");
  write("x.pml", "beside");
  write("main_only.pml", "main_only");
  write("sub/x.pml", "in_sub");
  write("sub/sub_only.pml", "sub_only");
  PpOptions options;
  options.include_dirs = {path("nowhere"), path("sub")};
  const Result r = preprocess_file("main.pml", options);
  EXPECT_EQ(r.messages(), "");
  EXPECT_EQ(r.text(), "beside\nin_sub\nmain_only\nsub_only");
}

TEST_F(Files, IncludeByMacroAndFromText) {
  write("x.pml", "x1");
  const Result r = run("#define X \"x.pml\"\n#define Y <x.pml>\n#include X\n#include Y\n", {}, root_.path().string());
  EXPECT_EQ(r.messages(), "");
  EXPECT_EQ(r.text(), "x1\nx1");
}

TEST_F(Files, TextIsReadOnceAndGuardsWork) {
  write("main.pml", "#include \"g.pml\"\n#include \"g.pml\"\n#include \"n.pml\"\n#include \"n.pml\"");
  write("g.pml", "#ifndef G\n#define G\ng\n#endif");
  write("n.pml", "n");
  const Result r = preprocess_file("main.pml");
  EXPECT_EQ(r.text(), "g\nn\nn");
  EXPECT_EQ(r.sources.file_count(), 4u);  // and "no file"
}

TEST_F(Files, NotReadable) {
  const Result missing = preprocess_file("none.pml");
  EXPECT_EQ(missing.messages(),
            fmt::format("0:0 error: cannot read '{}': No such file or directory", path("none.pml")));
  EXPECT_EQ(missing.tokens.size(), 1u);
  write("main.pml", "a\n#include \"none.pml\"\n#include \"sub\"\nb");
  const Result r = preprocess_file("main.pml");
  EXPECT_EQ(r.messages(), fmt::format("2:10 error: cannot read 'none.pml': No such file or directory\n"
                                      "3:10 error: cannot read '{}': Is a directory",
                                      path("sub")));
  EXPECT_EQ(r.text(), "a\nb");
}

TEST_F(Files, IncludeErrors) {
  EXPECT_EQ(messages("#include"), "1:2 error: #include expects \"file\" or <file>");
  EXPECT_EQ(messages("#include foo"), "1:10 error: #include expects \"file\" or <file>");
  EXPECT_EQ(messages("#include \"foo"), "1:10 error: the name of the included file is not closed on its line");
  EXPECT_EQ(messages("#include \"\""), "1:10 error: the name of the included file is empty");
  write("x.pml", "x");
  EXPECT_EQ(run("#include \"x.pml\" y", {}, root_.path().string()).messages(),
            "1:18 warning: extra text at the end of #include");
  EXPECT_EQ(run("#define F(x) x\nF(\n#include \"x.pml\"\n)", {}, root_.path().string()).messages(),
            "3:2 error: #include within the arguments of macro 'F'");
}

TEST_F(Files, CallsAndConditionsDoNotCrossFiles) {
  write("call.pml", "#define F(x) <x>\nF(1");
  write("name.pml", "F");
  write("if.pml", "#if 0\n");
  write("endif.pml", "#endif\n");
  Result r = run("#include \"call.pml\"\n) b", {}, root_.path().string());
  EXPECT_EQ(r.messages(), "2:1 error: the arguments of macro 'F' have no closing ')'\n1:9 note: it was defined here");
  EXPECT_EQ(r.text(), "F\n) b");
  r = run("#define F(x) <x>\n#include \"name.pml\"\n(1)", {}, root_.path().string());
  EXPECT_EQ(r.text(), "F\n( 1 )");
  EXPECT_EQ(run("#include \"if.pml\"\n", {}, root_.path().string()).messages(), "1:2 error: #if without #endif");
  EXPECT_EQ(run("#if 1\n#include \"endif.pml\"\n#endif", {}, root_.path().string()).messages(),
            "1:2 error: #endif without #if");
}

TEST_F(Files, Cycles) {
  write("a.pml", "\n#include \"b.pml\"\n");
  write("b.pml", "b\n#include \"./a.pml\"\nc");
  const Result r = preprocess_file("a.pml");
  EXPECT_EQ(r.messages(), fmt::format("2:10 error: '{}' includes itself without end\n2:10 note: '{}' is included here",
                                      path("./a.pml"), path("b.pml")));
  EXPECT_EQ(r.text(), "b\nc");
}

TEST_F(Files, RecursionThatEndsIsNoCycle) {
  write("count.pml", "#if __COUNTER__ < 3\nx\n#include \"count.pml\"\n#endif");
  EXPECT_EQ(preprocess_file("count.pml").messages(), "");
  EXPECT_EQ(preprocess_file("count.pml").text(), "x\nx\nx");
}

TEST_F(Files, EndlessInclusionIsStopped) {
  write("deep.pml", "#if __COUNTER__ + 1\n#include \"deep.pml\"\n#endif");
  const Result deep = preprocess_file("deep.pml");
  EXPECT_TRUE(deep.messages().starts_with("2:10 error: #include is nested more than 200 deep\n2:10 note: "));
  EXPECT_EQ(deep.diagnostics.error_count(), 1u);
  EXPECT_LT(deep.diagnostics.all().size(), 12u);

  std::string wide = repeated("#include \"leaf.pml\"\n", 30000);
  write("wide.pml", wide);
  write("leaf.pml", "x");
  EXPECT_TRUE(preprocess_file("wide.pml").messages().find("error: too many files are included") != std::string::npos);
}

TEST_F(Files, DiagnosticsShowTheMacro) {
  write("m.pml", "#define C(a, b) a##b\nC(x, +)\n");
  const Result r = preprocess_file("m.pml");
  EXPECT_EQ(r.diagnostics.format(r.sources),
            fmt::format("{0}:2:1: error: '##' makes no token of 'x' and '+'\n  C(x, +)\n  ^\n"
                        "{0}:1:20: note: in the text of macro 'C'\n  #define C(a, b) a##b\n                     ^\n",
                        path("m.pml")));
}

}  // namespace
}  // namespace gyre::promela
