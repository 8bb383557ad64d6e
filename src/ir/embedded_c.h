// Embedded C: what a front end has found of it, and what a compiler has made of that.
//
// All C of a model is one translation unit, written by the front end: the model's declarations, structures that mirror
// the model's variables (`now`, `Pname`), a function for each c_code and c_expr. Code of a model never sees a state
// vector: a call is given the values of all variables that C can name, in the order of `globals` and of its process's
// `locals`, and the bytes of what only C understands (`objects`: c_state, c_track), and the unit's own code copies them
// into the structures and, after c_code, back. So the layout of states is nobody's concern but the machine's, and
// variants of a program (merged, with hidden variables revealed) share one compiled unit.
//
// Calls are made by vm/c_calls.h. The compiled unit has memory of its own (what C declares and nobody tracks), so calls
// take turns.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/span.h"

namespace gyre::ir {

// c_code or c_expr, once for each process in whose body it stands.
struct CSnippet {
  bool is_code = false;
  bool has_precondition = false;
  int32_t process = -1;  // whose variables it may name; -1: nobody's
  std::string precondition;
  Span span;
};

// Bytes in a state of which only C knows what they mean: a variable of the program whose size the compiler tells.
struct CObject {
  int32_t variable = -1;
  int32_t process = -1;  // local to it; -1: global
  std::string size;      // as C writes it
  Span span;
};

// What a unit is called with: values and bytes are read, and written if the snippet is code.
struct CFrame {
  int32_t process = -1;  // the type of the process that moves; -1: nobody
  int32_t pid = 0;
  int32_t process_count = 0;
  int32_t last = 0;
  int32_t* globals = nullptr;
  int32_t* locals = nullptr;
  uint8_t** objects = nullptr;  // by EmbeddedC::objects; null: the state has none
};

// Snippet number, or one of these: the start of a run, the birth of a process.
inline constexpr int32_t kCStart = -1, kCBorn = -2;

// A unit as machine code.
class CUnit {
 public:
  CUnit() = default;
  CUnit(const CUnit&) = delete;
  CUnit& operator=(const CUnit&) = delete;
  virtual ~CUnit() = default;

  // The value of c_expr; of c_code 1, or 0: its precondition is false.
  using Run = int32_t (*)(int32_t what, const CFrame* frame);
  Run run = nullptr;
  std::vector<uint64_t> sizes;  // of the objects
  // The memory that C can write to, and what was in it when it was loaded.
  struct Memory {
    uint8_t* begin = nullptr;
    std::vector<uint8_t> at_start;
  };
  std::vector<Memory> memory;

  mutable std::mutex turn;                          // of a call
  mutable std::map<int32_t, std::string> failures;  // of snippets, by number: why the last call did not return
};

struct EmbeddedC {
  std::string text;  // of the translation unit
  std::vector<CSnippet> snippets;
  std::vector<CObject> objects;
  std::vector<int32_t> globals;              // variables
  std::vector<std::vector<int32_t>> locals;  // by process
  Span first;                                // where the first C stands
  std::string what;                          // what there is of it, for people
  std::shared_ptr<const CUnit> unit;         // null: not compiled
};

}  // namespace gyre::ir
