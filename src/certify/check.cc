#include "certify/check.h"

#include <optional>

#include "certify/claim.h"
#include "certify/input.h"
#include "certify/semantics.h"
#include "certify/states.h"
#include "certify/words.h"

namespace certify {

namespace {

constexpr int64_t kLongestHeader = int64_t{1} << 30;

class Check {
 public:
  explicit Check(std::FILE* file) : input_(file) {}

  Established run() {
    read_header();
    if (claim_ && !header_.at("formula_tree").is_null())
      result_.words = compare_words(header_.at("formula_tree"), *claim_);
    read_states();
    const State first = semantics_->initial();
    const uint32_t claim = claim_ ? claim_->initial() : 0;
    if (states_.find(encode(program_, first), claim) == nullptr) throw Rejected("the initial state is not in it");
    for (size_t i = 0; i < states_.size(); ++i) look_at(states_[i]);
    result_.states = states_.size();
    return result_;
  }

 private:
  void read_header() {
    const int64_t length = input_.number();
    if (length <= 0 || length > kLongestHeader) throw Rejected("this is no certificate");
    try {
      header_ = nlohmann::json::parse(input_.text(static_cast<uint64_t>(length)));
      if (header_.at("certificate") != 1) throw Rejected("it is of another version");
      program_ = read_program(header_.at("program"));
      result_.model = header_.at("model");
      result_.property = header_.at("property");
      result_.formula = header_.at("formula");
      if (!header_.at("claim").is_null()) claim_.emplace(program_, header_.at("claim"));
    } catch (const nlohmann::json::exception& e) {
      throw Rejected(std::string("its beginning is not well-formed: ") + e.what());
    }
    semantics_.emplace(program_);
  }

  void read_states() {
    for (;;) {
      const int64_t length = input_.number();
      if (length == -1) break;
      if (length < 0 || length > kLongestHeader) throw Rejected("a state has no length");
      const std::string code = input_.text(static_cast<uint64_t>(length));
      Entry entry;
      if (claim_) {
        const int64_t claim = input_.number();
        if (claim < 0 || claim >= claim_->states()) throw Rejected("a state of the claim is not there");
        entry.claim = static_cast<uint32_t>(claim);
        entry.rank = input_.number();
        const int64_t lacking = input_.number();
        // Ranks are natural numbers: they cannot fall for ever.
        if (entry.rank < 0 || lacking < -1 || lacking >= static_cast<int64_t>(claim_->sets()))
          throw Rejected("a rank is not well-formed");
        entry.lacking = static_cast<int32_t>(lacking);
      }
      if (!states_.add(code, entry)) throw Rejected("a state is in it twice");
    }
    if (input_.number() != static_cast<int64_t>(states_.size())) throw Rejected("states are missing");
    if (!input_.at_end()) throw Rejected("there is something behind its end");
  }

  const Entry& target(const State& to, uint32_t claim) {
    ++result_.steps;
    const Entry* found = states_.find(encode(program_, to), claim);
    if (found == nullptr) throw Rejected("a step leads to a state that is not in it");
    return *found;
  }

  void look_at(const Entry& entry) {
    const State here = decode(program_, states_.code(entry));
    if (encode(program_, here) != states_.code(entry)) throw Rejected("a state is not written as it should be");
    bool blocked = false;
    if (!claim_) {
      semantics_->steps(here, blocked, [&](const State& to) { target(to, 0); });
      if (blocked) semantics_->stands_well(here);
      return;
    }
    std::vector<State> next;
    semantics_->steps(here, blocked, [&](const State& to) { next.push_back(to); });
    if (blocked && claim_->stutters()) next.push_back(here);
    for (const Claim::Move& m : claim_->moves(*semantics_, here, blocked, entry.claim)) {
      for (const State& to : next) {
        const Entry& there = target(to, m.to);
        if (there.rank < entry.rank) continue;
        if (there.rank > entry.rank) throw Rejected("a step leads to a higher rank");
        if (entry.lacking < 0 || there.lacking != entry.lacking)
          throw Rejected("a step stays at a rank at which none may");
        if ((m.marks >> entry.lacking & 1) != 0) throw Rejected("an accepting step stays at its rank");
      }
    }
  }

  Input input_;
  nlohmann::json header_;
  Program program_;
  std::optional<Semantics> semantics_;
  std::optional<Claim> claim_;
  States states_;
  Established result_;
};

}  // namespace

Established check(std::FILE* certificate) { return Check(certificate).run(); }

}  // namespace certify
