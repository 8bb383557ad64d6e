#include "reduce/summary_touches.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/narrow.h"

namespace gyre::reduce {

size_t Touches::Hash::operator()(const Key& key) const {
  uint64_t hash = key.size();
  for (const int32_t x : key) hash = (std::rotl(hash, 23) ^ std::bit_cast<uint32_t>(x)) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 32);
}

void Touches::describe(const ir::Place& place) {
  say(place.var);
  say(std::ssize(place.indices));
  for (const ir::ExprId index : place.indices) describe(index);
}

void Touches::describe(ir::ExprId id) {
  if (id == ir::kNone) {
    say(-1);
    return;
  }
  const ir::Expr& e = program_.expr(id);
  say(static_cast<int>(e.op));
  if (!e.args.empty()) {  // a poll is neither an index nor a channel
    say(id);
    return;
  }
  say(e.value);
  say(e.process);
  say(static_cast<int>(e.type.base));
  say(e.type.width);
  say(e.type.is_signed ? 1 : 0);
  describe(e.place);
  say(std::ssize(e.kids));
  for (const ir::ExprId kid : e.kids) describe(kid);
}

void Touches::describe(const Touch& touch) {
  key_.clear();
  say(static_cast<int>(touch.kind));
  switch (touch.kind) {
    case Kind::variable: {
      const VariableTouch& v = touch.variable;
      say((v.write ? 1 : 0) | (v.foreign ? 2 : 0) | (v.own ? 4 : 0) | (v.remote ? 8 : 0) | (v.constant ? 16 : 0));
      say(v.value);
      say((v.test.some ? 1 : 0) | (v.test.except ? 2 : 0));
      for (const int64_t bound : {v.test.low, v.test.high}) {
        say(bound);
        say(bound >> 32);
      }
      describe(v.place);
      describe(v.owner);
      return;
    }
    case Kind::channel:
      say(touch.channel.use);
      say(touch.channel.foreign ? 1 : 0);
      describe(touch.channel.channel);
      return;
    case Kind::control:
    case Kind::local: say(touch.number); return;
    case Kind::reads_count:
    case Kind::writes_count:
    case Kind::everything: return;
  }
}

uint32_t Touches::number(Touch touch) {
  describe(touch);
  const auto [it, fresh] = known_.try_emplace(key_, narrow<uint32_t>(all_.size()));
  if (fresh) all_.push_back(std::move(touch));
  return it->second;
}

std::vector<uint32_t> Touches::numbers(const Footprint& f, const std::vector<ir::VarId>& locals_written) {
  std::vector<uint32_t> out;
  for (const VariableTouch& v : f.variables) out.push_back(number({Kind::variable, v}));
  for (const ChannelTouch& c : f.channels) out.push_back(number({Kind::channel, {}, c}));
  for (const int32_t type : f.control) out.push_back(number({Kind::control, {}, {}, type}));
  for (const ir::VarId v : locals_written) out.push_back(number({Kind::local, {}, {}, v}));
  if (f.reads_count) out.push_back(number({Kind::reads_count}));
  if (f.writes_count) out.push_back(number({Kind::writes_count}));
  if (f.everything) out.push_back(number({Kind::everything}));
  return out;
}

void Touches::give(uint32_t number, Footprint& f, std::vector<ir::VarId>& locals_written) const {
  const Touch& touch = all_[number];
  switch (touch.kind) {
    case Kind::variable: f.variables.push_back(touch.variable); return;
    case Kind::channel: f.channels.push_back(touch.channel); return;
    case Kind::control: f.control.push_back(touch.number); return;
    case Kind::local: locals_written.push_back(touch.number); return;
    case Kind::reads_count: f.reads_count = true; return;
    case Kind::writes_count: f.writes_count = true; return;
    case Kind::everything: f.everything = true; return;
  }
}

void Touches::tidy(Footprint& f, std::vector<ir::VarId>& locals_written) {
  std::vector<uint32_t> all = numbers(f, locals_written);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  f = {};
  locals_written.clear();
  for (const uint32_t i : all) give(i, f, locals_written);
}

}  // namespace gyre::reduce
