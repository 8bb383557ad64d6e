// Codecs by themselves: the examples of the thesis, updating by differences, what components cost.
// link: rapidcheck
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <random>
#include <set>

#include "base/bits.h"
#include "store/mixed_radix.h"
#include "unit/shaped_stores.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

using test::Bytes;
using test::text_of;

// Section 3.4.3: v1 of 0..4, v2 of 0..2, v3 of 0..6; v3 is the last digit there, the first one here.
TEST(StoreMixedRadix, ExampleOfTheThesis) {
  const MixedRadix radix({7, 3, 5});
  EXPECT_EQ(radix.bits(), 7u);
  ASSERT_EQ(radix.cells(), 1u);
  uint64_t cell = 0;
  std::set<uint64_t> seen;
  uint64_t old[3] = {};
  for (uint64_t v1 = 0; v1 < 5; ++v1) {
    for (uint64_t v2 = 0; v2 < 3; ++v2) {
      for (uint64_t v3 = 0; v3 < 7; ++v3) {
        const uint64_t now[3] = {v3, v2, v1};
        for (size_t i = 0; i < 3; ++i) radix.update(&cell, i, now[i] - old[i]);
        std::copy(now, now + 3, old);
        EXPECT_EQ(cell, v3 + 7 * (v2 + 3 * v1));
        for (size_t i = 0; i < 3; ++i) EXPECT_EQ(radix.get(&cell, i), now[i]);
        seen.insert(cell);
      }
    }
  }
  EXPECT_EQ(seen.size(), 105u);
  EXPECT_EQ(*seen.rbegin(), 104u);
}

// Section 3.4.2 and 3.4.3, the mutual exclusion model of Figure 3.4: `free` and the location counter (9 values) of
// Semaphore, `r` (3) and the location counter (11) of each of two Users.
TEST(StoreMixedRadix, MutualExclusionOfTheThesis) {
  const std::vector<uint64_t> ranges = {11, 3, 11, 3, 9, 2};
  uint64_t integers = 0;
  uint64_t fields = 0;
  for (const uint64_t range : ranges) {
    integers += 16;
    fields += bits_for(range - 1);
  }
  EXPECT_EQ(integers, 96u);
  EXPECT_EQ(fields, 17u);
  EXPECT_EQ(MixedRadix(ranges).bits(), 15u);
}

TEST(StoreMixedRadix, DigitsAreNotSplitOverCells) {
  const MixedRadix radix({1u << 20, 1u << 20, 1u << 20, 5, 1u << 3, 1});  // 62.3 bits, and 3 more do not fit
  EXPECT_EQ(radix.cells(), 2u);
  EXPECT_EQ(radix.bits(), 63u + 3);
  const MixedRadix full({uint64_t{1} << 32, uint64_t{1} << 32, 1, 2});
  EXPECT_EQ(full.cells(), 2u);
  EXPECT_EQ(full.bits(), 65u);
  uint64_t cells[2] = {};
  for (const int64_t v : {0xffffffffLL, 7LL}) full.update(cells, 1, v - static_cast<int64_t>(full.get(cells, 1)));
  full.update(cells, 0, 0xfffffffe);
  full.update(cells, 3, 1);
  EXPECT_EQ(full.get(cells, 0), 0xfffffffeu);
  EXPECT_EQ(full.get(cells, 1), 7u);
  EXPECT_EQ(full.get(cells, 2), 0u);
  EXPECT_EQ(full.get(cells, 3), 1u);
}

template <class CodecT>
class StoreCodec : public testing::Test {};
using Codecs = testing::Types<Compact, Collapse>;
TYPED_TEST_SUITE(StoreCodec, Codecs);

// A code says which state it is of, is the same at all times, and does not depend on what was coded before.
TYPED_TEST(StoreCodec, CodesAreStatesAndStayTheSame) {
  const bool ok = rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<uint64_t>());
    const uint32_t prefix = *rc::gen::element(0u, 4u);
    test::RandomShapes shapes;
    TypeParam codec(shapes, prefix);
    std::map<std::string, std::string> codes;
    std::string text;
    for (int i = 0; i < 300; ++i) {
      if (text.empty() || random() % 8 == 0) {
        const uint32_t number = static_cast<uint32_t>(random() % 6);
        text.assign(prefix + shapes(number).key_bytes + (random() % 3 == 0 ? random() % 9 : 0), '\0');
        if (text.size() >= prefix + 4) std::memcpy(text.data() + prefix, &number, 4);
      } else if (text.size() > prefix + 4) {
        text[prefix + 4 + random() % (text.size() - prefix - 4)] = static_cast<char>(random() % 4 == 0 ? random() : 1);
      }
      if (prefix != 0) text[random() % 2 * 3] = static_cast<char>(random() % 2 * 128);
      const Bytes state(text, std::string(random() % 3, 'h'));
      const StateView code = codec.add(state.view(), Codec::kNoBudget);
      const std::string key(reinterpret_cast<const char*>(code.data), code.key);
      const auto [known, fresh] = codes.emplace(text, key);
      RC_ASSERT(known->second == key);
      const Bytes copy(key, std::string(reinterpret_cast<const char*>(code.data) + code.key, code.total - code.key));
      const StateView found = codec.find(state.view());
      RC_ASSERT(text_of(found) == text_of(copy.view()));
      const StateView back = codec.decode(copy.view());
      RC_ASSERT(back.key == text.size());
      RC_ASSERT(text_of(back) == text_of(state.view()));
    }
    std::set<std::string> different;
    for (const auto& [state, code] : codes) different.insert(code);
    RC_ASSERT(different.size() == codes.size());
  });
  EXPECT_TRUE(ok);
}

// Four parts of 6 bytes with 50 states each: a byte for the shape, one for each part.
TEST(StoreCollapse, APartIsANumber) {
  StateShape shape;
  shape.key_bytes = 28;
  shape.components = {{0, 10, 0}, {10, 6, 1}, {16, 6, 1}, {22, 6, 2}};
  Collapse codec([&](uint32_t) -> const StateShape& { return shape; });
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(28, '\0');
    for (size_t part = 4; part < 28; part += 6) text[part + 5] = static_cast<char>(random() % 50);
    const Bytes state(text);
    ASSERT_EQ(codec.add(state.view(), Codec::kNoBudget).key, 5u);
  }
  EXPECT_EQ(codec.components(), 150u);  // two parts are of one kind
  EXPECT_LT(codec.bytes(), 8'000u);
}

TEST(StoreCollapse, KeepsItsBudget) {
  StateShape shape;
  shape.key_bytes = 12;
  shape.components = {{0, 12, 0}};
  Collapse codec([&](uint32_t) -> const StateShape& { return shape; });
  uint64_t count = 0;
  for (;; ++count) {
    std::string text(12, '\0');
    std::memcpy(text.data() + 4, &count, 8);
    const Bytes state(text);
    if (codec.add(state.view(), 100'000).data == nullptr) break;
    ASSERT_LE(codec.bytes(), 100'000u);
  }
  EXPECT_GT(count, 2'000u);
}

}  // namespace
}  // namespace gyre::store
