#include "jit/c_module.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include <gyre_fingerprint.h>

namespace gyre::jit {

namespace {

namespace orc = llvm::orc;

constexpr const char* kModel = "the model's C";  // clang's name for what is no file

// Messages with their places, as #line has them.
class Messages : public clang::DiagnosticConsumer {
 public:
  explicit Messages(std::vector<CMessage>& out) : out_(out) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error) return;
    CMessage& m = out_.emplace_back();
    m.is_error = true;
    llvm::SmallString<200> text;
    info.FormatDiagnostic(text);
    m.text = std::string(text);
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return;
    const clang::SourceManager& sources = info.getSourceManager();
    const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
    if (at.isInvalid()) return;
    m.file = at.getFilename();
    m.line = at.getLine();
    m.column = at.getColumn();
  }

 private:
  std::vector<CMessage>& out_;
};

// Data sections, so that what C has in them can be set back.
class Sections : public llvm::SectionMemoryManager {
 public:
  explicit Sections(std::vector<std::pair<uint8_t*, size_t>>& data) : data_(data) {}
  uint8_t* allocateDataSection(uintptr_t size, unsigned alignment, unsigned id, llvm::StringRef name,
                               bool read_only) override {
    uint8_t* at = SectionMemoryManager::allocateDataSection(size, alignment, id, name, read_only);
    if (at && !read_only && size > 0) data_.emplace_back(at, size);
    return at;
  }

 private:
  std::vector<std::pair<uint8_t*, size_t>>& data_;
};

void check(llvm::Error error) {
  if (error) throw std::runtime_error(llvm::toString(std::move(error)));
}
template <class T>
T take(llvm::Expected<T> value) {
  if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}

bool ends_in(const std::string& s, const char* end) { return llvm::StringRef(s).ends_with(end); }

