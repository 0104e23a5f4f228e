// Two texts as a unified diff, which `patch` and `git apply` accept.
#pragma once

#include <string>
#include <string_view>

namespace warplens::edit {

// Of a text and one that an edit made of it: both have equally many lines, which end with a line
// feed. "" where they are equal. It holds the texts' bytes as they are.
std::string unified_diff(const std::string& path, std::string_view before, std::string_view after);

}  // namespace warplens::edit
