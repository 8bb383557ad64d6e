// Certificates: what makes a `holds` checkable without this library (docs/design/certificates.md).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <gyre/check.h>
#include <gyre/model.h>
#include <gyre/settings.h>

namespace gyre {

// Why there can be no certificate of what these settings check, as a sentence; empty: there can be one, if it holds.
// A certificate is of one property: assertions, deadlocks and run-time errors together are one, each formula and claim
// is another.
// REQUIRES: model.ok().
std::string why_no_certificate(const Model& model, const Settings& settings);

struct Certificate {
  uint64_t states = 0;
  std::string given_up;  // why it is not complete (the setting memory, `stopped`), as a sentence; empty: it is
};

// The certificate of the property that these settings check, piece by piece, uncompressed. It takes a search of its
// own, of the whole graph and without reductions, whose states are in memory; the setting memory is its budget.
// `stopped` is asked now and then. Throws Error if there can be none; InternalError if the property does not hold.
// REQUIRES: model.ok(), and check() has said that the property holds.
Certificate write_certificate(const Model& model, const Settings& settings,
                              const std::function<void(std::string_view)>& sink,
                              const std::function<bool()>& stopped = {});

}  // namespace gyre
