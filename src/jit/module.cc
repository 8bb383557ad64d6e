#include "jit/module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gyre_fingerprint.h>

#include "jit/analysis.h"
#include "jit/code_cache.h"
#include "jit/generator.h"

namespace gyre::jit {

namespace {

void check(LLVMErrorRef error) {
  if (!error) return;
  char* text = LLVMGetErrorMessage(error);
  const std::string message = text;
  LLVMDisposeErrorMessage(text);
  throw std::runtime_error(message);
}

using Buffer = std::unique_ptr<LLVMOpaqueMemoryBuffer, Dispose<LLVMDisposeMemoryBuffer>>;
std::string_view text_of(LLVMMemoryBufferRef buffer) { return {LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)}; }

using Text = std::unique_ptr<char, Dispose<LLVMDisposeMessage>>;

struct Stopped {};
struct Missed {};  // it is not in the cache
void check(const std::atomic<bool>* stop) {
  if (stop && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

// What pays here. All of -O2 takes three times as long and the code is no faster: there are no loops worth unrolling.
// Four fifths of the time go into selecting instructions anyway.
constexpr const char* kPasses = "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg)";

constexpr const char* kFewPasses = "function(sroa)";

// Runs of the library may compile at the same time, and LLVM's list of targets is not made for that.
void register_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
  });
}

class Compiled : public model::NativeCode {
 public:
  ~Compiled() override {
    if (jit_) LLVMConsumeError(LLVMOrcDisposeLLJIT(jit_));
  }

  explicit Compiled(const Request& request)
      : stop_(request.stop), listing_(request.listing), how_(request.how), cache_(request.cache) {}

  void compile(const ir::Program& program, const model::CommonShape& common_wanted) {
    const Sizes& sizes = how_.sizes;
    register_target();
    check(LLVMOrcCreateLLJIT(&jit_, nullptr));
    const std::unique_ptr<const Analysis> analysis = Analysis::of(program);
    native_states = analysis->native_states();
    other_states = analysis->other_states();
    reason = analysis->reason();
    const std::unique_ptr<LLVMOpaqueContext, Dispose<LLVMContextDispose>> context(LLVMContextCreate());
    const std::unique_ptr<Generator> generator =
        Generator::of({program, *analysis, context.get(), sizes, common_wanted}, [this](LLVMModuleRef m) { add(m); });
    const bool one_by_one = how_.effort == Effort::quick || generator->statements() > sizes.carefully;
    make_target(one_by_one ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault);
    generator->generate();
    if (generator->knows_common()) common = common_wanted;
    check(stop_);
    from_cache = made_ == 0;
    expand = reinterpret_cast<model::NativeExpand>(look_up("gyre_expand"));
    for (size_t a = 0; a < program.atoms.size(); ++a)
      atoms.push_back(analysis->native_atom(a) ? condition("gyre_atom_" + std::to_string(a)) : nullptr);
    size_t place = 0;
    for (const ir::Process& process : program.processes) {
      for (const size_t end = place + process.edges.size(); place < end; ++place)
        claims.push_back(analysis->native_claim(place) ? condition("gyre_claim_" + std::to_string(place)) : nullptr);
    }
  }

