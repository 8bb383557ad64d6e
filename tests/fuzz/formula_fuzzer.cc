// libFuzzer entry point: any bytes as a formula of the command line, of both logics, over a Promela and an ESML model.
// What compiles must have a whole tree whose text can be printed.
// link: promela esml
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/error.h"
#include "esml/esml.h"
#include "logic/ctl.h"
#include "promela/promela.h"

namespace {

using namespace gyre;

void require(bool condition) {
  if (!condition) std::abort();
}

void look_at(const ir::Program& program, const Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  for (const ir::Property& p : program.properties) {
    for (size_t i = 0; i < p.ctl.size(); ++i) {
      const logic::CtlNode& n = p.ctl[i];
      require(n.left < static_cast<int32_t>(i) && n.right < static_cast<int32_t>(i));
      if (n.op == logic::CtlNode::Op::atom) require(n.atom >= 0 && static_cast<size_t>(n.atom) < program.atoms.size());
    }
    if (p.kind != ir::Property::Kind::ctl) continue;
    require(!p.ctl.empty());
    require(!logic::print(p.ctl, static_cast<int32_t>(p.ctl.size()) - 1, program.atom_texts).empty());
    const logic::ExistentialForm form(p.ctl, true);
    require(form.root() < static_cast<int32_t>(form.nodes().size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool linear = (data[0] & 1) != 0;
  const auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  try {
    if ((data[0] & 2) != 0) {
      esml::CompileOptions options;
      (linear ? options.ltl : options.ctl).push_back(text);
      look_at(esml::compile_text("m.esml",
                                 "MODEL M; TYPE t = 0..3; r = ARRAY [2] OF t; PROCESS P; VAR x: t; a: r; b: BOOLEAN;\n"
                                 "BEGIN x := 1 END P; BEGIN P; P END M",
                                 options, sources, diagnostics),
              diagnostics);
    } else {
      promela::CompileOptions options;
      (linear ? options.formulas : options.ctl).push_back(text);
      look_at(
          promela::compile_text("m.pml", "byte x, a[3]; chan c = [1] of { byte };\nactive proctype P() { l: x = 1 }",
                                options, sources, diagnostics),
          diagnostics);
    }
  } catch (const Error&) {  // too deep, too large
    return 0;
  }
  diagnostics.format(*sources);
  return 0;
}
