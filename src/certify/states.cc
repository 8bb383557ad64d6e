#include "certify/states.h"

#include <functional>
#include <stdexcept>

namespace certify {

// Where it is, or where it would be.
size_t States::place(std::string_view code, uint32_t claim) const {
  const size_t mask = slots_.size() - 1;
  size_t at = (std::hash<std::string_view>()(code) ^ claim * 0x9e3779b97f4a7c15u) & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Entry& e = entries_[slots_[at] - 1];
    if (e.claim == claim && this->code(e) == code) break;
  }
  return at;
}

const Entry* States::find(std::string_view code, uint32_t claim) const {
  const uint32_t slot = slots_[place(code, claim)];
  return slot == 0 ? nullptr : &entries_[slot - 1];
}

bool States::add(std::string_view code, Entry entry) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  const size_t at = place(code, entry.claim);
  if (slots_[at] != 0) return false;
  if (entries_.size() >= UINT32_MAX - 1) throw std::length_error("there are too many states");
  entry.begin = text_.size();
  entry.length = static_cast<uint32_t>(code.size());
  text_ += code;
  entries_.push_back(entry);
  slots_[at] = static_cast<uint32_t>(entries_.size());
  return true;
}

void States::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (size_t i = 0; i < entries_.size(); ++i)
    slots_[place(code(entries_[i]), entries_[i].claim)] = static_cast<uint32_t>(i + 1);
}

}  // namespace certify
