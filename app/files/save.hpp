// Writing whole files without ever leaving half of one: a new file is written beside the old one,
// flushed to the disk, and takes its name. A full disk, a crash or a power cut leaves what was
// there. A file with several names, or one whose owner or attributes a new file cannot have, is
// written over instead, while the new text is in a file beside it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::files {

// Makes the folder that holds a file, and those around it; what fails shows when it is written.
void make_folder_of(const std::string& path);

// Where this user's programs keep data: $XDG_DATA_HOME/warplens, else ~/.local/share/warplens; ""
// without a home.
std::string user_data_folder();

// Replaces or creates the file. Permissions, owner, attributes and its other names (hard links)
// stay, symbolic links are followed to the file that they name. What is no file (a pipe, a
// terminal, /dev/stdout) is written to directly. Returns "" or what went wrong, one sentence that
// starts with the path.
std::string write_bytes(const std::string& path, const std::vector<std::byte>& bytes);
std::string write_text(const std::string& path, std::string_view text);

// Whether what the file holds now may be replaced; without a content where that is no text of at
// most 4 MiB.
using IsKnown = std::function<bool(const std::optional<std::string>& content)>;
// write_text, unless the file has become another one: `is_known` is called right before it is
// replaced, while no other window of this program can replace it (flock). A file that is not there
// is created, but never in the place of one that appears meanwhile. True: written; false:
// `is_known` returned false or such a file appeared, and nothing was changed.
base::Result<bool, std::string> replace_text(const std::string& path, std::string_view text,
                                             const IsKnown& is_known);

// Files that a program wrote, by the names that it gave them, below the folder: "../a.txt" and
// "/a.txt" are a.txt there. Returns "" or what went wrong.
std::string keep_files(const std::string& folder,
                       const std::map<std::string, std::shared_ptr<std::string>>& files);

// A temporary file that nobody misses after a crash: not flushed to the disk.
std::string write_scratch(const std::string& path, const std::vector<std::byte>& bytes);

}  // namespace warplens::files
