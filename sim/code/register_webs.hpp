// Which writes of a program's registers reach which reads. Slots are used again and again, by
// values that have nothing to do with each other: writes that may reach one read, and all reads
// that they reach, are a web.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/code/register_uses.hpp"

namespace warplens::code {

class RegisterWebs {
 public:
  // `uses` is parallel to the program's instructions. Takes time in proportion to the program, for
  // what is alive in so many places that it would take longer is taken to be one web a slot.
  RegisterWebs(const Program& program, const std::vector<RegisterUses>& uses);

  // A web's number is below count(), a group's too.
  size_t count() const { return is_mixed_.size(); }
  // Of the k-th value that the instruction reads, those of its writes counted on from there. What a
  // move keeps in lanes outside of the mask is in a web of its own.
  uint32_t web(size_t pc, size_t k) const { return web_of_[first_[pc] + k]; }
  // Webs that a move may keep values of, where these are of its width, are one group: they are in
  // the same slots.
  uint32_t group(size_t pc, size_t k) const { return group_of_[first_[pc] + k]; }
  // The web of the launch's k-th register (registers_of_launch()).
  uint32_t web_of_launch(size_t k) const { return web_of_[first_.back() + k]; }
  uint32_t group_of_launch(size_t k) const { return group_of_[first_.back() + k]; }
  // Whether a web's slots are read otherwise than they were written: two halves as one, for
  // instance.
  bool is_mixed(uint32_t web) const { return is_mixed_[web]; }

 private:
  std::vector<size_t> first_;                // by pc, and one more: into the next two
  std::vector<uint32_t> web_of_, group_of_;  // by value
  std::vector<bool> is_mixed_;               // by web
};

}  // namespace warplens::code
