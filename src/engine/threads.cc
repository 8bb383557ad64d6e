#include "engine/threads.h"

#include <fmt/format.h>

namespace gyre::engine {

std::string why_not_threads(const Options& o, const ir::Program& program) {
  if (!parallel(o)) return "";
  if (o.shortest) {
    return "--shortest takes states in the order of their distance, one by one: leave --threads out, or say "
           "--search bfs";
  }
  if (o.shorten) return "--shorten searches in depth-first order, which is that of one thread: leave --threads out";
  if (o.thesis) return "--thesis counts what one thread does: leave --threads out";
  if (o.swarm) return "--swarm is not there with --threads yet: its searches run one after the other";
  if (o.search != plan::Search::automatic && o.search != plan::Search::pseudo_dfs && o.search != plan::Search::bfs) {
    return fmt::format(
        "--threads is there for --search auto, pseudo-dfs and bfs: --search {} is a search of one thread",
        name_of(o.search));
  }
  if (o.store != plan::Store::automatic && o.store != plan::Store::tree)
    return fmt::format("threads share the tree store: --store {} is for one thread", name_of(o.store));
  if (o.when_full != plan::WhenFull::stop) return "--when-full is for one thread: leave --threads out";
  if (o.profile) return "--profile is for one thread: leave --threads out";
  if (o.depth > 0) {
    return "what a depth limit cuts off depends on the order of a search, and threads have none: leave --threads out";
  }
  if (program.hidden_bytes > 0)
    return "of hidden variables the value of the first arrival counts, and threads have no order: leave --threads out";
  return "";
}

}  // namespace gyre::engine