 private:
  void make_target(LLVMCodeGenOptLevel level) {
    const Text triple(LLVMGetDefaultTargetTriple()), cpu(LLVMGetHostCPUName()), features(LLVMGetHostCPUFeatures());
    LLVMTargetRef target = nullptr;
    char* error = nullptr;
    if (LLVMGetTargetFromTriple(triple.get(), &target, &error)) throw std::runtime_error(Text(error).get());
    machine_.reset(LLVMCreateTargetMachine(target, triple.get(), cpu.get(), features.get(), level, LLVMRelocPIC,
                                           LLVMCodeModelSmall));
    layout_.reset(LLVMCreateTargetDataLayout(machine_.get()));
    unsigned major = 0, minor = 0, patch = 0;
    LLVMGetVersion(&major, &minor, &patch);
    made_by_ = GYRE_FINGERPRINT;
    made_by_ += " LLVM " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch) + " " +
                triple.get() + " " + cpu.get() + " " + features.get() + " " + std::to_string(level) + " " + passes();
  }

  // Machine code for a module; between two of them one can stop.
  void add(LLVMModuleRef module) {
    check(stop_);
    LLVMSetModuleDataLayout(module, layout_.get());
    LLVMSetTarget(module, Text(LLVMGetTargetMachineTriple(machine_.get())).get());
    LLVMMemoryBufferRef object = nullptr;
    if (cache_.usable() && !listing_) {
      const Buffer source(LLVMWriteBitcodeToMemoryBuffer(module));
      const std::string_view key = text_of(source.get());
      const std::optional<std::string> known = cache_.find(made_by_, key);
      if (!known && how_.from_cache_only) throw Missed{};
      if (known) {
        object = LLVMCreateMemoryBufferWithMemoryRangeCopy(known->data(), known->size(), "cached");
      } else {
        object = machine_code(module);
        cache_.keep(made_by_, key, text_of(object));
      }
    } else {
      object = machine_code(module);
    }
    check(LLVMOrcLLJITAddObjectFile(jit_, LLVMOrcLLJITGetMainJITDylib(jit_), object));
  }

  LLVMMemoryBufferRef machine_code(LLVMModuleRef module) {
    ++made_;
    char* error = nullptr;
    // What is made in a hurry comes from the same generator, and is made again.
    if (how_.effort == Effort::careful) {
      const bool wrong = LLVMVerifyModule(module, LLVMReturnStatusAction, &error);
      if (const Text text(error); wrong) throw std::runtime_error(text.get());
    }
    optimise(module);
    if (listing_) *listing_ += Text(LLVMPrintModuleToString(module)).get();
    check(stop_);
    LLVMMemoryBufferRef object = nullptr;
    error = nullptr;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine_.get(), module, LLVMObjectFile, &error, &object))
      throw std::runtime_error(Text(error).get());
    return object;
  }

  void optimise(LLVMModuleRef module) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes(), machine_.get(), options);
    LLVMDisposePassBuilderOptions(options);
    check(error);
  }

  const char* passes() const { return how_.effort == Effort::quick ? kFewPasses : kPasses; }

  LLVMOrcExecutorAddress look_up(const std::string& name) {
    LLVMOrcExecutorAddress address = 0;
    check(LLVMOrcLLJITLookup(jit_, &address, name.c_str()));
    return address;
  }
  model::NativeCondition condition(const std::string& name) {
    return reinterpret_cast<model::NativeCondition>(look_up(name));
  }

  const std::atomic<bool>* stop_;
  std::string* listing_;
  const How how_;
  const CodeCache cache_;
  std::string made_by_;  // all that machine code depends on but its source
  size_t made_ = 0;      // modules that were compiled
  std::unique_ptr<LLVMOpaqueTargetMachine, Dispose<LLVMDisposeTargetMachine>> machine_;
  std::unique_ptr<LLVMOpaqueTargetData, Dispose<LLVMDisposeTargetData>> layout_;
  LLVMOrcLLJITRef jit_ = nullptr;
};

}  // namespace

}  // namespace gyre::jit

gyre::model::NativeCode* gyre_jit_compile(const gyre::jit::Request* request, std::string* error) {
  try {
    auto code = std::make_unique<gyre::jit::Compiled>(*request);
    code->compile(request->program, request->common);
    return code.release();
  } catch (const gyre::jit::Missed&) {
    *error = "not in the cache";
  } catch (const gyre::jit::Stopped&) {
    *error = "stopped";
  } catch (const std::exception& e) {
    *error = e.what();
  }
  return nullptr;
}

const char* gyre_jit_fingerprint() { return GYRE_FINGERPRINT; }
