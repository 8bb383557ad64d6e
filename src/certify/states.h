// The states that a certificate lists, and what it says of each: a table with open addressing over one long text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace certify {

struct Entry {
  uint64_t begin = 0;
  uint32_t length = 0;
  uint32_t claim = 0;
  int64_t rank = 0;
  int32_t lacking = -1;  // the acceptance set of which no step stays at this rank; -1: none, each step goes down
};

class States {
 public:
  // False: it is there already.
  bool add(std::string_view code, Entry entry);
  const Entry* find(std::string_view code, uint32_t claim) const;
  size_t size() const { return entries_.size(); }
  const Entry& operator[](size_t i) const { return entries_[i]; }
  std::string_view code(const Entry& e) const { return std::string_view(text_).substr(e.begin, e.length); }

 private:
  size_t place(std::string_view code, uint32_t claim) const;
  void grow();

  std::string text_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1024);  // the number of an entry and 1; 0: free
};

}  // namespace certify
