#include "cli/expectations.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace gyre::cli {

namespace {

using nlohmann::json;

// Names whose values are numbers of the report's `search`, and what they are called there.
constexpr std::pair<const char*, const char*> kNumbers[] = {{"states", "states"},
                                                            {"transitions", "transitions"},
                                                            {"depth", "depth"},
                                                            {"atomic", "atomic_steps"},
                                                            {"bits", "compacted_bits"}};
constexpr const char* kOthers[] = {"verdict", "kinds", "exit", "length", "line", "unreached"};

std::string first_comment(const std::string& text) {
  size_t at = text.find_first_not_of(" \t\r\n");
  if (at == std::string::npos) return "";
  for (const auto& [begin, end] : {std::pair{"/*", "*/"}, {"(*", "*)"}}) {
    if (text.compare(at, 2, begin) == 0) return text.substr(at + 2, text.find(end, at + 2) - at - 2);
  }
  std::string out;
  while (at < text.size() && text.compare(at, 2, "//") == 0) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += text.substr(at + 2, end - at - 2) + "\n";
    at = text.find_first_not_of(" \t\r\n", end);
  }
  return out;
}

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// As a shell would: blanks separate, quotes keep together.
std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside) out.push_back(word);
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) out.push_back(word);
  return out;
}

bool is_known(const std::string& name) {
  const auto same = [&](const auto& n) { return name == n.first; };
  return name.starts_with("verdict:") || name.starts_with("thesis:") ||
         std::any_of(std::begin(kNumbers), std::end(kNumbers), same) ||
         std::any_of(std::begin(kOthers), std::end(kOthers), [&](const char* n) { return name == n; });
}

std::string folder_of(const std::string& model) {
  const size_t slash = model.rfind('/');
  return slash == std::string::npos ? "." : model.substr(0, slash);
}

class Judge {
 public:
  Judge(const Case& expected, const Checked& got) : case_(expected), got_(got), report_(json::parse(gyre::json(got))) {
    text_ = got.report ? got.report->text() : got.refusal + "\n";
    if (got.loaded) text_ += got.loaded->diagnostics_text();
  }

  std::vector<std::string> run() {
    differs("exit", std::to_string(expected_exit()), std::to_string(got_.exit_status()));
    for (const std::string& pattern : case_.outputs) {
      if (!matches(pattern)) out_.push_back(fmt::format("output: nothing matches '{}'", pattern));
    }
    for (const auto& [name, value] : case_.expected) compare(name, value);
    if (got_.report && asks_for_kinds()) compare_kinds();
    return out_;
  }

 private:
  std::optional<std::string> value(const std::string& name) const {
    for (const auto& [n, v] : case_.expected) {
      if (n == name) return v;
    }
    return {};
  }

  int expected_exit() const {
    if (const auto exit = value("exit")) return std::stoi(*exit);
    int worst = 0;
    for (const auto& [name, verdict] : case_.expected) {
      if (name != "verdict" && !name.starts_with("verdict:")) continue;
      if (verdict == "violated") return 1;
      if (verdict != "holds") worst = 3;
    }
    return worst;
  }

  // Line by line, as an editor would search: ECMAScript has no other way in this library.
  bool matches(std::string pattern) const {
    const std::string file = got_.model.substr(got_.model.rfind('/') + 1);
    for (size_t at = pattern.find("%f"); at != std::string::npos; at = pattern.find("%f", at + file.size()))
      pattern.replace(at, 2, file);
    try {
      return std::regex_search(text_, std::regex(pattern, std::regex::ECMAScript | std::regex::multiline));
    } catch (const std::regex_error& e) {
      throw Error(fmt::format("{}: output: '{}' is no regular expression: {}", got_.model, pattern, e.what()));
    }
  }

  void differs(const std::string& what, const std::string& expected, const std::string& got) {
    if (expected != got) out_.push_back(fmt::format("{}: expected {}, got {}", what, expected, got));
  }

  std::string verdict(const std::string& name) const {
    if (!got_.report) return "none";
    for (const Property& p : got_.report->properties) {
      if (p.name == name) return verdict_name(p.verdict);
    }
    return "none";
  }

  std::string number(const json& inside, const std::string& name) const {
    return inside.contains(name) ? inside[name].dump() : "none";
  }

