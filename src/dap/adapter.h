// The debug adapter: answers the requests of a client (an editor) about one model, and tells it what happens.
//
// https://microsoft.github.io/debug-adapter-protocol: processes are threads (numbered from 1: pid + 1), a statement is
// a line, and all threads stop together. Messages come in through handle() and go out through a function; while busy(),
// work() has to be called again and again. Nothing here blocks, and nothing that a client sends makes it throw.
//
// One thread uses an Adapter.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dap/launch.h"
#include "dap/request.h"
#include "dap/runner.h"
#include "dap/values.h"

namespace gyre::dap {

class Adapter {
 public:
  using Send = std::function<void(const Json& message)>;

  explicit Adapter(Send send);
  ~Adapter();

  // A message as it came.
  void handle(const std::string& message);
  bool busy() const;
  void work();
  // Busy, but only with waiting for a check that has a thread of its own.
  bool waits() const { return phase_ == Phase::checking; }
  // The client wants no more.
  bool done() const { return done_; }

 private:
  // What answers a request: the body, or nothing if the answer comes later.
  using Answer = std::optional<Json>;
  struct Handler;
  static const std::vector<Handler>& handlers();

  // Messages (adapter.cc).
  void answer(const Json& request);
  void respond(const Json& request, const Json& body);
  void refuse(const Json& request, const std::string& why);
  void event(const std::string& name, const Json& body);
  void event_after(const std::string& name, const Json& body);  // behind the response to the request in hand
  void output(const std::string& category, const std::string& text, const Location& location = {});
  void stopped(const Stop& stop);
  void send_events();

  // The life of a session (adapter_session.cc).
  Answer on_initialize(const Json& arguments);
  Answer on_launch(const Json& arguments);
  Answer on_attach(const Json& arguments);
  Answer on_configuration_done(const Json& arguments);
  Answer on_restart(const Json& arguments);
  Answer on_terminate(const Json& arguments);
  Answer on_disconnect(const Json& arguments);
  Json begin_session();
  void finish_check();
  void terminated();
  void end_session();

  // Breakpoints (adapter_breakpoints.cc).
  Answer on_set_breakpoints(const Json& arguments);
  Answer on_breakpoint_locations(const Json& arguments);
  Answer on_data_breakpoint_info(const Json& arguments);
  Answer on_set_data_breakpoints(const Json& arguments);
  Answer on_set_exception_breakpoints(const Json& arguments);
  Answer on_exception_info(const Json& arguments);
  Trigger trigger_of(const Json& breakpoint);
  Json line_breakpoint(const Json& wanted, const std::string& path, std::vector<LineBreakpoint>& out);
  Json data_breakpoint(const Json& wanted, std::vector<DataBreakpoint>& out);

  // Moving (adapter_moves.cc).
  Answer on_next(const Json& arguments);
  Answer on_step_in(const Json& arguments);
  Answer on_step_out(const Json& arguments);
  Answer on_step_back(const Json& arguments);
  Answer on_continue(const Json& arguments);
  Answer on_reverse_continue(const Json& arguments);
  Answer on_pause(const Json& arguments);
  Answer on_step_in_targets(const Json& arguments);
  Answer on_goto_targets(const Json& arguments);
  Answer on_goto(const Json& arguments);
  Runner& standing();  // a run that stands still; throws Error otherwise
  void stop_after(const Stop& stop);

  // The state (adapter_state.cc).
  Answer on_threads(const Json& arguments);
  Answer on_stack_trace(const Json& arguments);
  Answer on_scopes(const Json& arguments);
  Answer on_variables(const Json& arguments);
  Answer on_evaluate(const Json& arguments);
  Json frames_of(const ProcessState& process);
  Json source_of(const Location& location) const;
  void put_place(const Location& location, Json& out) const;
  int64_t reference_to(std::shared_ptr<const std::vector<ValueTree>> owner, const std::vector<ValueTree>& list);
  Json variable_of(const std::shared_ptr<const std::vector<ValueTree>>& owner, const ValueTree& tree);
  std::vector<ValueTree> moves_here();
  Json evaluated(const std::string& text, int32_t pid);

  // The commands of the console (adapter_console.cc).
  Json command(const std::string& text);

  Runner& runner();  // throws Error if there is none
  const Model& model();
  static int64_t thread_of(int32_t pid) { return int64_t{pid} + 1; }
  int32_t pid_of_thread(int64_t thread);
  int32_t pid_of_frame(const Json& arguments);  // -1: it names none
  int64_t client_line(uint32_t line) const { return int64_t{line} - (lines_from_one_ ? 0 : 1); }
  uint32_t own_line(int64_t line) const;

  enum class Phase { begun, initialised, checking, configuring, ready, over };

  const Send send_;
  int64_t sequence_ = 0;
  std::vector<Json> events_;        // to be sent behind the response,
  std::optional<Stop> stop_after_;  // and told behind them
  Phase phase_ = Phase::begun;
  bool done_ = false;
  bool lines_from_one_ = true, columns_from_one_ = true;
  std::optional<Json> waiting_;  // the launch request that a check keeps waiting
  std::unique_ptr<Launch> launch_;
  std::unique_ptr<Runner> runner_;
  std::optional<Stop> last_stop_;
  int64_t next_breakpoint_ = 1;
  // What a client may ask for until the run goes on.
  struct Reference {
    std::shared_ptr<const std::vector<ValueTree>> owner;
    const std::vector<ValueTree>* list;
  };
  std::vector<Reference> references_;
};

}  // namespace gyre::dap
