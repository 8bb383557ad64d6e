// What is found at a place of the text, where the text may stand for several pieces of the program: an inline is
// expanded for each call. A warning is given if all pieces deserve it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "base/error.h"

namespace gyre::lint {

class Spots {
 public:
  // One piece of the program at this place. `detail` keeps things apart that begin at the same place; `message` is
  // asked for the text, if it is needed.
  template <class Message>
  void see(const Span& span, uint32_t detail, bool deserved, const Message& message) {
    // Plain text stands for one piece: what is not found there need not be kept.
    if (!span.known() || (!deserved && span.call < 0 && span.origin < 0)) return;
    Finding& f = all_.try_emplace({span.file, span.line, span.column, detail}).first->second;
    f.deserved = f.deserved && deserved;
    if (!f.deserved || !f.message.empty()) return;
    f.span = span;
    f.message = message();
  }

  void report(Warning warning, Diagnostics& diagnostics) const {
    for (const auto& [key, f] : all_) {
      if (f.deserved) diagnostics.warning(warning, f.span, f.message);
    }
  }

 private:
  struct Key {
    uint32_t file, line, column, detail;
    auto operator<=>(const Key&) const = default;
  };
  struct Finding {
    bool deserved = true;
    Span span;
    std::string message;
  };
  std::map<Key, Finding> all_;
};

}  // namespace gyre::lint
