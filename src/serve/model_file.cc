#include "serve/model_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "serve/encode.h"

namespace gyre::serve {

std::string hash_of(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a: it is to notice a change, not to withstand one who wants to deceive
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

ModelFile::ModelFile(std::string path, Settings settings, FileWriter write)
    : path_(std::move(path)), settings_(std::move(settings)), write_(std::move(write)) {
  if (now().version.empty()) throw Error(fmt::format("{}: cannot read this file: {}", path_, std::strerror(ENOENT)));
}

std::string ModelFile::name() const { return std::filesystem::path(path_).filename().string(); }

std::string ModelFile::folder() const {
  const size_t slash = path_.rfind('/');
  return slash == std::string::npos ? "" : path_.substr(0, slash + 1);
}

Snapshot ModelFile::now() const {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path_, error);
  if (status.type() == std::filesystem::file_type::not_found) return {};
  // A pipe or a device would make everybody wait.
  if (status.type() != std::filesystem::file_type::regular)
    throw Error(fmt::format("{}: cannot read this file: it is no regular file", path_));
  errno = 0;
  std::ifstream in(path_, std::ios::binary);
  std::ostringstream out;
  if (in && in.peek() != std::ifstream::traits_type::eof()) out << in.rdbuf();
  if (in.bad() || !in.is_open()) throw Error(fmt::format("{}: cannot read this file: {}", path_, std::strerror(errno)));
  std::string text = out.str();
  std::string version = hash_of(text);
  return {std::move(text), std::move(version)};
}

Model ModelFile::model(const std::string& text, const Settings& settings) const {
  return Model::from_text(path_, text, settings);
}

std::string ModelFile::save(const std::string& text, const std::string& version) {
  const std::scoped_lock lock(saving_);
  const Snapshot there = now();
  if (there.version != version) {
    const char* what = there.version.empty() ? "the file is gone" : "somebody else has changed the file";
    throw Refusal(409, fmt::format("{}: {} since you have seen it", name(), what),
                  {{"text", there.text}, {"version", there.version}});
  }
  write_(path_, text);
  return hash_of(text);
}

std::string ModelFile::save_beside(const std::string& name, const std::string& text) {
  const bool plain = !name.empty() && name.size() <= 200 && name.front() != '.' &&
                     name.find_first_of("/\\") == std::string::npos &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
  if (!plain) throw Refusal(400, "a name of a trail is a plain file name, without folders");
  const std::string file = name + ".trail.json";
  const std::scoped_lock lock(saving_);
  std::error_code error;
  // A link that leads nowhere is there as well.
  if (std::filesystem::symlink_status(folder() + file, error).type() != std::filesystem::file_type::not_found)
    throw Refusal(409, fmt::format("there is a file {} already", file));
  write_(folder() + file, text);
  return file;
}

namespace {

Json no_model(const std::string& why) {
  Diagnostic d;
  d.message = why;
  return {{"ok", false}, {"diagnostics", Json::array({diagnostic_json(d)})}, {"properties", Json::array()}};
}

Json properties_of(const ModelFile& file, const Model& model, const std::string& text) {
  Json out = Json::array();
  const auto add = [&](const std::string& name, const std::string& kind, const std::string& formula) {
    out.push_back({{"name", name}, {"kind", kind}, {"formula", formula}, {"location", nullptr}});
  };
  const Plan plan = model.plan(file.settings());
  for (const Job& j : plan.jobs) add(j.property, j.kind, j.formula);
  if (plan.jobs.empty()) {
    add("safety", "safety", "");
    for (const StatedProperty& p : model.properties()) add(p.name, p.kind, p.formula);
  }
  for (const Symbol& s : symbols_of(file.path(), text, file.settings()).symbols) {
    if (s.kind != SymbolKind::formula) continue;
    for (Json& p : out) {
      if (p["name"] == s.name) p["location"] = location_json(s.location);
    }
  }
  return out;
}

}  // namespace

Json diagnosed(const ModelFile& file, const std::string& text) {
  try {
    const Model model = file.model(text, file.settings());
    Json out{{"ok", model.ok()}, {"diagnostics", Json::array()}, {"properties", Json::array()}};
    for (const Diagnostic& d : model.diagnostics()) out["diagnostics"].push_back(diagnostic_json(d));
    if (model.ok()) out["properties"] = properties_of(file, model, text);
    return out;
  } catch (const InternalError&) {
    throw;
  } catch (const Error& e) {
    return no_model(e.what());
  }
}

Json included(const ModelFile& file, const std::string& text) {
  Json out = Json::array();
  try {
    for (const IncludedFile& i : symbols_of(file.path(), text, file.settings()).includes) out.push_back(i.file);
  } catch (const InternalError&) {
    throw;
  } catch (const Error&) {
    // Why there are no names is among the diagnostics.
  }
  return out;
}

}  // namespace gyre::serve
