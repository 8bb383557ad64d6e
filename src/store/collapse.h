// Collapse (Holzmann, "State compression in SPIN", 1997; Geldenhuys, Figure 3.6): a state is the numbers of its
// components. The globals, each process and each channel have few states of their own, which are kept once, in a
// table for all components of the same kind; a state is a number for each of its components.
//
// Differently from SPIN, all processes of a type share one table, and there is nothing to size: numbers take as many
// bytes as they need (seven bits to a byte), and the same number always takes the same. A component of one byte is kept
// as it is. Of the state that was coded last the numbers are known: only components that differ are looked up.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "store/component_table.h"
#include "store/shape_codec.h"

namespace gyre::store {

class Collapse : public ShapeCodec {
 public:
  Collapse(Shapes shapes, uint32_t prefix = 0) : ShapeCodec(std::move(shapes), prefix) {}

  uint64_t bytes() const override { return bytes_; }
  // The states of all components.
  uint64_t components() const;

 protected:
  Coding encode_body(uint32_t number, const StateShape& shape, const uint8_t* system, std::vector<uint8_t>& out,
                     bool add, uint64_t budget) override;
  void decode_body(uint32_t number, const StateShape& shape, const uint8_t*& at, uint8_t* system) override;

 private:
  struct Part {
    uint32_t offset;
    uint32_t size;
    ComponentTable* table;                  // null: one byte, as it is
    uint32_t last = ComponentTable::kNone;  // its number in the state that was coded last
  };
  struct Layout {
    std::vector<Part> parts;
    std::vector<uint8_t> covered;  // per byte of the key: 0 if it belongs to a component, else 0xff
    std::vector<uint8_t> last;     // the bytes whose numbers the parts remember
    uint64_t bytes() const { return sizeof *this + parts.size() * sizeof(Part) + covered.size() + last.size(); }
  };
  Layout& layout_of(uint32_t number, const StateShape& shape);
  ComponentTable& table_of(uint32_t kind, uint32_t size);

  std::unordered_map<uint32_t, std::unique_ptr<Layout>> layouts_;
  std::unordered_map<uint64_t, std::unique_ptr<ComponentTable>> tables_;
  uint32_t last_number_ = 0;
  Layout* last_ = nullptr;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::store
