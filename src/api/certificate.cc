// Certificates for users of the library.
#include <gyre/certificate.h>

#include <utility>

#include <fmt/format.h>

#include "api/library.h"
#include "certificate/certificate.h"
#include "plan/plan.h"
#include "plan/settings.h"

namespace gyre {

namespace {

struct Question {
  std::string why_not;
  plan::Plan plan;  // of the one job, if there is one
};

// What a certificate is made of is the plain graph, however the property was checked.
Question question_of(const Model& model, const Settings& settings) {
  const std::shared_ptr<const plan::Settings> given = api::settings_for(model.impl(), settings);
  const std::shared_ptr<const ir::Program>& program = api::program_of(model.impl());
  plan::Settings how;
  how.safety = given->safety;
  how.acceptance = given->acceptance;
  how.non_progress = given->non_progress;
  how.property = given->property;
  how.ltl = given->ltl;
  how.ctl = given->ctl;
  how.hoa = given->hoa;
  how.fairness = given->fairness;
  how.fairness_unit = given->fairness_unit;
  how.memory = given->memory;
  how.por = how.merge = plan::Switch::off;
  if (!given->ignore.empty()) return {"--ignore leaves errors out, and a certificate says that there is none", {}};
  if (given->depth > 0) return {"--depth leaves states out, and a certificate has all of them", {}};
  if (given->thesis) return {"--thesis is for ESML models, and certificates are for those in Promela", {}};
  Question out{"", plan::make(how, program)};
  if (!out.plan.refusal.empty()) {
    out.why_not = out.plan.refusal;
  } else if (out.plan.jobs.size() != 1) {
    std::string names;
    for (const plan::Job& job : out.plan.jobs) names += (names.empty() ? "" : ", ") + job.name;
    out.why_not = fmt::format("a certificate is of one property, and there are {} here ({}): name one by --property",
                              out.plan.jobs.size(), names);
  } else {
    out.why_not = certificate::why_not(out.plan.jobs[0]);
  }
  return out;
}

}  // namespace

std::string why_no_certificate(const Model& model, const Settings& settings) {
  return api::as_errors([&] { return question_of(model, settings).why_not; });
}

Certificate write_certificate(const Model& model, const Settings& settings,
                              const std::function<void(std::string_view)>& sink, const std::function<bool()>& stopped) {
  return api::as_errors([&] {
    const Question question = question_of(model, settings);
    if (!question.why_not.empty()) throw Error(question.why_not);
    certificate::Limits limits;
    if (question.plan.conduct.memory) limits.bytes = *question.plan.conduct.memory;
    limits.stopped = stopped;
    certificate::Written written = certificate::write(question.plan.jobs[0], model.impl().loaded.name, limits, sink);
    return Certificate{written.states, std::move(written.given_up)};
  });
}

}  // namespace gyre
