#include "esml/types.h"

#include <algorithm>

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

TypeId Types::add(Type type) {
  list_.push_back(std::move(type));
  return static_cast<TypeId>(list_.size()) - 1;
}

bool Types::is_scalar(TypeId id) const {
  const TypeKind k = kind(id);
  return k == TypeKind::unknown || k == TypeKind::boolean || k == TypeKind::enumeration || is_integer(id);
}

bool Types::compatible(TypeId a, TypeId b) const {
  return a == b || a == kUnknown || b == kUnknown || (is_integer(a) && is_integer(b));
}

int32_t Types::initial(TypeId id) const {
  const Type& t = (*this)[id];
  return t.kind == TypeKind::subrange ? std::clamp(0, t.low, t.high) : 0;
}

std::string Types::text(TypeId id) const { return (*this)[id].name; }

}  // namespace gyre::esml
