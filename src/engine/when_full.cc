#include "engine/when_full.h"

#include "engine/codecs.h"
#include "engine/pair_runs.h"
#include "engine/visited_run.h"
#include "store/coded.h"
#include "store/tree.h"
#include "store/when_full.h"

namespace gyre::engine {

namespace {

std::unique_ptr<store::ListedSet> listed_set(const PairTask& t, const std::string& store) {
  if (store == "exact") return std::make_unique<store::StoreSet<store::Exact<>>>();
  if (store == "tree") return std::make_unique<store::StoreSet<store::Tree<>>>();
  return std::make_unique<store::StoreSet<store::Coded<>>>(make_codec(store, t.model, 0));
}

}  // namespace

std::string why_not_when_full(const Options& options, const std::string& search, const std::string& store) {
  if (options.when_full == plan::WhenFull::stop) return "";
  if (options.swarm) return "--swarm has bit arrays, which never are full: leave --when-full out";
  if (!options.memory) return "--when-full goes by the memory budget: say --memory SIZE too";
  if (search != "dfs") return fmt::format("--when-full {} is for --search dfs", name_of(options.when_full));
  if (store != "exact" && store != "tree" && !is_coded(store)) {
    return fmt::format("--when-full is for --store exact, tree, collapse and compact, not for {}", store);
  }
  if (options.when_full == plan::WhenFull::hash_compact && store == "tree") {
    return "--when-full hash-compact gains nothing with --store tree, which as a rule takes fewer bytes per state";
  }
  return "";
}

PairResult run_when_full(const PairTask& t, const std::string& store) {
  PairResult result;
  if (t.options.when_full == plan::WhenFull::hash_compact) {
    store::Erased<store::ThenHashCompact> set(listed_set(t, store));
    result = run_visited(t, set);
    result.lossy = set.set().converted();
    if (result.lossy) {
      result.note = fmt::format(
          "from {} states on the states were kept as 64-bit hashes; the probability that a state was missed is {:.2g}",
          set.set().converted_at(), set.set().hashes().omission_probability());
    }
  } else {
    store::CacheOptions options;
    options.seed = t.options.seed.value_or(kSeed);
    store::Erased<store::ThenCache> set(listed_set(t, store), options);
    result = run_visited(t, set);
    if (set.set().opened()) {
      result.note = fmt::format("from {} states on there was a cache of {} more, which replaced {} of them",
                                set.set().opened_at(), set.set().cache_states(), set.set().replaced());
    }
  }
  return result;
}

}  // namespace gyre::engine
