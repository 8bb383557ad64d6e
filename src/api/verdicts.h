// From what a job has found to what is said about its property. Every counterexample is replayed by judge/ on the way;
// one that does not stand up is an error of ours (std::logic_error).
#pragma once

#include "plan/job.h"
#include "report/report.h"
#include "run/run.h"
#include "trace/trace.h"

namespace gyre::api {

// What all of them have in common: who the property is, and what the search counted. `loaded`: the program as it was
// written.
report::Property describe(const ir::Program& loaded, const plan::Job& job, const run::JobOutcome& outcome);

// By how the job is decided: one of the three below.
report::Property verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& outcome);
report::Property safety_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& outcome);
report::Property claim_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& outcome);
report::Property ctl_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& outcome);

// A property that was not searched: it is settled, not checked, or its planning was cut short.
report::Property unsearched_verdict(const plan::Job& job, bool interrupted);

// A counterexample did not stand up to its replay: our error (std::logic_error), or that of a model whose C remembers
// what is no part of a state (Error).
[[noreturn]] void refuse_counterexample(const ir::Program& program, const std::string& what);

// What a trace tells about a violation, and what is known without one.
void tell_trace(const ir::Program& program, trace::Trace trace, report::Violation& violation);
void tell_failure(const ir::Program& program, const trace::Failure& failure, report::Violation& violation);

// The calls of inlines around a place of the program.
report::Calls calls_around(const ir::Program& program, const Span& span);

// Why nothing is known behind a limit of the checker.
std::string limit_text(run::Session& session, model::ErrorKind kind, uint32_t place);

// What ended a search before it was through, as a clause; empty: nothing did.
std::string cut_short_text(search::Ended ended);

// Why a search that was through and lost states says nothing.
std::string lossy_text(const plan::Conduct& how, const run::JobOutcome& outcome);

// "impartial", "weakly fair", "strongly fair (by edge)"; empty: all runs count.
std::string fairness_text(logic::Fairness fairness, logic::FairnessUnit unit);

}  // namespace gyre::api
