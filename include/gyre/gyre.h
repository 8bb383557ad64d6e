// Everything: #include <gyre/gyre.h>
//
//   Settings   what is asked for                       settings.h
//   Model      a model, its diagnostics, the plan      model.h
//   Run        a check: progress, verdicts, traces     check.h
//   Checked    several models; SARIF, JUnit            reports.h
//   Trace      an execution                            trace.h
//   Stepper    executing a model by hand               stepper.h
//   Position   the same in several ways at once        position.h
//   Expression asking about its states                 evaluate.h
//   Graph      state spaces and automata               graph.h
//   Trail      an execution that was written to a file trail.h
//   SpinProcess, fingerprint: for programs that read SPIN's output, spin.h
//   Error      the only exception                      error.h
//
// and functions: automata of formulas (automaton.h), certificates (certificate.h).
//
// What was moved from may be assigned to and destroyed, nothing else.
#pragma once

#include <gyre/automaton.h>
#include <gyre/certificate.h>
#include <gyre/check.h>
#include <gyre/error.h>
#include <gyre/evaluate.h>
#include <gyre/graph.h>
#include <gyre/model.h>
#include <gyre/position.h>
#include <gyre/reports.h>
#include <gyre/settings.h>
#include <gyre/spin.h>
#include <gyre/stepper.h>
#include <gyre/symbols.h>
#include <gyre/trace.h>
#include <gyre/trail.h>
