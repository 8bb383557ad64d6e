#include "vm/c_calls.h"

#include <cassert>
#include <stdexcept>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "vm/c_guard.h"
#include "vm/c_output.h"
#include "vm/image.h"

namespace gyre::vm {

using model::ErrorKind;

CCalls::CCalls(const Image& image) : image_(image), c_(*image.program->embedded_c) {
  globals_ = elements(c_.globals);
  for (const std::vector<int32_t>& l : c_.locals) locals_.push_back(elements(l));
  for (const ir::CObject& o : c_.objects) {
    const VarCode& v = nth(image_.code.variables, o.variable);
    assert(v.bit_offset % 8 == 0);
    objects_.push_back({v.scope, v.bit_offset, v.width, v.is_signed});
  }
  object_bytes_.resize(objects_.size());
}

std::vector<CCalls::Element> CCalls::elements(const std::vector<int32_t>& variables) const {
  std::vector<Element> out;
  for (const int32_t id : variables) {
    const VarCode& v = nth(image_.code.variables, id);
    for (uint32_t i = 0; i < image_.program->variable(id).count; ++i)
      out.push_back({v.scope, v.bit_offset + i * v.width, v.width, v.is_signed});
  }
  return out;
}

bool CCalls::has_locals(int32_t process) const {
  for (const ir::CObject& o : c_.objects) {
    if (o.process == process) return true;
  }
  return false;
}

uint8_t* CCalls::block(ir::Scope scope, const Context& c) const {
  switch (scope) {
    case ir::Scope::global: return c.s + ir::kGlobalsOffset;
    case ir::Scope::hidden: return c.s + c.shape->key_bytes;
    case ir::Scope::local: return c.frame;
  }
  assert(false);
  return c.s;
}

void CCalls::read(const std::vector<Element>& from, const Context& c, std::vector<int32_t>& values) const {
  values.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i)
    values[i] = load_bits(block(from[i].scope, c), from[i].bit_offset, from[i].width, from[i].is_signed);
}

void CCalls::write(const std::vector<Element>& to, Context& c, const std::vector<int32_t>& values) const {
  for (size_t i = 0; i < to.size(); ++i) store_bits(block(to[i].scope, c), to[i].bit_offset, to[i].width, values[i]);
}

namespace {

struct Doing {
  const ir::CUnit* unit;
  int32_t what;
  const ir::CFrame* frame;
  int32_t value = 0;
};

void run(void* argument) {
  auto* doing = static_cast<Doing*>(argument);
  doing->value = doing->unit->run(doing->what, doing->frame);
}

}  // namespace

int32_t CCalls::call(int32_t what, Context& c, std::string* output, const model::Budget& budget) {
  if (!c_.unit) throw std::logic_error("C of a model is called that was not compiled");
  const bool is_code = what >= 0 && nth(c_.snippets, what).is_code;
  if (is_code && !c.work) return 1;  // only asked whether it could
  const int32_t process = c.pid >= 0 ? nth(c.shape->processes, c.pid).type : ir::kNone;
  ir::CFrame frame;
  frame.process = process;
  frame.pid = c.pid;
  frame.process_count = c.shape->process_count();
  const ir::Program& program = *image_.program;
  if (program.last_offset >= 0)
    frame.last = load_bits(c.s + ir::kGlobalsOffset, narrow<uint32_t>(program.last_offset), program.last_bits, false);
  read(globals_, c, global_values_);
  frame.globals = global_values_.data();
  if (process != ir::kNone) {
    read(nth(locals_, process), c, local_values_);
    frame.locals = local_values_.data();
  }
  for (size_t i = 0; i < objects_.size(); ++i) {
    const bool here = c_.objects[i].process == ir::kNone || c_.objects[i].process == process;
    object_bytes_[i] = here ? block(objects_[i].scope, c) + objects_[i].bit_offset / 8 : nullptr;
  }
  frame.objects = object_bytes_.data();
  Doing doing{c_.unit.get(), what, &frame};
  const std::lock_guard turn(c_.unit->turn);
  if (what == ir::kCStart) {
    for (const ir::CUnit::Memory& m : c_.unit->memory) std::copy(m.at_start.begin(), m.at_start.end(), m.begin);
  }
  COutput printed(output);
  std::string why;
  const auto before = c_.unit->failures.find(what);
  const bool looped = before != c_.unit->failures.end() && before->second.starts_with("endless loop");
  switch (call_guarded(run, &doing, budget, looped ? kAgain : kMostSeconds, why)) {
    case CallEnd::returned: break;
    case CallEnd::cancelled: throw model::Cancelled();
    case CallEnd::failed:
      c_.unit->failures[what] = why;
      c.error = ErrorKind::embedded_c;
      return 0;
  }
  if (!is_code) return doing.value;
  if (doing.value == 0) {
    c_.unit->failures[what] = "the precondition is false: " + nth(c_.snippets, what).precondition;
    c.error = ErrorKind::embedded_c;
    return 0;
  }
  write(globals_, c, global_values_);
  if (process != ir::kNone) write(nth(locals_, process), c, local_values_);
  return 1;
}

std::string c_failure(const ir::EmbeddedC& c, int32_t what) {
  const std::lock_guard turn(c.unit->turn);
  const auto it = c.unit->failures.find(what);
  return it == c.unit->failures.end() ? "" : it->second;
}

}  // namespace gyre::vm
