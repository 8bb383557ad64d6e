#include "jit/module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <memory>
#include <stdexcept>

#include <gyre_fingerprint.h>

#include "jit/analysis.h"
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

struct Stopped {};
void check(const std::atomic<bool>* stop) {
  if (stop && stop->load(std::memory_order_relaxed)) throw Stopped{};
}

// What pays here. All of -O2 takes three times as long and the code is no faster: there are no loops worth unrolling.
// Four fifths of the time go into selecting instructions anyway.
constexpr const char* kPasses = "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg)";

class Compiled : public model::NativeCode {
 public:
  ~Compiled() override {
    if (jit_) LLVMConsumeError(LLVMOrcDisposeLLJIT(jit_));
  }

  void compile(const ir::Program& program, const std::atomic<bool>* stop, std::string* listing) {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMOrcJITTargetMachineBuilderRef target = nullptr;
    check(LLVMOrcJITTargetMachineBuilderDetectHost(&target));
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, target);
    check(LLVMOrcCreateLLJIT(&jit_, builder));

    const Analysis analysis(program);
    native_states = analysis.native_states();
    other_states = analysis.other_states();
    reason = analysis.reason();
    check(stop);

    LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContext();
    const std::unique_ptr<LLVMOrcOpaqueThreadSafeContext, void (*)(LLVMOrcThreadSafeContextRef)> dispose(
        context, LLVMOrcDisposeThreadSafeContext);
    LLVMContextRef inner = LLVMOrcThreadSafeContextGetContext(context);
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("model", inner);
    LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(jit_));
    LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(jit_));
    Generator(program, analysis, inner, module).generate();
    char* text = nullptr;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &text)) throw std::runtime_error(text);
    LLVMDisposeMessage(text);
    check(stop);
    optimise(module);
    if (listing) {
      char* all = LLVMPrintModuleToString(module);
      *listing = all;
      LLVMDisposeMessage(all);
    }
    check(stop);
    check(LLVMOrcLLJITAddLLVMIRModule(jit_, LLVMOrcLLJITGetMainJITDylib(jit_),
                                      LLVMOrcCreateNewThreadSafeModule(module, context)));
    expand = reinterpret_cast<model::NativeExpand>(look_up("gyre_expand"));
    for (size_t a = 0; a < program.atoms.size(); ++a)
      atoms.push_back(analysis.native_atom(a) ? condition("gyre_atom_" + std::to_string(a)) : nullptr);
    size_t place = 0;
    for (const ir::Process& process : program.processes) {
      for (const size_t end = place + process.edges.size(); place < end; ++place)
        claims.push_back(analysis.native_claim(place) ? condition("gyre_claim_" + std::to_string(place)) : nullptr);
    }
  }

 private:
  LLVMOrcExecutorAddress look_up(const std::string& name) {
    LLVMOrcExecutorAddress address = 0;
    check(LLVMOrcLLJITLookup(jit_, &address, name.c_str()));
    return address;
  }
  model::NativeCondition condition(const std::string& name) {
    return reinterpret_cast<model::NativeCondition>(look_up(name));
  }

  static void optimise(LLVMModuleRef module) {
    char* triple = LLVMGetDefaultTargetTriple();
    char* cpu = LLVMGetHostCPUName();
    char* features = LLVMGetHostCPUFeatures();
    LLVMTargetRef target = nullptr;
    char* text = nullptr;
    LLVMTargetMachineRef machine = nullptr;
    if (!LLVMGetTargetFromTriple(triple, &target, &text)) {
      machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault, LLVMRelocDefault,
                                        LLVMCodeModelJITDefault);
    } else {
      LLVMDisposeMessage(text);
    }
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, kPasses, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (machine) LLVMDisposeTargetMachine(machine);
    LLVMDisposeMessage(features);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(triple);
    check(error);
  }

  LLVMOrcLLJITRef jit_ = nullptr;
};

}  // namespace

}  // namespace gyre::jit

gyre::model::NativeCode* gyre_jit_compile(const gyre::ir::Program* program, const std::atomic<bool>* stop,
                                          std::string* listing, std::string* error) {
  try {
    auto code = std::make_unique<gyre::jit::Compiled>();
    code->compile(*program, stop, listing);
    return code.release();
  } catch (const gyre::jit::Stopped&) {
    *error = "stopped";
  } catch (const std::exception& e) {
    *error = e.what();
  }
  return nullptr;
}

const char* gyre_jit_fingerprint() { return GYRE_FINGERPRINT; }
