// What a message sequence chart shows, before it is drawn: processes as columns and events in rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/msc.h"

namespace gyre::trace {

inline constexpr size_t kNowhere = ~size_t{0};

struct MscColumn {
  int32_t pid = 0;
  int32_t type = 0;
  std::string name;        // "P(0)"
  bool born_late = false;  // not there from the start, but born in first_row
  size_t first_row = 0;
  size_t last_row = kNowhere;  // died in this row
  bool gone_before = false;    // died before what is shown
  std::string waits;           // it cannot move in the end: "waits in `c?x` (c is empty)"
};

struct MscEvent {
  enum class Kind { send, receive, output } kind = Kind::output;
  size_t column = 0;
  size_t row = 0;  // the two halves of a rendezvous share one
  uint64_t step = 0;
  std::string text;           // "c!1,2", or a line that printf printed
  size_t partner = kNowhere;  // index of the receive of a send, of the send of a receive
  bool copied = false;        // a send whose message was read and left where it is
  bool rendezvous = false;
  bool lost = false;
  bool peek = false;
};

struct MscChart {
  std::vector<MscColumn> columns;  // those that the view shows
  std::vector<MscEvent> events;
  size_t rows = 0;
  size_t cycle_row = kNowhere;  // before which the cycle begins
  size_t pruned = 0;            // events beyond the limit
};

MscChart make_chart(const Trace& trace, const MscOptions& options, size_t max_events);

}  // namespace gyre::trace
