#include "trace/point.h"

#include <algorithm>
#include <cassert>

namespace gyre::trace {

// Each point holds the one before: a long run would be destroyed by a recursion as deep as it is long.
Point::~Point() {
  std::shared_ptr<const Point> next = std::move(before_);
  while (next && next.use_count() == 1) {
    std::shared_ptr<const Point> further = std::move(const_cast<Point&>(*next).before_);
    next = std::move(further);
  }
}

std::shared_ptr<const Point> Point::initial(const vm::Machine& machine) {
  const std::shared_ptr<Point> out(new Point);
  out->shared_ = std::make_shared<Shared>();
  out->shared_->machine = machine.another();
  out->here_ = start(machine);
  if (!out->has_state()) out->end_ = SimulationEnd::error;
  return out;
}

std::shared_ptr<const Point> Point::in(std::shared_ptr<const Trace> trace, size_t after) {
  assert(after <= trace->steps.size());
  if (after < trace->steps.size() && trace->steps[after].handshake) ++after;
  const std::shared_ptr<Point> out(new Point);
  out->shared_ = std::make_shared<Shared>();
  out->shared_->machine = trace->machine->another();
  out->here_.machine = trace->machine;
  out->here_.texts = trace->texts;
  out->here_.initial = trace->state(after);
  out->base_after_ = after;
  out->steps_ = after;
  const bool failed = after == trace->steps.size() && trace->failure.step == after && after > 0;
  if (!out->has_state() || failed) {
    out->end_ = SimulationEnd::error;
    out->here_.failure = trace->failure;
  } else {
    out->holder_ = enabled_after(*trace, after).holder;
  }
  out->base_ = std::move(trace);
  return out;
}

std::shared_ptr<const Point> Point::at(const Point& other, StateView state) {
  const std::shared_ptr<Point> out(new Point);
  out->shared_ = other.shared_;
  out->here_.machine = other.here_.machine;
  out->here_.texts = other.here_.texts;
  out->here_.initial = State(state);
  out->knows_way_ = false;
  return out;
}

std::shared_ptr<const Point> Point::after(const std::shared_ptr<const Point>& from, size_t move) {
  assert(move < from->moves().size());
  const vm::Move& taken = from->moves()[move];
  const std::shared_ptr<Point> out(new Point);
  out->shared_ = from->shared_;
  out->here_.machine = from->here_.machine;
  out->here_.texts = from->here_.texts;
  out->here_.initial = State(from->state());
  for (const vm::StepRecord& r : taken.steps) {
    append(out->here_, r);
    out->here_.steps.back().number = from->steps_ + out->here_.steps.size();
    if (r.error != ErrorKind::none && out->end_ != SimulationEnd::error) {
      out->end_ = SimulationEnd::error;
      out->here_.failure = describe_failure(out->here_, out->here_.steps.back(), r.error);
    }
  }
  out->steps_ = from->steps_ + taken.steps.size();
  out->holder_ = taken.holder;
  out->before_ = from;
  return out;
}

void Point::look() const {
  std::call_once(looked_, [this] {
    if (end_ == SimulationEnd::error) return;
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->machine->moves(state(), holder_, moves_);
    }
    if (moves_.empty()) end_ = end_without_moves(here_);
  });
}

const std::vector<vm::Move>& Point::moves() const {
  look();
  return moves_;
}

SimulationEnd Point::end() const {
  look();
  return end_;
}

std::string Point::end_text() const {
  look();
  return trace::end_text(end_, here_.failure, steps_);
}

std::vector<ProcessStatus> Point::processes() const {
  look();
  return process_states(here_, state(), {moves_, holder_, end_ == SimulationEnd::error});
}

std::shared_ptr<const Point> Point::outside_atomic(std::shared_ptr<const Point> point) {
  while (point->holder_ >= 0 && point->before_) point = point->before_;
  if (point->holder_ < 0) return point;
  if (!point->base_) return nullptr;
  size_t at = point->base_after_;
  while (at > 0 && !leaves_control(*point->base_, at - 1)) --at;
  return in(point->base_, at);
}

bool Point::has_trace() const {
  const Point* at = this;
  while (at->before_) at = at->before_.get();
  return at->knows_way_;
}

Trace Point::trace() const {
  look();
  std::vector<const Point*> way;
  const Point* root = this;
  for (; root->before_; root = root->before_.get()) way.push_back(root);
  Trace out = root->here_;
  if (root->base_) {
    out.initial = root->base_->initial;
    const auto first = root->base_->steps.begin();
    out.steps.assign(first, first + static_cast<std::ptrdiff_t>(root->base_after_));
  }
  for (auto point = way.rbegin(); point != way.rend(); ++point)
    out.steps.insert(out.steps.end(), (*point)->here_.steps.begin(), (*point)->here_.steps.end());
  out.failure = here_.failure;
  out.length = out.steps.size();
  return out;
}

}  // namespace gyre::trace
