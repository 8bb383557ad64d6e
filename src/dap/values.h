// Values as trees: arrays and records have children, channels their messages.
#pragma once

#include <string>
#include <vector>

#include <gyre/trace.h>

namespace gyre::dap {

struct ValueTree {
  std::string label;  // "a", "[2]", "b"
  std::string name;   // of all of it, as an expression: "a[2].b"; empty: it is no expression
  std::string value;
  std::string data;  // the name that a change of it has (Step::changes); of an array that of all its elements begins so
  std::vector<ValueTree> kids;
};

enum class Scope { globals, locals, channels };

// The values of a scope, in their order. `pid`: of the process whose locals they are.
std::vector<ValueTree> values_in(const std::vector<Value>& state, Scope scope, int32_t pid);

// What an expression names, if it is no more than a name: an array, a record, a channel, a variable. Locals of the
// process come first. Null: nothing.
const ValueTree* find_value(const std::vector<ValueTree>& among, const std::string& name);

// "[m,1][m,2]": each message of it.
std::vector<std::string> messages_in(const std::string& contents);

// Whether a change of `changed` ("a[2]") is one of `data` ("a[2]" or "a").
bool is_change_of(const std::string& changed, const std::string& data);

}  // namespace gyre::dap
