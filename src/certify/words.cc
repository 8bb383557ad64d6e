#include "certify/words.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace certify {

namespace {

constexpr uint64_t kWords = 5'000;

// Letters, and the position that comes after the last one.
struct Word {
  std::vector<uint64_t> letters;
  size_t loop = 0;
  size_t after(size_t i) const { return i + 1 < letters.size() ? i + 1 : loop; }
};

// Truth at each position. Of what is defined by what comes next, as often as there are positions: then nothing changes.
using Truth = std::vector<bool>;

class Formula {
 public:
  Formula(const nlohmann::json& nodes, size_t atoms) {
    for (const nlohmann::json& n : nodes) {
      Node node{n.at("op"), n.value("atom", -1), n.value("value", false), n.value("left", -1), n.value("right", -1)};
      const auto below = [&](int k) { return k >= 0 && static_cast<size_t>(k) < nodes_.size(); };
      const bool leaf = node.op == "atom" || node.op == "constant";
      const bool one = node.op == "not" || node.op == "next" || node.op == "always" || node.op == "eventually";
      if ((node.op == "atom" && (node.atom < 0 || static_cast<size_t>(node.atom) >= atoms)) ||
          (!leaf && !below(node.left)) || (!leaf && !one && !below(node.right))) {
        throw Rejected("the formula is not well-formed");
      }
      nodes_.push_back(std::move(node));
    }
    if (nodes_.empty()) throw Rejected("there is no formula");
  }

  bool holds(const Word& w) const {
    std::vector<Truth> values;
    for (const Node& n : nodes_) values.push_back(value(n, values, w));
    return values.back()[0];
  }

 private:
  struct Node {
    std::string op;
    int atom;
    bool value;
    int left, right;
  };

  static Truth value(const Node& n, const std::vector<Truth>& known, const Word& w) {
    const size_t size = w.letters.size();
    const auto make = [&](auto&& f) {
      Truth out(size);
      for (size_t i = 0; i < size; ++i) out[i] = f(i);
      return out;
    };
    // The least (false) or greatest (true) solution of x(i) = f(i, x(next i)).
    const auto solve = [&](bool start, auto&& f) {
      Truth out(size, start);
      for (size_t round = 0; round <= size; ++round) {
        for (size_t i = size; i-- > 0;) out[i] = f(i, out[w.after(i)]);
      }
      return out;
    };
    if (n.op == "constant") return Truth(size, n.value);
    if (n.op == "atom") return make([&](size_t i) { return (w.letters[i] >> n.atom & 1) != 0; });
    const Truth& l = known[static_cast<size_t>(n.left)];
    if (n.op == "not") return make([&](size_t i) { return !l[i]; });
    if (n.op == "next") return make([&](size_t i) { return l[w.after(i)]; });
    if (n.op == "always") return solve(true, [&](size_t i, bool next) { return l[i] && next; });
    if (n.op == "eventually") return solve(false, [&](size_t i, bool next) { return l[i] || next; });
    const Truth& r = known[static_cast<size_t>(n.right)];
    if (n.op == "and") return make([&](size_t i) { return l[i] && r[i]; });
    if (n.op == "or") return make([&](size_t i) { return l[i] || r[i]; });
    if (n.op == "implies") return make([&](size_t i) { return !l[i] || r[i]; });
    if (n.op == "equivalent") return make([&](size_t i) { return l[i] == r[i]; });
    if (n.op == "until") return solve(false, [&](size_t i, bool next) { return r[i] || (l[i] && next); });
    if (n.op == "weak_until") return solve(true, [&](size_t i, bool next) { return r[i] || (l[i] && next); });
    if (n.op == "release") return solve(true, [&](size_t i, bool next) { return r[i] && (l[i] || next); });
    if (n.op == "strong_release") return solve(false, [&](size_t i, bool next) { return r[i] && (l[i] || next); });
    throw Rejected("the formula has an operator that is not known: " + n.op);
  }

  std::vector<Node> nodes_;
};

// Is there a run over the word whose steps belong to every set again and again? Pairs of a state and a position are
// taken apart into components, and what a component's inner steps belong to is put together.
class Acceptance {
 public:
  Acceptance(const Claim& claim, const Word& word) : claim_(claim), word_(word), wanted_(all_sets(claim.sets())) {
    nodes_.resize(claim.states() * word.letters.size());
  }

  bool accepts() {
    visit(claim_.initial() * word_.letters.size());
    return found_;
  }

 private:
  static uint64_t all_sets(uint32_t sets) { return sets >= 64 ? ~uint64_t{0} : (uint64_t{1} << sets) - 1; }
  struct Node {
    size_t number = 0, low = 0;  // 0: not met yet
    bool on_stack = false;
  };
  struct Step {
    size_t to;
    uint64_t marks;
  };
  std::vector<Step> steps(size_t node) const {
    const size_t size = word_.letters.size();
    std::vector<Step> out;
    for (const Claim::Move& m : claim_.on_letter(static_cast<uint32_t>(node / size), word_.letters[node % size]))
      out.push_back({m.to * size + word_.after(node % size), m.marks});
    return out;
  }
  void visit(size_t at) {
    nodes_[at].number = nodes_[at].low = ++count_;
    nodes_[at].on_stack = true;
    stack_.push_back(at);
    for (const Step& s : steps(at)) {
      if (nodes_[s.to].number == 0) visit(s.to);
      if (nodes_[s.to].on_stack) nodes_[at].low = std::min(nodes_[at].low, nodes_[s.to].low);
    }
    if (nodes_[at].low != nodes_[at].number) return;
    const auto first = std::find(stack_.begin(), stack_.end(), at);
    const std::vector<size_t> part(first, stack_.end());
    stack_.erase(first, stack_.end());
    uint64_t marks = 0;
    bool cycle = false;
    for (const size_t n : part) {
      for (const Step& s : steps(n)) {
        if (std::find(part.begin(), part.end(), s.to) == part.end()) continue;
        cycle = true;
        marks |= s.marks;
      }
    }
    found_ |= cycle && (marks & wanted_) == wanted_;
    for (const size_t n : part) nodes_[n].on_stack = false;
  }

  const Claim& claim_;
  const Word& word_;
  uint64_t wanted_;
  std::vector<Node> nodes_;
  std::vector<size_t> stack_;
  size_t count_ = 0;
  bool found_ = false;
};

}  // namespace

uint64_t compare_words(const nlohmann::json& tree, const Claim& claim) {
  const Formula formula(tree, claim.atoms());
  uint64_t random = 1;
  const auto draw = [&](uint64_t below) {  // Knuth's generator; its upper bits are the better ones
    random = random * 6364136223846793005u + 1442695040888963407u;
    return (random >> 33) % below;
  };
  for (uint64_t i = 0; i < kWords; ++i) {
    Word word;
    word.loop = draw(4);
    const size_t size = word.loop + 1 + draw(4);
    while (word.letters.size() < size) {
      uint64_t letter = 0;
      for (size_t a = 0; a < claim.atoms(); ++a) letter |= draw(2) << a;
      word.letters.push_back(letter);
    }
    if (!formula.holds(word) && !Acceptance(claim, word).accepts())
      throw Rejected("its automaton does not accept a run that makes the formula false");
  }
  return kWords;
}

}  // namespace certify
