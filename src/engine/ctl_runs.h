// The evaluation of a formula of branching time with a store, for the files that instantiate it.
#pragma once

#include <new>

#include "engine/ctl_search.h"
#include "search/ctl.h"
#include "search/ctl_evidence.h"

namespace gyre::engine {

template <class StoreT>
void ask_ctl(search::CtlSearch<StoreT>& search, const logic::ExistentialForm& form, const CtlJob& job,
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
    result.evidence = search::CtlExplainer<StoreT>(search, job.formula, form)
                          .explain(static_cast<int32_t>(job.formula.size()) - 1, start, {});
    result.explained = true;
  } catch (const search::AtomUndefined& u) {
    result.undefined = u.kind;
    result.atom = u.atom;
    result.where = search.way_to(start, u.node).successors;
  }
}

template <class Note, class Make>
CtlResult run_ctl(const CtlJob& job, const logic::ExistentialForm& form, const Make& make) {
  CtlResult result;
  auto store = make.template make<Note>(0);
  search::CtlSearch<decltype(store)> search(job.system, store, job.labels, form, job.how, job.task, job.progress);
  try {
    ask_ctl(search, form, job, result);
  } catch (const search::CtlStopped& s) {
    result.ended = s.why;
  } catch (const std::bad_alloc&) {
    result.ended = search::Ended::memory;
  } catch (const model::GaveUp&) {
    result.ended = search::why_gave_up(job.task);
  }
  if (!result.known) result.counts = search.counts();
  return result;
}

template <class Make>
CtlResult run_ctl(const CtlJob& job, const Make& make) {
  const logic::ExistentialForm form(job.formula, job.restricted);
  // Two bits for each atom and temporal operator: those of small formulas fit into one byte.
  using Op = logic::ExistentialForm::Op;
  uint32_t results = 0;
  for (const auto& n : form.nodes()) results += n.op == Op::atom || n.op >= Op::ex;
  if (results <= search::TailNote::kIndices) return run_ctl<search::TailNote>(job, form, make);
  return run_ctl<search::WideTailNote>(job, form, make);
}

}  // namespace gyre::engine
