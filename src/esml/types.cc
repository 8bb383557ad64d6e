#include "esml/types.h"

#include <algorithm>
#include <cassert>

#include "base/ids.h"

namespace gyre::esml {

Types::Types() {
  for (const auto& [kind, name] : {std::pair{TypeKind::unknown, "?"}, std::pair{TypeKind::integer, "an integer"},
                                   std::pair{TypeKind::boolean, "BOOLEAN"}}) {
    Type t;
    t.kind = kind;
    t.name = name;
    list_.push_back(std::move(t));
  }
}

TypeId Types::add(Type type) { return add_to<TypeId>(list_, std::move(type)); }

bool Types::is_scalar(TypeId id) const {
  const TypeKind k = kind(id);
  return k == TypeKind::unknown || k == TypeKind::boolean || k == TypeKind::enumeration || is_integer(id);
}

bool Types::compatible(TypeId a, TypeId b) const {
  return a == b || a == kUnknown || b == kUnknown || (is_integer(a) && is_integer(b));
}

int32_t Types::initial(TypeId id) const {
  assert(is_scalar(id));
  const Type& t = (*this)[id];
  return t.kind == TypeKind::subrange ? std::clamp(0, t.low, t.high) : 0;
}

std::string Types::text(TypeId id) const { return (*this)[id].name; }

}  // namespace gyre::esml
