#include "serve/encode.h"

namespace gyre::serve {

Json location_json(const Location& location) {
  if (location.line == 0) return nullptr;
  return {{"file", location.file},
          {"line", location.line},
          {"column", location.column},
          {"endLine", location.line},
          {"endColumn", location.column + location.length}};
}

namespace {

Json fix_json(const Fix& fix) {
  return {{"title", fix.title},
          {"edits", Json::array({{{"file", fix.range.file},
                                  {"line", fix.range.line},
                                  {"column", fix.range.column},
                                  {"endLine", fix.range.line},
                                  {"endColumn", fix.range.column + fix.range.length},
                                  {"text", fix.replacement}}})}};
}

}  // namespace

Json diagnostic_json(const Diagnostic& d) {
  Json out{{"file", d.location.file},
           {"line", d.location.line},
           {"column", d.location.column},
           {"endLine", d.location.line},
           {"endColumn", d.location.column + d.location.length},
           {"severity", severity_name(d.severity)},
           {"message", d.message}};
  if (!d.name.empty()) out["name"] = d.name;
  out["notes"] = Json::array();
  for (const Diagnostic& n : d.notes) {
    out["notes"].push_back(
        {{"file", n.location.file}, {"line", n.location.line}, {"column", n.location.column}, {"message", n.message}});
  }
  out["fixes"] = Json::array();
  for (const Fix& f : d.fixes) out["fixes"].push_back(fix_json(f));
  return out;
}

Json value_json(const Value& v) {
  return {{"name", v.name}, {"value", v.value}, {"pid", v.pid}, {"isChannel", v.is_channel}};
}

Json values_json(const std::vector<Value>& values) {
  // The names are different ones, and operator[] would look for each among all before.
  Json::object_t out;
  for (const Value& v : values) out.emplace_back(v.name, v.value);
  return out;
}

Json keywords_json(const std::string& language) {
  Json out = Json::array();
  for (const Keyword& k : keywords(language)) out.push_back({{"word", k.word}, {"kind", k.kind}, {"help", k.help}});
  return out;
}

Json calls_json(const std::vector<InlinedBy>& calls) {
  Json out = Json::array();
  for (const InlinedBy& c : calls) out.push_back({{"name", c.name}, {"location", location_json(c.location)}});
  return out;
}

Json step_json(const Step& s, uint64_t index) {
  Json changes = Json::array();
  for (const Value& v : s.changes) changes.push_back(value_json(v));
  return {{"index", index},
          {"process", s.process},
          {"pid", s.pid},
          {"statement", s.statement},
          {"source", s.source},
          {"location", location_json(s.location)},
          {"calls", calls_json(s.calls)},
          {"changes", std::move(changes)},
          {"messages", s.messages},
          {"output", s.output},
          {"handshake", s.handshake},
          {"atomic", s.atomic},
          {"error", s.error}};
}

Json steps_json(const std::vector<Step>& steps, uint64_t first) {
  Json out = Json::array();
  for (const Step& s : steps) out.push_back(step_json(s, first + out.size()));
  return out;
}

Json process_json(const ProcessState& p) {
  return {{"process", p.process},         {"pid", p.pid},        {"location", location_json(p.location)},
          {"calls", calls_json(p.calls)}, {"next", p.next},      {"canMove", p.can_move},
          {"validEnd", p.valid_end},      {"whyNot", p.why_not}, {"held", p.held},
          {"obstacles", p.obstacles}};
}

Json processes_json(const std::vector<ProcessState>& processes) {
  Json out = Json::array();
  for (const ProcessState& p : processes) out.push_back(process_json(p));
  return out;
}

Json runs_json(size_t last, const std::function<Json(size_t)>& value) {
  Json out = Json::array();
  for (size_t i = 0; i <= last; ++i) {
    Json v = value(i);
    if (out.empty() || out.back()[1] != v) out.push_back(Json::array({i, std::move(v)}));
  }
  return out;
}

const char* end_name(End end) {
  switch (end) {
    case End::none: return "none";
    case End::finished: return "finished";
    case End::valid: return "valid";
    case End::deadlock: return "deadlock";
    case End::error: return "error";
    case End::limit: return "limit";
  }
  __builtin_unreachable();
}

}  // namespace gyre::serve
