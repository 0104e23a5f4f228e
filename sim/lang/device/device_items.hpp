// Which declarations of a file a GPU's compiler needs for some of its kernels: those whose names
// the kernels use, and what these use, and so on. Found by names alone: an
// unneeded declaration does no harm as long as it is device code, and host code is never included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/token.hpp"
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

// Member functions of a struct's text that belong to the host.

struct HostMembers {
  std::vector<std::pair<size_t, size_t>> host;  // tokens [begin, end): functions without __device__
  // Without it, too, and device code for another reason: their first tokens.
  std::vector<size_t> implied_functions;
};

// Tokens [begin, end) hold a struct's definition, braces included; nested ones are looked into.
// `device_outside`: functions that have their __device__ where they are defined, outside a struct.
HostMembers host_members(const Tokens& tokens, size_t begin, size_t end,
                         const std::set<std::string>& device_outside);

// What a text without its standard headers lacks.

struct PreludeNeeds {
  std::vector<Token> raw;            // of the text that is left, macros not expanded
  std::vector<Token> kept;           // of its declarations, expanded
  std::set<std::string> own_macros;  // that the text or a -D defines
  bool has_bfloat_header = false;    // it includes <cuda_bf16.h>
  bool has_half_header = false;      // it includes <cuda_fp16.h>
  bool has_groups_header = false;    // <cooperative_groups.h> or one of its folder
};

// CUDA text that declares what the tokens use of <cstdint>, <cfloat>, <cmath>, std:: and so on;
// empty: they use nothing of it.
std::string device_prelude(const PreludeNeeds& needs);

}  // namespace warplens::lang
