// The sources of the repository as the rules about includes read them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace warplens::test {

struct Include {
  std::string path;
  bool is_quoted = false;  // "..." and not <...>
};

// The #include lines of a file's text, in order.
std::vector<Include> includes_of(const std::string& text);
// The text of a file, given from the root of the repository, without texts of the prelude.
std::string read_source(const std::string& file);
// Paths from the root of the files of these kinds below folders of the root, sorted.
std::vector<std::string> files_below(const std::vector<std::string>& folders,
                                     const std::set<std::string>& endings = {".hpp", ".cpp"});
// Those of the product: the .hpp and .cpp files below sim/, languages/, kernels/measure/ and app/,
// sorted.
std::vector<std::string> source_files();

}  // namespace warplens::test
