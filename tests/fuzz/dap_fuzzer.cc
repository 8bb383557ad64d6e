// libFuzzer entry point: any bytes as what a client sends. Each line is a message for the debug adapter, which must
// answer every request or say that it is none; and all of it is a stream for the reader of messages. What a launch
// names is replaced by a model of our own, so that no file of the machine is touched.
// link: dap
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gyre/error.h>

#include "dap/adapter.h"
#include "wire/messages.h"

namespace {

using gyre::dap::Json;

constexpr const char* kModel = "dap_fuzzer.pml";
constexpr const char* kText =
    "mtype = { a, b };\ntypedef T { byte x[2] };\nT t[2];\nchan c = [1] of { mtype, byte };\nchan r = [0] of { byte "
    "};\n"
    "byte n;\ninline put(v) {\n  c!a,v;\n  n++\n}\n"
    "active proctype P() {\n  byte i;\n  do\n  :: i < 3 -> put(i);\n    atomic { t[1].x[0] = i; i++ }\n"
    "  :: r!i\n  od\n}\n"
    "active proctype Q() {\n  byte j;\n  do\n  :: c?a,j\n  :: r?j -> assert(j < 3)\n  od\n}\n";

void require(bool condition) {
  if (!condition) std::abort();
}

void write_model() {
  static const bool written = [] {
    std::ofstream(kModel) << kText;
    return true;
  }();
  require(written);
}

void read_stream(const uint8_t* data, size_t size) {
  if (size == 0) return;
  std::FILE* in = fmemopen(const_cast<uint8_t*>(data), size, "r");
  require(in != nullptr);
  gyre::wire::Messages messages(in, nullptr);
  try {
    while (messages.read()) {
    }
  } catch (const gyre::Error&) {
  }
  std::fclose(in);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  write_model();
  read_stream(data, size);
  int64_t answers = 0;
  gyre::dap::Adapter adapter([&](const Json& message) {
    message.dump(-1, ' ', false, Json::error_handler_t::replace);
    answers += message["type"] == "response";
  });
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  int64_t asked = 0;
  for (std::string line; std::getline(lines, line) && !adapter.done() && asked < 50;) {
    Json message = Json::parse(line, nullptr, false);
    if (line.find(":save") != std::string::npos) continue;
    if (message.is_object() && message.value("type", Json()) == "request") {
      ++asked;
      if (message.value("command", Json()) == "launch") {
        message["arguments"] = {{"program", kModel}, {"maxSteps", 100}, {"stopOnEntry", line.size() % 2 == 0}};
      }
    }
    adapter.handle(message.is_discarded() ? line : message.dump(-1, ' ', false, Json::error_handler_t::replace));
    for (int i = 0; i < 5 && adapter.busy(); ++i) adapter.work();
  }
  require(answers == asked);
  return 0;
}
