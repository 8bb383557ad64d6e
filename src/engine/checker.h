// The façade: checks a model as the options say and gives a report. The only place where searches meet stores.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "engine/load.h"
#include "engine/native_engine.h"
#include "engine/options.h"
#include "report/report.h"
#include "search/search.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::judge {
struct ToldEvidence;
}

namespace gyre::engine {

struct ClaimJob;
struct CtlResult;

class Checker {
 public:
  // `loaded.program` must be there.
  Checker(const Options& options, Loaded loaded, double front_end_seconds);

  // Runs everything that was asked for. Throws Error for combinations that are refused, std::logic_error when a
  // counterexample of ours does not stand up to its replay.
  report::Report run(const std::atomic<bool>& interrupt, const search::Progress& progress);

 private:
  void use_merged();
  vm::Machine& safety_machine() { return merged_ ? *merged_ : *machine_; }
  NativeEngine& safety_engine() { return merged_native_ ? *merged_native_ : *native_; }
  struct Ran {
    search::Outcome outcome;
    std::string algorithm;
    std::string store;
    std::string note;  // for the reason
    unsigned threads = 1;
    bool lossy = false;
    bool has_thesis = false;
    report::Thesis thesis;
    report::Reductions reductions;
    bool complete = false;  // everything that was asked for was explored
  };
  void refuse();
  Ran search(const search::Task& task, const search::Progress& progress);
  search::Task make_task(const std::atomic<bool>& interrupt) const;
  // The budgets of a search that begins now, for the machine. Replays know no budget: take it away afterwards.
  static model::Patience patience(const search::Task& task);
  report::Property safety(const Ran& ran);
  std::string memory_advice(const Ran& ran) const;
  // Replays what was found; what stands up becomes a violation.
  void confirm(const search::FoundError& error, report::Violation& violation);
  void tell_trace(trace::Trace trace, report::Violation& violation) const;
  void put_failure(const trace::Failure& failure, report::Violation& violation) const;
  // Why a limit of the checker leaves a question open, with the place where it was met.
  std::string limit_text(model::ErrorKind kind, uint32_t place) const;
  // liveness.cc
  std::vector<ClaimJob> claim_jobs(const search::Task& task);
  void resolve_thesis(const std::vector<ClaimJob>& jobs);
  void refuse_for_cycles(const std::vector<ClaimJob>& jobs) const;
  bool any_fair_run(const search::Task& task, const search::Progress& progress);
  uint64_t system_bits();
  report::Property check_claim(const ClaimJob& job, const search::Task& task, const search::Progress& progress);
  void confirm_claim(const ClaimJob& job, const search::FoundError& error, report::Violation& violation);
  // ctl.cc
  report::Property check_ctl(const ir::Property& property, const search::Task& task, const search::Progress& progress);
  void judge_ctl(const CtlResult& r, const ir::Property& property, report::Property& p);
  void undefined_atom(const CtlResult& r, const ir::Property& property, report::Property& p);
  report::Evidence report_evidence(const ir::Property& property, judge::ToldEvidence told) const;
  void add_unreached(report::Report& report, bool complete);
  void add_steps(report::Report& report);
  class ValueCount;
  std::string search_name() const;
  std::string store_name() const;
  bool order_is_free(const ir::Program& program) const;
  bool asked_for(const std::string& property) const;
  bool only_some() const;
  bool checks_safety() const;

  Options options_;  // as resolved
  Loaded loaded_;
  double front_end_seconds_;
  std::shared_ptr<const ir::Program> program_;  // of machine_: hidden variables may be part of its state
  std::unique_ptr<vm::Machine> machine_;
  std::unique_ptr<NativeEngine> native_;  // of machine_
  // For the safety search, if that has another program.
  std::unique_ptr<vm::Machine> merged_;
  std::unique_ptr<NativeEngine> merged_native_;
  report::Profile profile_;
  double claim_seconds_ = 0;
};

}  // namespace gyre::engine