class Unit : public ir::CUnit {
 public:
  // False: the messages say why.
  bool compile(const CRequest& request, std::vector<CMessage>& messages) {
    static std::once_flag once;
    std::call_once(once, [] {
      llvm::InitializeNativeTarget();
      llvm::InitializeNativeTargetAsmPrinter();
      llvm::InitializeNativeTargetAsmParser();
    });
    make_jit();
    orc::SymbolMap own;
    for (const auto& [name, function] : request.functions)
      own[jit_->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function), llvm::JITSymbolFlags::Exported};
    check(jit_->getMainJITDylib().define(orc::absoluteSymbols(std::move(own))));
    if (!add_source(request, kModel, request.text, messages)) return false;
    for (const std::string& file : request.links) {
      if (!link(request, file, messages)) return false;
    }
    jit_->getMainJITDylib().addGenerator(
        take(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit_->getDataLayout().getGlobalPrefix())));
    run = look_up("gyre_run").toPtr<Run>();
    const auto* known = look_up("gyre_sizes").toPtr<const uint64_t*>();
    sizes.assign(known + 1, known + 1 + known[0]);
    check(jit_->initialize(jit_->getMainJITDylib()));
    for (const auto& [begin, size] : data_) memory.push_back({begin, {begin, begin + size}});
    return true;
  }

 private:
  void make_jit() {
    orc::JITTargetMachineBuilder target = take(orc::JITTargetMachineBuilder::detectHost());
    target.setRelocationModel(llvm::Reloc::PIC_);
    target.getOptions().TrapUnreachable = true;  // what cannot be reached must not run into the next function
    jit_ = take(orc::LLJITBuilder()
                    .setJITTargetMachineBuilder(std::move(target))
                    .setObjectLinkingLayerCreator([this](orc::ExecutionSession& session, const llvm::Triple&) {
                      return std::make_unique<orc::RTDyldObjectLinkingLayer>(
                          session, [this] { return std::make_unique<Sections>(data_); });
                    })
                    .create());
  }

  orc::ExecutorAddr look_up(const char* name) { return take(jit_->lookup(name)); }

  bool link(const CRequest& request, const std::string& file, std::vector<CMessage>& messages) {
    if (ends_in(file, ".c")) {
      std::ifstream in(file);
      std::stringstream text;
      text << in.rdbuf();
      if (!in) throw std::runtime_error("cannot read " + file);
      return add_source(request, file.c_str(), text.str(), messages);
    }
    orc::JITDylib& main = jit_->getMainJITDylib();
    if (ends_in(file, ".a")) {
      main.addGenerator(take(orc::StaticLibraryDefinitionGenerator::Load(jit_->getObjLinkingLayer(), file.c_str())));
    } else if (file.find(".so") != std::string::npos) {
      main.addGenerator(
          take(orc::DynamicLibrarySearchGenerator::Load(file.c_str(), jit_->getDataLayout().getGlobalPrefix())));
    } else {
      auto object = llvm::MemoryBuffer::getFile(file);
      if (!object) throw std::runtime_error("cannot read " + file);
      check(jit_->addObjectFile(std::move(*object)));
    }
    return true;
  }

  bool add_source(const CRequest& request, const char* name, const std::string& text,
                  std::vector<CMessage>& messages) {
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(new clang::DiagnosticsEngine(
        new clang::DiagnosticIDs, new clang::DiagnosticOptions, new Messages(messages)));
    // The driver finds the headers of the system and makes the compiler's arguments; it starts nothing.
    clang::driver::Driver driver("clang", llvm::sys::getDefaultTargetTriple(), *diagnostics);
    driver.setCheckInputsExist(false);
    std::vector<std::string> words = {
        "clang", "-x", "c", "-std=gnu11", "-O1", "-fPIC", "-fwrapv", "-fno-strict-aliasing",
        "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-fno-builtin-printf", "-fno-builtin-fprintf",
        "-fno-builtin-puts", "-fno-builtin-putchar", "-fno-builtin-fputs", "-fno-builtin-fwrite", "-resource-dir",
        GYRE_CLANG_RESOURCES,
        // A crash that the optimiser does not know of: these checks end in a trap.
        "-fsanitize=integer-divide-by-zero,null,unreachable,array-bounds", "-fsanitize-trap=all",
        // What a C compiler of SPIN's days takes.
        "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types", "-U", "linux", "-U", "unix"};
    for (const std::string& d : request.include_dirs) words.push_back("-I" + d);
    for (const std::string& f : request.flags) words.push_back(f);
    words.insert(words.end(), {"-c", name});
    std::vector<const char*> arguments;
    for (const std::string& w : words) arguments.push_back(w.c_str());
    const std::unique_ptr<clang::driver::Compilation> plan(driver.BuildCompilation(arguments));
    if (!plan || diagnostics->hasErrorOccurred()) return false;
    if (plan->getJobs().size() != 1) throw std::runtime_error("the flags ask for more than to compile a file");
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    clang::CompilerInvocation::CreateFromArgs(*invocation, plan->getJobs().begin()->getArguments(), *diagnostics);
    invocation->getPreprocessorOpts().addRemappedFile(name, llvm::MemoryBuffer::getMemBufferCopy(text, name).release());
    invocation->getDiagnosticOpts().ShowCarets = false;  // it would count its errors on standard error
    clang::CompilerInstance compiler;
    compiler.setInvocation(std::move(invocation));
    compiler.createDiagnostics(new Messages(messages));
    auto context = std::make_unique<llvm::LLVMContext>();
    clang::EmitLLVMOnlyAction action(context.get());
    if (!compiler.ExecuteAction(action)) return false;
    std::unique_ptr<llvm::Module> module = action.takeModule();
    if (!module) return false;
    check(jit_->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))));
    return true;
  }

  std::vector<std::pair<uint8_t*, size_t>> data_;
  std::unique_ptr<orc::LLJIT> jit_;
};

}  // namespace

}  // namespace gyre::jit

gyre::ir::CUnit* gyre_c_compile(const gyre::jit::CRequest* request, std::vector<gyre::jit::CMessage>* messages,
                                std::string* error) {
  try {
    auto unit = std::make_unique<gyre::jit::Unit>();
    if (unit->compile(*request, *messages)) return unit.release();
    if (messages->empty()) *error = "clang fails without a word";
  } catch (const std::exception& e) {
    *error = e.what();
  }
  return nullptr;
}

const char* gyre_c_fingerprint() { return GYRE_FINGERPRINT; }
