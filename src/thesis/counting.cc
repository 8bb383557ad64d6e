#include "thesis/counting.h"

#include "base/narrow.h"

namespace gyre::thesis {

void CommandCounter::guards(bool some, bool last) {
  if (!some || last) return;
  ++extra_loops_;
  places_.push_back(commands_);
  ++updates_;
}

void CommandCounter::command(const vm::Base& base, int32_t pid, const vm::VmEdge& e, uint32_t control) {
  ++commands_;
  updates_ += control + e.action->writes;
  if (e.code->more_writes == 0) return;
  vm::Interpreter& interpreter = machine_.interpreter();
  vm::Context c = interpreter.context(base, pid, false);
  updates_ += narrow<uint32_t>(interpreter.eval(e.code->more_writes, c));
}

}  // namespace gyre::thesis
