// `gyre explore`: the page in the browser, and the server behind it.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/output.h"
#include "serve/access.h"
#include "serve/listener.h"
#include "serve/page.h"

namespace gyre::cli {

namespace {

// The command that opens an address: the first of $BROWSER, otherwise xdg-open.
std::vector<std::string> browser_command(const std::string& address) {
  const char* said = std::getenv("BROWSER");
  std::string line = said != nullptr && *said != 0 ? said : "xdg-open";
  line = line.substr(0, line.find(':'));
  std::vector<std::string> out;
  bool placed = false;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (const size_t at = word.find("%s"); at != std::string::npos) {
      word.replace(at, 2, address);
      placed = true;
    }
    out.push_back(word);
  }
  if (!placed) out.push_back(address);
  return out;
}

// Starts a browser, which lives on its own: a child of a child, so that nobody has to wait for it. Whether there is one
// is not known here; the address is printed in any case.
void open_browser(const std::string& address) {
  std::vector<std::string> command = browser_command(address);
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setsid() < 0 || ::fork() != 0) ::_exit(0);
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, fd);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  if (child > 0) ::waitpid(child, nullptr, 0);
}

serve::Budget budget_of(const Arguments& arguments) {
  serve::Budget out;
  if (arguments.has("time")) out.seconds = std::stod(arguments.text("time"));
  if (arguments.has("memory")) out.memory = arguments.number("memory");
  return out;
}

// What of the settings belongs to the model; included files come from its folder and those of -I only, since the text
// may be the page's.
Settings model_settings(const Arguments& arguments) {
  Settings out;
  for (const char* name : {"lang", "max-processes", "unless-order"}) out.set(name, arguments.text(name));
  if (!arguments.model.ends_with(".esml") && arguments.text("lang") != "esml") out.set("includes", "inside");
  for (const char* name : {"D", "U", "I", "warn"}) {
    for (const std::string& value : arguments.settings.values(name)) out.set(name, value);
  }
  for (const char* name : {"message-loss", "old-semicolons"}) {
    if (arguments.has(name)) out.set(name);
  }
  return out;
}

serve::Page page_of(const Arguments& arguments) {
  return arguments.has("page") ? serve::Page::from_folder(arguments.text("page")) : serve::Page::built_in();
}

void load_trail(serve::Session& session, const std::string& path) {
  const std::string text = read_file(path);
  serve::Snapshot source = session.file.now();
  const Model model = session.file.model(source.text, session.file.settings());
  if (!model.ok()) {
    fmt::print(stderr, "gyre: the model has errors: {} is not followed\n", path);
    return;
  }
  session.trail = session.traces.put({follow_trail(model, text, path).trace, model, std::move(source), path});
}

// SIGINT and SIGTERM wait for whoever calls sigwait. Threads that are started later inherit that.
sigset_t block_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return set;
}

}  // namespace

int explore(const Arguments& arguments) {
  serve::Session session(page_of(arguments), arguments.model, model_settings(arguments), budget_of(arguments),
                         write_file_atomically);
  if (session.page.find("index.html") == nullptr) {
    throw Error(
        "this gyre was built without its page: './gyre explore' in the source folder builds it, or 'npm ci && npm run "
        "build' in web/ and a new build");
  }
  if (!arguments.others.empty()) load_trail(session, arguments.others[0]);
  const sigset_t signals = block_signals();
  std::signal(SIGPIPE, SIG_IGN);  // a browser that goes away in the middle of an answer
  serve::Server server(session, serve::random_token());
  serve::Listener listener(server, static_cast<int>(arguments.number("port")));
  const std::string address = fmt::format("http://127.0.0.1:{}/?token={}", listener.port(), server.token());
  put(address + "\n");
  flush();
  fmt::print(stderr, "gyre: the page of {} is at this address; Ctrl-C ends it\n", arguments.model);
  if (!arguments.has("no-browser")) open_browser(address);
  std::thread([&listener, signals] {
    int signal = 0;
    ::sigwait(&signals, &signal);
    // Who is in a hurry presses it again.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    listener.stop();
  }).detach();
  listener.run();
  return 0;
}

}  // namespace gyre::cli
