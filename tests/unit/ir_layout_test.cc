// The state vector: offsets and widths, narrow bit arrays, shapes.
// link: promela vm trace
#include <gtest/gtest.h>

#include "base/bits.h"
#include "compiled_model.h"
#include "ir/layout.h"
#include "ir/shapes.h"

namespace gyre {
namespace {

using test::program_of;

const ir::Variable& variable(const ir::Program& program, const std::string& name) {
  for (const ir::Variable& v : program.variables) {
    if (v.name == name) return v;
  }
  throw std::runtime_error(name);
}

TEST(Bits, FieldsOfAnyWidthAtAnyBit) {
  for (uint32_t width = 1; width <= 32; ++width) {
    for (uint32_t bit = 0; bit < 16; ++bit) {
      uint8_t bytes[16];
      std::memset(bytes, 0xff, sizeof bytes);
      const uint32_t value = 0xa5a5a5a5u >> (32 - width);
      store_bits(bytes, bit, width, 0);
      EXPECT_EQ(load_bits(bytes, bit, width, false), 0);
      store_bits(bytes, bit, width, value);
      EXPECT_EQ(static_cast<uint32_t>(load_bits(bytes, bit, width, false)), value);
      const auto sign = static_cast<int32_t>(value << (32 - width)) >> (32 - width);
      EXPECT_EQ(load_bits(bytes, bit, width, true), sign);
      if (bit > 0) {
        EXPECT_EQ(load_bits(bytes, bit - 1, 1, false), 1);
      }
      EXPECT_EQ(load_bits(bytes, bit + width, 1, false), 1);
    }
  }
}

TEST(Layout, WholeBytesFirstWidestFirstThenBits) {
  const auto p = program_of("bit b; byte c; unsigned u : 5; int i; short s; bool t; hidden int h; init { skip }");
  EXPECT_EQ(variable(*p, "i").bit_offset, 0u);
  EXPECT_EQ(variable(*p, "s").bit_offset, 32u);
  EXPECT_EQ(variable(*p, "c").bit_offset, 48u);
  EXPECT_EQ(variable(*p, "b").bit_offset, 56u);
  EXPECT_EQ(variable(*p, "u").bit_offset, 57u);
  EXPECT_EQ(variable(*p, "t").bit_offset, 62u);
  EXPECT_EQ(p->globals_bytes, 8u);
  EXPECT_EQ(variable(*p, "h").bit_offset, 0u);
  EXPECT_EQ(p->hidden_bytes, 4u);
}

TEST(Layout, Frames) {
  const auto p = program_of("proctype P(short a) { bit b; a = b } init { run P(1) }");
  const ir::Process& process = p->processes[0];
  EXPECT_EQ(variable(*p, "a").bit_offset, 0u);
  EXPECT_EQ(variable(*p, "b").bit_offset, 16u);
  EXPECT_EQ(process.pc_bits, 2u);  // states 0, 1, 2
  EXPECT_EQ(process.pc_offset, 17u);
  EXPECT_EQ(process.frame_bytes, 3u);
  EXPECT_EQ(process.priority_offset, -1);
}

TEST(Layout, PrioritiesAndLast) {
  const auto p = program_of("byte x; active proctype A() priority 3 { x = _last }");
  EXPECT_GE(p->processes[0].priority_offset, 0);
  EXPECT_GE(p->last_offset, 0);
  EXPECT_EQ(p->last_bits, 8u);
  promela::CompileOptions many;
  many.max_processes = 1000;
  const auto q = program_of("pid p; chan c; byte x; active proctype A() { x = _last }", many);
  EXPECT_EQ(q->last_bits, 16u);
  EXPECT_EQ(variable(*q, "p").type.width, 16);
  EXPECT_EQ(variable(*q, "c").type.width, 16);
  EXPECT_EQ(q->globals_bytes, 7u);
}

TEST(Layout, BitArraysAreNarrowWhereOnlyTruthValuesAreWritten) {
  const std::string declaration = "bit a[10]; byte x; chan c = [1] of { bit }; ";
  for (const char* narrow : {"a[x] = 1", "a[x] = !x", "a[x] = x < 3", "a[x] = (x -> 0 : 1)", "x = a[1]"}) {
    const auto p = program_of(declaration + "init { " + narrow + " }");
    EXPECT_EQ(variable(*p, "a[]").type.width, 1) << narrow;
  }
  for (const char* wide : {"a[x] = 2", "a[x] = x", "a[x] = a[0] + 1", "c?a[x]"}) {
    const auto p = program_of(declaration + "init { " + wide + " }");
    EXPECT_EQ(variable(*p, "a[]").type.width, 8) << wide;
  }
}

TEST(Layout, Channels) {
  const auto p = program_of("chan c = [3] of { bit, short, byte }; chan r = [0] of { int }; init { skip }");
  const ir::ChannelType& c = p->channel_types[0];
  EXPECT_EQ(c.field_offsets, (std::vector<uint32_t>{24, 0, 16}));
  EXPECT_EQ(c.slot_bits, 25u);
  EXPECT_EQ(c.len_bits, 2u);
  EXPECT_EQ(c.bytes, 10u);  // 3 * 25 + 2 bits
  EXPECT_EQ(p->channel_types[1].bytes, 0u);
}

TEST(Shapes, PushAndPop) {
  const auto p = program_of("proctype P(short a) { chan q = [2] of { byte }; skip } init { run P(1); run P(2) }");
  ir::ShapeTable table(*p);
  const ir::Shape& root = table.root();
  EXPECT_EQ(root.key_bytes, 4u);
  const ir::Shape& one = table.push_process(root, 1);
  const ir::Shape& two = table.push_process(one, 0);
  const ir::Shape& three = table.push_channel(two, 0);
  const ir::Shape& four = table.push_process(three, 0);
  EXPECT_EQ(four.processes.size(), 3u);
  EXPECT_EQ(four.channels.size(), 1u);
  EXPECT_EQ(four.kinds, (std::vector<int32_t>{1, 0, 2, 0}));
  EXPECT_EQ(&table.push_process(root, 1), &one);
  EXPECT_EQ(&table.pop_process(four), &three);
  EXPECT_EQ(&table.pop_process(three), &one);  // takes its channel along
  EXPECT_EQ(&table.pop_process(one), &root);
  EXPECT_EQ(&table.get(four.id), &four);
  EXPECT_EQ(table.count(), 5u);
  EXPECT_EQ(two.processes[1].offset, 4 + p->processes[1].frame_bytes);
  EXPECT_EQ(four.key_bytes % 4, 0u);
}

// A state's first word must not depend on what was met before it: other processes read it too.
TEST(Shapes, NumbersDoNotDependOnTheOrder) {
  const auto p = program_of("proctype P() { chan q = [2] of { byte }; skip } init { run P(); run P() }");
  ir::ShapeTable one(*p), other(*p);
  const ir::Shape& first = one.push_process(one.push_process(one.root(), 1), 0);
  const ir::Shape& second = one.push_channel(first, 0);
  const ir::Shape& longest = other.push_channel(other.push_process(other.push_process(other.root(), 1), 0), 0);
  other.push_process(other.root(), 0);
  EXPECT_EQ(longest.id, second.id);
  EXPECT_EQ(other.pop_process(longest).id, one.pop_process(second).id);
  EXPECT_EQ(other.push_process(other.push_process(other.root(), 1), 0).id, first.id);
  EXPECT_NE(first.id, second.id);
  EXPECT_TRUE(one.canonical());
  EXPECT_TRUE(other.canonical());
}

TEST(Shapes, ManyAreFoundAgain) {
  const auto p = program_of("proctype P() { chan q = [2] of { byte }; skip } init { run P(); run P() }");
  ir::ShapeTable table(*p);
  std::vector<const ir::Shape*> all{&table.root()};
  for (size_t i = 0; i < 2000; ++i) {
    all.push_back(&table.push_process(*all[i / 2], i % 2 == 0 ? 0 : 1));
    all.push_back(&table.push_channel(*all[i / 2], 0));
  }
  for (const ir::Shape* s : all) EXPECT_EQ(&table.get(s->id), s);
  EXPECT_TRUE(table.canonical());
}

TEST(Shapes, EqualHashesAreToldApart) {
  const auto p = program_of("proctype P() { skip } init { run P() }");
  ir::ShapeTable table(*p, [](const std::vector<int32_t>&) { return 7u; });
  const ir::Shape& one = table.push_process(table.root(), 0);
  const ir::Shape& two = table.push_process(one, 1);
  EXPECT_NE(one.id, two.id);
  EXPECT_EQ(&table.get(one.id), &one);
  EXPECT_EQ(&table.get(two.id), &two);
  EXPECT_EQ(&table.get(table.root().id), &table.root());
  EXPECT_FALSE(table.canonical());
  EXPECT_THROW(table.get(99), std::logic_error);
}

TEST(Shapes, DescriptionsCoverTheKey) {
  const auto p = program_of("bit b[3]; hidden int h; byte x; chan c = [2] of { byte, bit }; init { b[x] = 1; x = h }");
  ir::ShapeTable table(*p);
  const ir::Shape& shape = table.push_process(table.push_channel(table.root(), 0), 0);
  const StateShape& d = table.description(shape.id);
  EXPECT_EQ(d.key_bytes, shape.key_bytes);
  EXPECT_EQ(d.key_bytes % 8, 0u);  // hidden variables follow
  EXPECT_EQ(d.total_bytes, shape.total_bytes);
  std::vector<int> used(d.key_bytes * 8, 0);
  for (const ShapeField& f : d.fields) {
    for (uint32_t i = 0; i < f.width; ++i) ++used[f.bit_offset + i];
  }
  for (int n : used) EXPECT_LE(n, 1);
  // The shape's number, x and c, three bits, two slots and a length, a control state.
  EXPECT_EQ(d.fields.size(), 1u + 2 + 3 + 5 + 1);
  EXPECT_EQ(d.components.size(), 3u);
}

}  // namespace
}  // namespace gyre
