// Executing by hand in several ways, on the points of trace/.
#include "api/position.h"

#include <fmt/format.h>

#include "api/library.h"
#include "trace/point.h"

namespace gyre {

namespace {

std::shared_ptr<const Position::Impl> made(std::shared_ptr<const trace::Point> point) {
  return std::make_shared<const Position::Impl>(Position::Impl{std::move(point)});
}

void require_move(const trace::Point& point, size_t move) {
  const size_t count = point.moves().size();
  if (move >= count) throw Error(fmt::format("there is no move {}: there are {}", move, count));
}

}  // namespace

Position::Position(const Model& model) {
  api::as_errors([&] { impl_ = made(trace::Point::initial(vm::Machine(api::program_of(model.impl())))); });
}

Position::Position(const Trace& trace, size_t after) {
  api::as_errors([&] {
    if (after > trace.size())
      throw Error(fmt::format("there is no state after {} steps in a trace of {}", after, trace.size()));
    impl_ = made(trace::Point::in(trace.impl().trace, after));
  });
}

std::vector<Value> Position::state() const {
  return api::as_errors([&]() -> std::vector<Value> {
    const trace::Point& p = *impl_->point;
    if (!p.has_state()) return {};
    return api::values_of(p.here().program(), p.here().shapes(), p.state());
  });
}

std::vector<ProcessState> Position::processes() const {
  return api::as_errors([&]() -> std::vector<ProcessState> {
    const trace::Point& p = *impl_->point;
    if (!p.has_state()) return {};
    return api::processes_of(p.here(), p.processes());
  });
}

Evaluated Position::value(const Expression& expression, int32_t pid) const {
  return api::as_errors([&] {
    const trace::Trace& t = impl_->point->here();
    return api::value_of(expression, t, t.steps.size(), pid);
  });
}

std::vector<Move> Position::moves() const {
  return api::as_errors([&] { return api::moves_of(impl_->point->here(), impl_->point->moves()); });
}

size_t Position::move_count() const {
  return api::as_errors([&] { return impl_->point->moves().size(); });
}

std::string Position::move_text(size_t move) const {
  return api::as_errors([&] {
    require_move(*impl_->point, move);
    return trace::move_text(impl_->point->here(), impl_->point->moves()[move]);
  });
}

End Position::end() const {
  return api::as_errors([&] { return api::end_of(impl_->point->end()); });
}

std::string Position::end_text() const {
  return api::as_errors([&] { return impl_->point->end_text(); });
}

uint64_t Position::steps() const { return impl_->point->steps(); }

Trace Position::trace() const {
  return api::as_errors([&] {
    if (!impl_->point->has_trace()) throw Error("the way to this state is not known");
    auto run = std::make_shared<const trace::Trace>(impl_->point->trace());
    return Trace(std::make_shared<const Trace::Impl>(Trace::Impl{std::move(run)}));
  });
}

Position Position::take(size_t move) const {
  return api::as_errors([&] {
    require_move(*impl_->point, move);
    return Position(made(trace::Point::after(impl_->point, move)));
  });
}

std::vector<Step> Position::last() const {
  return api::as_errors([&] {
    std::vector<Step> out;
    for (const trace::Step& step : impl_->point->here().steps) out.push_back(api::step_of(impl_->point->here(), step));
    return out;
  });
}

size_t Position::pick(uint64_t who, uint64_t what) const {
  return api::as_errors([&] {
    require_move(*impl_->point, 0);
    return trace::pick_move(impl_->point->moves(), who, what);
  });
}

}  // namespace gyre
