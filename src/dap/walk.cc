#include "dap/walk.h"

#include <algorithm>
#include <cassert>

namespace gyre::dap {

namespace {

bool same_step(const Step& a, const Step& b) {
  return a.pid == b.pid && a.statement == b.statement && a.location.line == b.location.line &&
         a.location.column == b.location.column && a.location.file == b.location.file;
}

bool same_steps(const Steps& a, const Steps& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_step);
}

bool same_values(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Value& x, const Value& y) { return x.name == y.name && x.value == y.value; });
}

}  // namespace

Walk::Walk(const Model& model, std::optional<Trace> guide)
    : model_(model), guide_(std::move(guide)), forked_(!guide_.has_value()) {
  if (forked_) stepper();
}

std::vector<Value> Walk::state() const { return forked_ ? stepper_->state() : guide_->state(at_); }
std::vector<ProcessState> Walk::processes() const { return forked_ ? stepper_->processes() : guide_->processes(at_); }
Evaluated Walk::value(const Expression& expression, int32_t pid) const {
  return forked_ ? stepper_->value(expression, pid) : guide_->value(expression, at_, pid);
}
std::vector<Atom> Walk::atoms() const { return forked_ ? std::vector<Atom>{} : guide_->atoms(at_); }

size_t Walk::position() const { return forked_ ? fork_ + done_steps_ : at_; }

size_t Walk::known_size() const { return forked_ ? position() : guide_->size(); }

Steps Walk::known(size_t position) const {
  size_t first = forked_ ? fork_ : guide_->size();
  if (position < first) {
    Steps out = {guide_->step(position)};
    if (position + 1 < guide_->size()) {
      Step second = guide_->step(position + 1);
      if (second.handshake) out.push_back(std::move(second));
    }
    return out;
  }
  for (const Steps& steps : done_) {
    if (position == first) return steps;
    first += steps.size();
  }
  return {};
}

Steps Walk::next() const { return forked_ || at_ >= guide_->size() ? Steps{} : known(at_); }

Steps Walk::last() const {
  if (forked_ && !done_.empty()) return done_.back();
  const size_t here = forked_ ? fork_ : at_;
  if (here == 0) return {};
  const Step last = guide_->step(here - 1);
  if (!last.handshake || here < 2) return {last};
  return {guide_->step(here - 2), last};
}

Stepper& Walk::stepper() {
  if (!stepper_) {
    StepperOptions options;
    options.listener = [heard = heard_](const Step& step, const std::string&) { heard->push_back(step); };
    auto made = std::make_unique<Stepper>(model_, options);
    if (!forked_ && !made->follow(*guide_, at_)) throw Error("the trail cannot be left here: its steps do not fit");
    stepper_ = std::move(made);
  }
  return *stepper_;
}

const std::vector<Move>& Walk::moves() {
  if (!moves_) moves_ = stepper().moves();
  return *moves_;
}

std::string Walk::move_text(size_t move) { return stepper().move_text(move); }

std::optional<size_t> Walk::find(const Steps& steps) {
  const std::vector<Move>& all = moves();
  for (size_t i = 0; i < all.size(); ++i) {
    if (same_steps(all[i].steps, steps)) return i;
  }
  return {};
}

bool Walk::is_next_of_guide(const Move& move) const {
  const Steps next = this->next();
  return !next.empty() && same_steps(next, move.steps) && same_values(move.state, guide_->state(at_ + next.size()));
}

Steps Walk::take(size_t move) {
  const size_t count = stepper().move_count();
  if (move >= count) throw Error("there is no such move here any more");
  if (!forked_ && is_next_of_guide(moves()[move])) return follow();
  heard_->clear();
  stepper().take(move);
  moves_.reset();
  if (!forked_) {
    forked_ = true;
    fork_ = at_;
    done_.clear();
    done_steps_ = 0;
    round_ = 0;
  }
  done_.push_back(*heard_);
  done_steps_ += heard_->size();
  return *heard_;
}

Steps Walk::follow() {
  Steps steps = next();
  assert(!steps.empty());
  at_ += steps.size();
  if (at_ == guide_->size() && guide_->cycle_start() && *guide_->cycle_start() < guide_->size()) {
    at_ = *guide_->cycle_start();
    ++round_;
  }
  stepper_.reset();
  moves_.reset();
  return steps;
}

Steps Walk::back() {
  if (forked_) {
    if (done_.empty()) return {};
    stepper_->back();
    moves_.reset();
    Steps steps = std::move(done_.back());
    done_.pop_back();
    done_steps_ -= steps.size();
    if (done_.empty() && guide_) {
      forked_ = false;
      at_ = fork_;
    }
    return steps;
  }
  if (round_ > 0 && at_ == *guide_->cycle_start()) {
    at_ = guide_->size();
    --round_;
  }
  Steps steps = last();
  at_ -= steps.size();
  stepper_.reset();
  moves_.reset();
  return steps;
}

void Walk::go_to(size_t position) {
  if (position > known_size()) throw Error("the run has no such step");
  while (forked_ && this->position() > position && !back().empty()) {
  }
  if (forked_) return;
  at_ = position;
  round_ = 0;
  stepper_.reset();
  moves_.reset();
}

End Walk::end() { return stepper().end(); }
std::string Walk::end_text() { return stepper().end_text(); }
Trace Walk::trace() { return stepper().trace(); }

}  // namespace gyre::dap
