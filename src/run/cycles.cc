#include "run/cycles.h"

#include <stdexcept>

namespace gyre::run {

search::Outcome run_cycles(const CycleTask& t) {
  using plan::Algorithm;
  switch (t.algorithm) {
    case Algorithm::reachability:
    case Algorithm::single:
    case Algorithm::nested:
    case Algorithm::magic: return run_nested(t);
    case Algorithm::components: return run_components(t);
    case Algorithm::shortest_lasso: return run_shortest_lasso(t);
    case Algorithm::any_order:
    case Algorithm::dfs:
    case Algorithm::pseudo_dfs:
    case Algorithm::bfs:
    case Algorithm::shortest:
    case Algorithm::bounded:
    case Algorithm::shorten:
    case Algorithm::stateless:
    case Algorithm::random:
    case Algorithm::swarm:
    case Algorithm::when_full:
    case Algorithm::thesis:
    case Algorithm::ctl: break;
  }
  throw std::logic_error("this is no search for cycles");
}

}  // namespace gyre::run
