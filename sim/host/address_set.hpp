// A set of bytes of memory, by their addresses: what a piece of work reads, or changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::host {

class AddressSet {
 public:
  struct Range {
    uint64_t begin = 0, end = 0;
  };

  void add(uint64_t address, uint64_t bytes);
  void add(const AddressSet& other);
  void clear() { *this = {}; }

  // In ascending order, none touching another.
  const std::vector<Range>& ranges() const;
  bool is_empty() const { return ranges_.empty(); }
  bool has_any_of(uint64_t address, uint64_t bytes) const;
  uint64_t room() const { return ranges_.capacity() * sizeof(Range); }  // [bytes] it takes

 private:
  void settle() const;

  // The first `settled_` are in order; the rest is as it was added.
  mutable std::vector<Range> ranges_;
  mutable size_t settled_ = 0;
};

AddressSet common(const AddressSet& a, const AddressSet& b);
AddressSet without(const AddressSet& a, const AddressSet& b);

}  // namespace warplens::host
