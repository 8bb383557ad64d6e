#include "store/collapse.h"

#include <algorithm>
#include <cstring>

#include "base/narrow.h"

namespace gyre::store {

namespace {
constexpr uint32_t kNumberBytes = 4;  // the shape number, which is not part of the body
}

uint64_t Collapse::components() const {
  uint64_t sum = 0;
  for (const auto& [kind, table] : tables_) sum += table->count();
  return sum;
}

ComponentTable& Collapse::table_of(uint32_t kind, uint32_t size) {
  std::unique_ptr<ComponentTable>& table = tables_[uint64_t{kind} << 32 | size];
  if (!table) {
    table = std::make_unique<ComponentTable>(size);
    bytes_ += table->bytes();
  }
  return *table;
}

Collapse::Layout& Collapse::layout_of(uint32_t number, const StateShape& shape) {
  if (last_ != nullptr && last_number_ == number) return *last_;
  std::unique_ptr<Layout>& layout = layouts_[number];
  if (!layout) {
    layout = std::make_unique<Layout>();
    layout->covered.assign(shape.key_bytes, 0xff);
    layout->last.assign(shape.key_bytes, 0);
    for (const ShapeComponent& c : shape.components) {
      const uint32_t begin = std::max(c.byte_offset, kNumberBytes);
      const uint32_t end = std::min(c.byte_offset + c.byte_size, shape.key_bytes);
      if (begin >= end) continue;
      layout->parts.push_back({begin, end - begin, end - begin == 1 ? nullptr : &table_of(c.kind, end - begin)});
      std::fill(layout->covered.begin() + begin, layout->covered.begin() + end, 0);
    }
    std::fill_n(layout->covered.begin(), std::min(kNumberBytes, shape.key_bytes), 0);
    bytes_ += layout->bytes();
  }
  last_number_ = number;
  last_ = layout.get();
  return *layout;
}

ShapeCodec::Coding Collapse::encode_body(uint32_t number, const StateShape& shape, const uint8_t* system,
                                         std::vector<uint8_t>& out, bool add, uint64_t budget) {
  Layout& l = layout_of(number, shape);
  for (uint32_t i = 0; i < shape.key_bytes; ++i) {
    if ((system[i] & l.covered[i]) != 0) return Coding::as_it_is;
  }
  for (Part& part : l.parts) {
    const uint8_t* bytes = system + part.offset;
    if (part.table == nullptr) {
      out.push_back(*bytes);
      continue;
    }
    if (part.last == ComponentTable::kNone || std::memcmp(bytes, l.last.data() + part.offset, part.size) != 0) {
      uint32_t found = part.table->find(bytes);
      if (found == ComponentTable::kNone) {
        if (!add) return Coding::none;
        const uint64_t before = part.table->bytes();
        found = part.table->add(bytes, budget > bytes_ ? budget - bytes_ : 0);
        if (found == ComponentTable::kNone) return Coding::none;
        bytes_ += part.table->bytes() - before;
      }
      part.last = found;
      std::memcpy(l.last.data() + part.offset, bytes, part.size);
    }
    put_varint(out, part.last);
  }
  return Coding::done;
}

void Collapse::decode_body(uint32_t number, const StateShape& shape, const uint8_t*& at, uint8_t* system) {
  for (const Part& part : layout_of(number, shape).parts) {
    if (part.table == nullptr) {
      system[part.offset] = *at++;
    } else {
      std::memcpy(system + part.offset, part.table->entry(narrow<uint32_t>(get_varint(at))), part.size);
    }
  }
}

}  // namespace gyre::store
