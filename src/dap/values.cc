#include "dap/values.h"

#include <algorithm>

#include <fmt/format.h>

namespace gyre::dap {

namespace {

// "a[2].b" is "a", "[2]", ".b".
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> out;
  for (const char c : name) {
    if (out.empty() || c == '[' || c == '.') out.emplace_back();
    out.back() += c;
  }
  return out;
}

std::string summary(const ValueTree& tree) {
  if (tree.kids.front().label.starts_with('[')) return fmt::format("{} elements", tree.kids.size());
  std::string out;
  for (const ValueTree& kid : tree.kids) {
    if (!out.empty()) out += ", ";
    if (out.size() > 60) return "{" + out + "...}";
    out += fmt::format("{} = {}", kid.label, kid.value);
  }
  return "{" + out + "}";
}

void summarise(std::vector<ValueTree>& trees) {
  for (ValueTree& tree : trees) {
    if (tree.kids.empty()) continue;
    summarise(tree.kids);
    if (tree.value.empty()) tree.value = summary(tree);
  }
}

// Of an array of records the parts come one after the other, each for all elements; mostly it is the last one at a
// level that goes on.
ValueTree* find_at(std::vector<ValueTree>& level, const std::string& name) {
  if (!level.empty() && level.back().name == name) return &level.back();
  const auto found = std::ranges::find(level, name, &ValueTree::name);
  return found == level.end() ? nullptr : &*found;
}

void add(std::vector<ValueTree>& trees, const std::vector<std::string>& parts, const std::string& owner,
         const std::string& value) {
  std::vector<ValueTree>* level = &trees;
  std::string name;
  ValueTree* tree = nullptr;
  for (const std::string& part : parts) {
    name += part;
    tree = find_at(*level, name);
    if (tree == nullptr) {
      tree = &level->emplace_back();
      tree->label = part.starts_with('.') ? part.substr(1) : part;
      tree->name = name;
      tree->data = owner + name;
    }
    level = &tree->kids;
  }
  if (tree != nullptr) tree->value = value;
}

}  // namespace

std::vector<std::string> messages_in(const std::string& contents) {
  std::vector<std::string> out;
  int depth = 0;
  for (const char c : contents) {
    if (c == '[' && depth++ == 0) {
      out.emplace_back();
      continue;
    }
    if (c == ']' && --depth == 0) continue;
    if (depth > 0) out.back() += c;
  }
  return out;
}

std::vector<ValueTree> values_in(const std::vector<Value>& state, Scope scope, int32_t pid) {
  std::vector<ValueTree> out;
  for (const Value& v : state) {
    if (v.is_channel != (scope == Scope::channels)) continue;
    if (scope == Scope::channels) {
      ValueTree& channel = out.emplace_back(ValueTree{v.name, v.name, v.value, v.name, {}});
      const std::vector<std::string> messages = messages_in(v.value);
      for (size_t i = 0; i < messages.size(); ++i)
        channel.kids.push_back({fmt::format("[{}]", i), "", messages[i], "", {}});
      continue;
    }
    if (v.pid != (scope == Scope::globals ? -1 : pid)) continue;
    const size_t colon = v.pid < 0 ? std::string::npos : v.name.find(':');
    const std::string owner = colon == std::string::npos ? "" : v.name.substr(0, colon + 1);
    add(out, parts_of(v.name.substr(owner.size())), owner, v.value);
  }
  summarise(out);
  return out;
}

const ValueTree* find_value(const std::vector<ValueTree>& among, const std::string& name) {
  for (const ValueTree& tree : among) {
    if (tree.name.empty()) continue;
    if (tree.name == name || tree.data == name) return &tree;
    if (const ValueTree* found = find_value(tree.kids, name)) return found;
  }
  return nullptr;
}

bool is_change_of(const std::string& changed, const std::string& data) {
  return changed == data || (changed.size() > data.size() && changed.starts_with(data) &&
                             (changed[data.size()] == '[' || changed[data.size()] == '.'));
}

}  // namespace gyre::dap
