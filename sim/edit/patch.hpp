// Two texts as a unified diff, which `patch` and `git apply` accept.
#pragma once

#include <string>
#include <string_view>

namespace warplens::edit {

// Of a text and one that an edit made of it: both have equally many lines. "" where they are equal.
std::string unified_diff(const std::string& path, std::string_view before, std::string_view after);

}  // namespace warplens::edit
