// What each name of a model stands for, once everything that is declared is known.
#include <algorithm>
#include <set>
#include <tuple>

#include "base/ids.h"
#include "promela/names_impl.h"

namespace gyre::promela {

namespace {

auto key(const Span& s) { return std::make_tuple(s.file, s.line, s.column); }

}  // namespace

void NameReader::resolve() {
  for (Call& call : calls_) {
    const int32_t target = global(tokens_[call.token].text);
    if (target >= 0 && nth(out_.names, target).kind == NameKind::inline_) call.target = target;
  }
  for (const Reference& ref : references_) resolve_one(ref);
  uses_of_arguments();
  add_macros();
  out_.includes = record_.includes;
  drop_duplicates();
}

void NameReader::add_use(int32_t symbol, const Token& token, NameUse use, int32_t in) {
  UsedName u;
  u.symbol = symbol;
  u.use = use;
  u.place = place(token);
  u.in = in;
  u.macro = token.span.origin >= 0;
  const std::string_view line = sources_.line_text(u.place.file, u.place.line);
  u.differs = u.place.column == 0 || u.place.column > line.size() ||
              line.substr(u.place.column - 1, token.text.size()) != token.text;
  // What has no text of its own is called by a word: init, ltl.
  if (use == NameUse::declaration && u.differs && !u.macro) return;
  if (u.place.known()) out_.uses.push_back(u);
}

int32_t NameReader::global(const std::string& name) const {
  const auto it = scopes_[0].names.find(name);
  return it == scopes_[0].names.end() ? -1 : it->second;
}

int32_t NameReader::in_process(const std::string& process, const std::string& name, bool label) const {
  const int32_t owner = global(process);
  if (owner < 0) return -1;
  if (label) {
    const auto all = labels_.find(owner);
    if (all == labels_.end()) return -1;
    const auto it = all->second.find(name);
    return it == all->second.end() ? -1 : it->second;
  }
  const auto all = locals_.find(owner);
  if (all == locals_.end()) return -1;
  const auto it = std::find_if(all->second.begin(), all->second.end(), [&](const auto& l) { return l.first == name; });
  return it == all->second.end() ? -1 : it->second;
}

// Variables of those who call an inline, which its text may use.
std::vector<int32_t> NameReader::from_callers(const std::string& name, int32_t inline_symbol, int depth) const {
  std::vector<int32_t> out;
  if (depth > 8) return out;
  for (const Call& call : calls_) {
    if (call.target != inline_symbol) continue;
    const int32_t symbol = lookup(name, call.scope);
    if (symbol >= 0) {
      out.push_back(symbol);
    } else if (call.in >= 0 && call.in != inline_symbol && nth(out_.names, call.in).kind == NameKind::inline_) {
      const std::vector<int32_t> more = from_callers(name, call.in, depth + 1);
      out.insert(out.end(), more.begin(), more.end());
    }
    if (out.size() > 100) break;
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void NameReader::resolve_one(const Reference& ref) {
  const Token& token = tokens_[ref.token];
  std::vector<int32_t> symbols;
  switch (ref.where) {
    case Where::here:
      symbols.push_back(ref.local >= 0 ? ref.local : global(token.text));
      if (symbols[0] < 0 && ref.in >= 0 && nth(out_.names, ref.in).kind == NameKind::inline_)
        symbols = from_callers(token.text, ref.in, 0);
      break;
    case Where::field_type: symbols.push_back(global(token.text)); break;
    case Where::label: {
      const auto all = labels_.find(ref.in);
      if (all == labels_.end()) break;
      const auto it = all->second.find(token.text);
      if (it != all->second.end()) symbols.push_back(it->second);
      break;
    }
    case Where::remote_variable:
    case Where::remote_label:
      symbols.push_back(in_process(tokens_[ref.process].text, token.text, ref.where == Where::remote_label));
      break;
  }
  for (const int32_t symbol : symbols) {
    if (symbol < 0) continue;
    const NameKind kind = nth(out_.names, symbol).kind;
    // A constant in a receive is compared, and a member that is written leaves the rest as it is.
    NameUse use = ref.use;
    if (kind == NameKind::constant || kind == NameKind::type) use = NameUse::read;
    add_use(symbol, token, use, ref.in);
    resolve_members(symbol, ref);
  }
}

void NameReader::resolve_members(int32_t symbol, const Reference& ref) {
  for (const size_t member : ref.members) {
    const auto type = user_types_.find(symbol);
    if (type == user_types_.end()) return;
    const auto fields = fields_.find(global(type->second));
    if (fields == fields_.end()) return;
    const auto field = fields->second.find(tokens_[member].text);
    if (field == fields->second.end()) return;
    symbol = field->second;
    add_use(symbol, tokens_[member], ref.use, ref.in);
  }
}

// What an inline does to its parameter happens to the variable that was given for it.
void NameReader::uses_of_arguments() {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<size_t>> at_place;
  for (size_t i = 0; i < out_.uses.size(); ++i) at_place[key(out_.uses[i].place)].push_back(i);
  for (int round = 0; round < 4; ++round) {
    std::map<std::pair<int32_t, int32_t>, NameUse> done;  // by inline and position of the parameter
    for (const UsedName& u : out_.uses) {
      const auto position = written_.find(u.symbol);
      if (position != written_.end() && u.use != NameUse::declaration && u.use != NameUse::read &&
          u.use != NameUse::call) {
        done[{nth(out_.names, u.symbol).parent, position->second}] = u.use;
      }
    }
    bool changed = false;
    for (const Reference& ref : references_) {
      if (ref.call < 0 || ref.where != Where::here) continue;
      const auto use = done.find({nth(calls_, ref.call).target, narrow<int32_t>(ref.position)});
      if (use == done.end()) continue;
      for (const size_t i : at_place[key(place(tokens_[ref.token]))]) {
        UsedName& u = out_.uses[i];
        if (u.use == NameUse::declaration || u.use == use->second) continue;
        if (nth(out_.names, u.symbol).name != tokens_[ref.token].text) continue;
        u.use = use->second;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

void NameReader::add_macros() {
  const int32_t first = next_id(out_.names);
  for (const PpRecord::Macro& macro : record_.macros) {
    DeclaredName d;
    d.kind = NameKind::macro;
    d.name = macro.name;
    d.place = macro.place;
    d.parameters = macro.parameters;
    const std::string_view line = sources_.line_text(macro.place.file, macro.place.line);
    d.text = std::string(line.substr(0, 300));
    out_.names.push_back(std::move(d));
    out_.uses.push_back({last_id(out_.names), NameUse::declaration, macro.place, -1, false, false});
  }
  for (const PpRecord::Use& use : record_.uses) {
    const bool in_macro = use.place.origin >= 0;
    const Span at = in_macro ? sources_.origin(use.place.origin).text : use.place;
    out_.uses.push_back({first + use.macro, NameUse::call, at, -1, in_macro, false});
  }
}

// The text of a macro is read as often as it is used.
void NameReader::drop_duplicates() {
  const auto order = [](const UsedName& u) { return std::make_tuple(key(u.place), u.symbol, u.use); };
  std::stable_sort(out_.uses.begin(), out_.uses.end(),
                   [&](const UsedName& a, const UsedName& b) { return order(a) < order(b); });
  const auto same = [&](const UsedName& a, const UsedName& b) { return order(a) == order(b) && a.in == b.in; };
  out_.uses.erase(std::unique(out_.uses.begin(), out_.uses.end(), same), out_.uses.end());
}

}  // namespace gyre::promela