  void compare(const std::string& name, const std::string& expected) {
    const json search = report_.contains("search") ? report_["search"] : json::object();
    if (name == "exit" || name == "kinds") return;
    if (name == "verdict") {
      std::string got = verdict("safety");
      if (got == "none" && got_.report && !got_.report->properties.empty())
        got = verdict_name(got_.report->properties[0].verdict);
      return differs(name, expected, got);
    }
    if (name.starts_with("verdict:")) return differs(name, expected, verdict(name.substr(name.find(':') + 1)));
    if (name.starts_with("thesis:")) {
      const json thesis = search.contains("thesis") ? search["thesis"] : json::object();
      return differs(name, expected, number(thesis, name.substr(name.find(':') + 1)));
    }
    if (name == "length") return differs(name, expected, shortest());
    if (name == "unreached")
      return differs(name, expected, std::to_string(report_.contains("unreached") ? report_["unreached"].size() : 0));
    if (name == "line") {
      if (!matches(fmt::format("%f:(?:{}):\\d+", expected)))
        out_.push_back(fmt::format("line: no message is about {}:{}", got_.model, expected));
      return;
    }
    for (const auto& [n, in_report] : kNumbers) {
      if (name == n) differs(name, expected, number(search, in_report));
    }
  }

  std::string shortest() const {
    std::optional<uint64_t> least;
    if (!got_.report) return "none";
    for (const Property& p : got_.report->properties) {
      for (const Violation& v : p.violations) {
        if (v.trace) least = std::min(least.value_or(UINT64_MAX), v.length);
      }
    }
    return least ? std::to_string(*least) : "none";
  }

  // With --errors the kinds are part of what is expected, also if that is none.
  bool asks_for_kinds() const {
    const auto& a = case_.arguments;
    return value("kinds") || (value("verdict") && std::find(a.begin(), a.end(), "--errors") != a.end());
  }

  void compare_kinds() {
    std::set<std::string> got, must, may;
    for (const Property& p : got_.report->properties) {
      for (const Violation& v : p.violations) got.insert(v.error);
    }
    std::istringstream list(value("kinds").value_or(""));
    for (std::string kind; std::getline(list, kind, ',');) {
      if (kind.ends_with("?"))
        kind.pop_back();
      else
        must.insert(kind);
      may.insert(kind);
    }
    if (std::includes(got.begin(), got.end(), must.begin(), must.end()) &&
        std::includes(may.begin(), may.end(), got.begin(), got.end()))
      return;
    out_.push_back(fmt::format("kinds: expected {}, got {}", value("kinds").value_or("none"),
                               got.empty() ? "none" : fmt::format("{}", fmt::join(got, ","))));
  }

  const Case& case_;
  const Checked& got_;
  json report_;
  std::string text_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<Case> cases_of(const std::string& model, const std::string& text) {
  std::vector<Case> out;
  std::istringstream lines(first_comment(text));
  for (std::string line; std::getline(lines, line);) {
    line = trimmed(line);
    if (line.starts_with("*")) line = trimmed(line.substr(1));
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, colon), rest = trimmed(line.substr(colon + 1));
    if (key == "gyre") {
      Case& c = out.emplace_back();
      c.arguments = words(rest);
      for (std::string& a : c.arguments) {
        if (const size_t at = a.find("%d"); at != std::string::npos) a.replace(at, 2, folder_of(model));
      }
      if (c.arguments.empty()) throw Error(fmt::format("{}: 'gyre:' without a command", model));
      continue;
    }
    if (key != "expect" && key != "output") continue;
    if (out.empty()) throw Error(fmt::format("{}: '{}:' before the first 'gyre:'", model, key));
    if (key == "output") {
      out.back().outputs.push_back(rest);
      continue;
    }
    for (const std::string& word : words(rest)) {
      const size_t eq = word.find('=');
      const std::string name = word.substr(0, eq);
      if (eq == std::string::npos || !is_known(name))
        throw Error(fmt::format("{}: '{}' is nothing that can be expected", model, word));
      out.back().expected.emplace_back(name, word.substr(eq + 1));
    }
  }
  return out;
}

std::vector<std::string> differences(const Case& expected, const Checked& got) { return Judge(expected, got).run(); }

}  // namespace gyre::cli
