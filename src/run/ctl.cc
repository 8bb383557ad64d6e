#include "run/ctl.h"

#include "base/narrow.h"
#include "run/cache_spec.h"
#include "run/with_store.h"
#include "search/ctl.h"
#include "search/ctl_evidence.h"
#include "search/run.h"
#include "store/held_cache.h"

namespace gyre::run {

namespace {

constexpr uint64_t kOnStacks = 16;  // bytes for a state of the cache, in the mean: not all are on stacks

// The value of each subformula in every reachable state.
template <class StoreT>
void ask_everywhere(search::CtlSearch<StoreT>& search, const logic::ExistentialForm& form, const CtlTask& t,
                    search::Node start, Satisfying& out) {
  out.counts.assign(t.formula.size(), 0);
  try {
    search.for_each_reachable(start, [&](search::Node node) {
      ++out.states;
      bool whole = false;
      for (size_t i = 0; i < t.formula.size(); ++i) {
        whole = search.value(form.of(narrow<int32_t>(i)), node);
        out.counts[i] += whole ? 1 : 0;
      }
      if (!whole || out.first.size() >= *t.satisfying) return;
      const StateView state = search.state(node);
      out.first.push_back({{state.data, state.data + state.total}, state.key, state.total});
    });
    out.known = true;
  } catch (const search::AtomUndefined& u) {
    out.undefined = u.kind;
    out.atom = u.atom;
  }
}

template <class StoreT>
void ask_ctl(search::CtlSearch<StoreT>& search, const logic::ExistentialForm& form, const CtlTask& t,
             CtlResult& result) {
  search::Node start = 0;
  if (!search.start(start)) {
    result.met_dead_end = true;
    return;
  }
  try {
    const bool value = search.value_once(form.root(), start);
    if (form.fair() >= 0) result.any_path = search.value(form.fair(), start);
    result.value = value;
    result.known = true;
    result.met_dead_end = search.met_dead_end();
    result.counts = search.counts();  // of the evaluation alone
    result.evidence = search::CtlExplainer<StoreT>(search, t.formula, form)
                          .explain(static_cast<int32_t>(t.formula.size()) - 1, start, {});
    result.explained = true;
    if (t.satisfying) ask_everywhere(search, form, t, start, result.satisfying.emplace());
  } catch (const search::AtomUndefined& u) {
    result.undefined = u.kind;
    result.atom = u.atom;
    result.where = search.way_to(start, u.node).successors;
  }
}

template <class StoreT>
CtlResult run_on(StoreT& store, const CtlTask& t, const logic::ExistentialForm& form) {
  CtlResult result;
  search::CtlSearch search(t.system, store, t.labels, form, t.how, t.task, t.progress);
  try {
    const search::Ended ended = search::guarded(t.task, [&] { ask_ctl(search, form, t, result); });
    if (ended != search::Ended::complete) result.ended = ended;
  } catch (const search::CtlStopped& s) {
    result.ended = s.why;
  }
  if (!result.known) result.counts = search.counts();
  return result;
}

template <class Note>
CtlResult run_with(const CtlTask& t, const logic::ExistentialForm& form) {
  return with_store<Note>(t.store, 0, [&](auto& store) { return run_on(store, t, form); });
}

CtlResult run_on_cache(const CtlTask& t, const logic::ExistentialForm& form, uint32_t results) {
  using Op = logic::ExistentialForm::Op;
  uint64_t others = store::HeldCache::more_bytes_per_state(results) + kOnStacks;
  for (const auto& n : form.nodes()) others += n.op == Op::eu || n.op == Op::ew ? sizeof(uint32_t) : 0;
  model::ProductBuffer initial;
  t.system.initial(initial);
  const store::CacheOptions options = cache_options(t.store, initial.system, t.task.memory_limit, others);
  store::HeldCache store(options, make_codec(t.store), results);
  CtlResult result = run_on(store, t, form);
  result.note = cache_note(t.store, options.states, store.replaced());
  if (!result.known && result.ended == search::Ended::memory && store.bytes() < t.task.memory_limit / 2)
    result.note += kCacheIsFull;
  return result;
}

}  // namespace

CtlResult run_ctl(const CtlTask& t) {
  const logic::ExistentialForm form(t.formula, t.restricted);
  // Two bits for each atom and temporal operator: those of small formulas fit into one byte.
  const uint32_t results = search::results_of(form);
  if (t.store.store == plan::Store::cache) return run_on_cache(t, form, results + 1);
  if (results <= search::TailNote::kIndices) return run_with<search::TailNote>(t, form);
  return run_with<search::WideTailNote>(t, form);
}

}  // namespace gyre::run
