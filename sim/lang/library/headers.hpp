// What an #include names: a header of CUDA's or the standard library, whose contents the language
// has built in as far as a kernel may use them; one that Warplens brings as text; or a file of the
// user's. And where such a file is looked for.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::lang {

enum class HeaderKind {
  kBuiltIn,   // CUDA's, whatever file is beside the kernel
  kStandard,  // of C, C++ or the system: built in, unless it is quoted and such a file is at hand
  kSample,    // of CUDA's samples: built in where there is no such file
  kCooperativeGroups,
  kHalf,
  kBfloat,
  kFp8,
  kComplex,
  kRandom,
  kAtomic,
  kBarrier,
  kSpaces,
  kCopies,
  kPipeline,
  kPipelinePrimitives,
  kTensor,
  kCub,
  kOther,
};
HeaderKind header_kind(std::string_view name);
// Where libcu++ has its own copy of the standard headers.
inline constexpr std::string_view kCudaStandard = "cuda/std/";
// A header of ours, which those of thrust and CUB include.
inline constexpr std::string_view kDeviceAlgorithms = "warplens_device_algorithms";
// And one that those of asynchronous copies include.
inline constexpr std::string_view kCopiesHeader = "warplens_copies";
// And one that all those include.
inline constexpr std::string_view kSpacesHeader = "warplens_spaces";
// Whether a file of that name that is not found is not needed.
bool needs_no_file(HeaderKind kind);

// A path under which an included file may be found; a relative one counts from the kernel's folder.
struct IncludeCandidate {
  std::string path;
  bool is_neighbour = false;  // not a folder that was given
};
// Where a file that `includer` (a path, too; "": the kernel's text) includes as "name" is looked
// for, in order: its own folder, the kernel's folder, `folders` (-I), and the folders common,
// Common, inc and include in the kernel's folder and up to two levels above. A header of the
// standard library's has no neighbours.
std::vector<IncludeCandidate> include_candidates(std::string_view includer, std::string_view name,
                                                 const std::vector<std::string>& folders);

// The names of those folders.
inline constexpr std::array<std::string_view, 5> kNeighbourNames{"common", "Common", "inc",
                                                                 "include", "utils"};
// How they are reached from the kernel's folder.
inline constexpr std::array<std::string_view, 3> kNeighbourLevels{"", "../", "../../"};

}  // namespace warplens::lang
