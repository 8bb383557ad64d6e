// What the commands that run a model have in common: loading it, and showing what it does.
#pragma once

#include <string>

#include <gyre/model.h>
#include <gyre/trail.h>

#include "cli/arguments.h"

namespace gyre::cli {

// Loads the model or throws Error with its diagnostics; warnings go to standard error unless `quiet`.
Model load_or_throw(const Arguments& arguments);

TextOptions text_options(const Arguments& arguments);

// The whole run as the options ask for it: steps, columns or a picture.
std::string show(const Trace& trace, const Arguments& arguments);

// Columns of the terminal that standard output is, or that COLUMNS says; 0: nobody knows.
size_t terminal_width();

// Reads a trail (JSON or SPIN's) and follows it; throws Error when it cannot be followed. Where it ends is said on
// standard error, if that is in the middle of a step. Its doubt is an error, behind what there is to show.
Trail follow(const Model& model, const std::string& path);

}  // namespace gyre::cli
