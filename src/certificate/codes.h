// States as a certificate has them: values, in an order that does not depend on the layout.
#pragma once

#include <string>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"

namespace gyre::certificate {

void put_number(std::string& out, int64_t value);
std::string code_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

}  // namespace gyre::certificate
