#include "sim/lang/library/prelude.hpp"

#include <algorithm>

namespace warplens::lang {

bool names_one_of(std::string_view text, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

std::optional<Prelude> prelude_of(HeaderKind kind) {
  switch (kind) {
    case HeaderKind::kCooperativeGroups:
      return Prelude{"cooperative_groups.h", cooperative_groups_text()};
    case HeaderKind::kHalf:
      return Prelude{"cuda_fp16.h", half_text()};
    case HeaderKind::kBfloat:
      return Prelude{"cuda_bf16.h", bfloat_text()};
    case HeaderKind::kFp8:
      return Prelude{"cuda_fp8.h", fp8_text()};
    case HeaderKind::kComplex:
      return Prelude{"cuComplex.h", complex_text()};
    case HeaderKind::kRandom:
      return Prelude{"curand_kernel.h", curand_text()};
    case HeaderKind::kAtomic:
      return Prelude{"cuda/atomic", atomic_text()};
    case HeaderKind::kBarrier:
      return Prelude{"cuda/barrier", barrier_text()};
    case HeaderKind::kSpaces:
      return Prelude{kSpacesHeader, spaces_text()};
    case HeaderKind::kCopies:
      return Prelude{kCopiesHeader, copies_text()};
    case HeaderKind::kPipeline:
      return Prelude{"cuda/pipeline", pipeline_text()};
    case HeaderKind::kPipelinePrimitives:
      return Prelude{"cuda_pipeline.h", pipeline_primitives_text()};
    case HeaderKind::kTensor:
      return Prelude{"mma.h", wmma_text()};
    case HeaderKind::kCub:
      return Prelude{"cub/cub.cuh", cub_text()};
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
