// The types of an ESML model. Every definition makes a type of its own; two types are the same only if they come from
// the same definition. Subranges mix freely: expressions of integers have the type `integer`, which no variable has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/nth.h"
#include "base/span.h"

namespace gyre::esml {

using TypeId = int32_t;

enum class TypeKind : uint8_t { unknown, integer, boolean, subrange, enumeration, tuple, array, list, alphabet };

struct Field {
  std::string name;
  TypeId type = 0;
};

struct Signal {
  std::string name;
  TypeId data = -1;  // -1: none
};

struct Type {
  TypeKind kind = TypeKind::unknown;
  std::string name;
  int32_t low = 0, high = 0;        // subrange
  std::vector<std::string> values;  // enumeration
  std::vector<Field> fields;        // tuple
  TypeId element = 0;               // array, list
  uint32_t size = 0;                // array, list: number of elements
  std::vector<Signal> signals;      // alphabet
  uint32_t words = 1;               // scalars in a value; a list has one for its length
};

class Types {
 public:
  static constexpr TypeId kUnknown = 0;  // something was wrong: goes with everything, so that one error stays one
  static constexpr TypeId kInteger = 1;
  static constexpr TypeId kBoolean = 2;

  Types();
  TypeId add(Type type);
  const Type& operator[](TypeId id) const { return nth(list_, id); }
  TypeKind kind(TypeId id) const { return (*this)[id].kind; }

  bool is_integer(TypeId id) const { return kind(id) == TypeKind::integer || kind(id) == TypeKind::subrange; }
  bool is_scalar(TypeId id) const;
  // Can a value of one stand where the other is wanted?
  bool compatible(TypeId a, TypeId b) const;
  // What a variable of a scalar type holds at first: 0 if it can, otherwise what is nearest to 0.
  int32_t initial(TypeId id) const;
  std::string text(TypeId id) const;  // for messages

 private:
  std::vector<Type> list_;
};

}  // namespace gyre::esml
