// Files and lines: the model names its files as they were given, a client by their absolute paths.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include <gyre/model.h>
#include <gyre/trace.h>

namespace gyre::dap {

// The absolute path of a file, without links and dots as far as it exists.
std::string full_path(const std::string& file);

class Places {
 public:
  explicit Places(const Model& model);

  // The path of a location's file; remembered.
  const std::string& path(const std::string& file) const;
  // The line itself or the first one behind it at which a process can stop: with a statement or a call of an inline.
  std::optional<uint32_t> stop_line(const std::string& path, uint32_t line) const;
  // All of them within these lines, both included.
  std::set<uint32_t> stop_lines(const std::string& path, uint32_t first, uint32_t last) const;
  // Whether a process that executes this step comes to that line: it is the statement's, or that of the call of an
  // inline whose first statement it is.
  bool comes_to(const Step& step, const std::string& path, uint32_t line) const;
  bool knows(const std::string& path) const { return lines_.contains(path); }

 private:
  std::map<std::string, std::set<uint32_t>> lines_;  // by path
  mutable std::map<std::string, std::string> paths_;
  // A call of an inline: path, line, column. And the place of the first statement in it.
  using At = std::tuple<std::string, uint32_t, uint32_t>;
  At at(const Location& location) const { return {path(location.file), location.line, location.column}; }
  std::map<At, At> entries_;
};

}  // namespace gyre::dap
