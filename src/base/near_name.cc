#include "base/near_name.h"

#include <algorithm>

namespace gyre {

namespace {

std::string lower(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

size_t name_distance(std::string_view a, std::string_view b) {
  const size_t width = b.size() + 1;
  std::vector<size_t> cost((a.size() + 1) * width);
  const auto at = [&](size_t i, size_t j) -> size_t& { return cost[i * width + j]; };
  for (size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

std::string near_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kLongest = 64;  // the distance of long names costs time, and says nothing
  if (name.size() > kLongest) return "";
  const std::string wanted = lower(name);
  const size_t most = name.size() < 3 ? 0 : std::max<size_t>(1, name.size() / 3);
  const std::string* best = nullptr;
  size_t best_distance = most + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > name.size() + most || candidate.size() + most < name.size()) continue;
    if (candidate.size() < 3 && candidate.size() != name.size()) continue;
    const size_t d = name_distance(wanted, lower(candidate));
    if (d >= best_distance) continue;
    best = &candidate;
    best_distance = d;
  }
  return best ? *best : "";
}

std::string did_you_mean(const std::string& near) { return near.empty() ? "" : "; did you mean '" + near + "'?"; }

}  // namespace gyre
