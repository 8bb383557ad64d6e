#include "dap/places.h"

#include <algorithm>
#include <filesystem>

namespace gyre::dap {

std::string full_path(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  return error ? file : path.string();
}

Places::Places(const Model& model) {
  for (const Statement& s : model.statements()) {
    lines_[path(s.location.file)].insert(s.location.line);
    for (const Location& call : s.calls) {
      lines_[path(call.file)].insert(call.line);
      entries_.emplace(at(call), at(s.location));  // statements come in the order of the text: the first one stays
    }
  }
}

bool Places::comes_to(const Step& step, const std::string& path, uint32_t line) const {
  if (step.location.line == line && this->path(step.location.file) == path) return true;
  return std::ranges::any_of(step.calls, [&](const InlinedBy& call) {
    if (call.location.line != line || this->path(call.location.file) != path) return false;
    const auto entry = entries_.find(at(call.location));
    return entry != entries_.end() && entry->second == at(step.location);
  });
}

const std::string& Places::path(const std::string& file) const {
  auto known = paths_.find(file);
  if (known == paths_.end()) known = paths_.emplace(file, full_path(file)).first;
  return known->second;
}

std::optional<uint32_t> Places::stop_line(const std::string& path, uint32_t line) const {
  const auto file = lines_.find(path);
  if (file == lines_.end()) return {};
  const auto found = file->second.lower_bound(line);
  if (found == file->second.end()) return {};
  return *found;
}

std::set<uint32_t> Places::stop_lines(const std::string& path, uint32_t first, uint32_t last) const {
  const auto file = lines_.find(path);
  if (file == lines_.end() || last < first) return {};
  return {file->second.lower_bound(first), file->second.upper_bound(last)};
}

}  // namespace gyre::dap
