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

std::string with(std::string_view text, std::string_view mark, std::string_view by) {
  std::string made;
  for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
    made += text.substr(0, at);
    made += by;
    text.remove_prefix(at + mark.size());
  }
  return made + std::string(text);
}

}  // namespace warplens::lang
