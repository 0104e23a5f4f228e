#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::optional<Prelude> prelude_of(HeaderKind kind) {
  switch (kind) {
    case HeaderKind::kCooperativeGroups:
      return Prelude{"cooperative_groups.h", cooperative_groups_text()};
    case HeaderKind::kHalf:
      return Prelude{"cuda_fp16.h", half_text()};
    case HeaderKind::kBfloat:
      return Prelude{"cuda_bf16.h", bfloat_text()};
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::lang
