#include "reduce/print_classes.h"

#include <utility>

#include "base/narrow.h"

namespace gyre::reduce {

size_t PrintClasses::Hash::operator()(const Key& key) const {
  size_t hash = key.mark.size();
  const auto mix = [&](int32_t x) { hash = (hash ^ static_cast<uint32_t>(x)) * 0x9e3779b97f4a7c15u; };
  for (const int32_t x : key.mark) mix(x);
  for (const Prints::Variable& v : key.prints.variables) {
    mix(v.var);
    mix(v.element);
    mix(v.write ? 1 : 0);
  }
  for (const Prints::Channel& c : key.prints.channels) {
    mix(c.id);
    mix(c.use);
  }
  return hash ^ (hash >> 32);
}

uint32_t PrintClasses::add(const Prints& prints, const std::vector<int32_t>& mark) {
  const auto [it, fresh] = known_.try_emplace(Key{prints, mark}, narrow<uint32_t>(members_.size()));
  const uint32_t c = it->second;
  if (fresh) {
    members_.emplace_back();
    for (const Prints::Variable& v : prints.variables) {
      std::vector<uint32_t>& classes = by_variable_[v.var];
      if (classes.empty() || classes.back() != c) classes.push_back(c);
    }
    if (prints.everything || prints.reads_count || prints.writes_count || !prints.control.empty() ||
        !prints.channels.empty())
      others_.push_back(c);
  }
  members_[c].push_back(narrow<uint32_t>(of_.size()));
  of_.push_back(c);
  return c;
}

}  // namespace gyre::reduce
