// What a text without its standard headers lacks.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

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
