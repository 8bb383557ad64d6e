#include "report/refused.h"

#include <cassert>

#include <nlohmann/json.hpp>

#include "report/diagnostics_json.h"

namespace gyre::report {

namespace {

using nlohmann::ordered_json;

ordered_json head(const Refused& refused) {
  return {{"tool", "gyre"}, {"version", refused.version}, {"model", refused.model}, {"language", refused.language}};
}

std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_json(const Refused& refused, const Diagnostics& diagnostics, const SourceMap& sources) {
  assert(!diagnostics.all().empty());
  ordered_json out = head(refused);
  out["diagnostics"] = diagnostics_json(diagnostics, sources);
  return text_of(out);
}

std::string to_json(const Refused& refused, const std::string& message) {
  ordered_json out = head(refused);
  out["diagnostics"] = ordered_json::array({{{"file", ""},
                                             {"line", 0},
                                             {"column", 0},
                                             {"severity", "error"},
                                             {"message", message},
                                             {"notes", ordered_json::array()}}});
  return text_of(out);
}

}  // namespace gyre::report
