// Launch options that a file itself gives, in its first comment or in a lesson's description. The
// file may be a stranger's, so they name no file outside of its folder.
#pragma once

#include <string>

#include "sim/base/result.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::lessons {

// `words` as launch::parse_options reads them. A `file=` counts from the folder of the text at
// `path` and comes back as a path to open; a step limit above the default is not taken.
base::Result<launch::LaunchOptions, std::string> own_options(const std::string& words,
                                                             const std::string& path);

// The text with `// warplens: options` as its first line, in the place of those it had; without
// options with none.
std::string with_launch_comment(const std::string& text, const std::string& options);

}  // namespace warplens::lessons
