#include "vm/recorder.h"

#include <cassert>

namespace gyre::vm {

void Recorder::begin() {
  assert(!on_);
  path_.clear();
  forget_notes();
  on_ = true;
  enough_ = false;
  interpreter_.notes = &notes_;
}

Recorder::Recording::Recording(Recorder& recorder, const Visit& visit) : recorder_(recorder) {
  recorder.begin();
  recorder.visit_ = &visit;
}

Recorder::Recording::Recording(Recorder& recorder, std::vector<Move>& moves) : recorder_(recorder) {
  recorder.begin();
  moves.clear();
  recorder.moves_ = &moves;
}

Recorder::Recording::~Recording() {
  recorder_.on_ = false;
  recorder_.visit_ = nullptr;
  recorder_.moves_ = nullptr;
  recorder_.interpreter_.notes = nullptr;
}

void Recorder::step(const Work& w, int32_t pid, const VmEdge& e, model::ErrorKind error, bool handshake) {
  assert(on_);
  if (enough_) return forget_notes();
  const PlaceInfo& place = nth(interpreter_.image().places, e.place);
  StepRecord r;
  r.pid = pid;
  r.process = place.process;
  r.edge = place.edge;
  r.state.assign(w.bytes.begin(), w.bytes.begin() + padded(w.shape->total_bytes));
  r.key = w.shape->key_bytes;
  r.total = w.shape->total_bytes;
  r.output = std::move(notes_.output);
  r.message = std::move(notes_.message);
  r.channel = notes_.channel;
  r.handshake = handshake;
  r.error = error;
  forget_notes();
  path_.push_back(std::move(r));
}

void Recorder::note_message(const std::vector<int32_t>& message, int32_t channel) {
  notes_.message = message;
  notes_.channel = channel;
}

}  // namespace gyre::vm
