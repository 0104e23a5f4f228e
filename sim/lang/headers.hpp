// What an #include names: a header of CUDA's or the standard library, whose contents the language
// has built in as far as a kernel may use them; one that Warplens brings as text; or a file of the
// user's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::lang {

enum class HeaderKind { kBuiltIn, kCooperativeGroups, kHalf, kOther };
HeaderKind header_kind(std::string_view name);

// The names under which a file that `includer` includes as "name" is looked for, in order: beside
// the file that includes it, then beside the kernel's. All are relative to the kernel's folder.
std::vector<std::string> include_candidates(std::string_view includer, std::string_view name);

}  // namespace warplens::lang
