// Several models in one call: `gyre check A.pml B.pml folder/ --jobs N`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gyre/reports.h>

#include "cli/arguments.h"

namespace gyre::cli {

bool is_folder(const std::string& path);
// The models that are meant: files as they are given, and all models in folders and below, in the order of their names.
// Throws Error for a folder without any.
std::vector<std::string> models_of(const std::vector<std::string>& paths);

// Reads and checks a model, and writes its trails; does not throw for what is wrong with the model or refused.
// `stop`: asked now and then whether to come to an end.
Checked check_one(const Arguments& arguments, const std::function<bool()>& stop);

// Calls work(i) for 0 <= i < count by so many threads, and then(i) one after the other in the order of i, each as soon
// as it is done. What work throws ends everything, and is thrown again.
void in_parallel(size_t count, uint64_t threads, const std::function<void(size_t)>& work,
                 const std::function<void(size_t)>& then);

// Writes what --json, --sarif and --junit ask for. Throws Error if two of them are to go to standard output.
void write_reports(const Arguments& arguments, const std::vector<Checked>& all, const std::string& json);
void refuse_two_outputs(const Arguments& arguments);

int check_several(const Arguments& arguments, const std::vector<std::string>& models);

}  // namespace gyre::cli
