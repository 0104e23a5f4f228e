// Which declarations of a file a GPU's compiler needs for some of its kernels: those whose names
// the kernels use, and what these use, and so on. Found by names alone: an
// unneeded declaration does no harm as long as it is device code, and host code is never included.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

struct DeviceItems {
  std::vector<bool> is_kept;  // parallel to the items
  // Tokens [begin, end) of kept items that are host code: member functions without __device__.
  struct Range {
    size_t begin = 0, end = 0;
  };
  std::vector<Range> host_members;
  // Tokens that need __device__ before them: constexpr functions, which nvcc lets device code
  // call in constants without it, and a compiler of device code alone does not.
  std::vector<size_t> device_before;
  // Where two of the wanted kernels mean different declarations by a name: that name.
  std::string conflict;
};

// `kernels` are of `unit`, which was compiled from the same tokens.
DeviceItems device_items(const Tokens& tokens, const std::vector<Item>& items, const Unit& unit,
                         const std::vector<const Kernel*>& kernels);

}  // namespace warplens::lang
