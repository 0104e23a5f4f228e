#include "files.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

namespace warplens::test {

namespace fs = std::filesystem;

std::vector<Include> includes_of(const std::string& text) {
  std::vector<Include> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with('#')) continue;
    line.erase(0, std::min(line.find_first_not_of(" \t", 1), line.size()));
    if (!line.starts_with("include")) continue;
    const size_t open = line.find_first_of("\"<");
    if (open == std::string::npos) continue;
    const size_t close = line.find_first_of("\">", open + 1);
    out.push_back({line.substr(open + 1, close - open - 1), line[open] == '"'});
  }
  return out;
}

namespace {

// What programs find in the prelude is nothing that the file itself includes or uses.
std::string without_prelude(std::string text) {
  constexpr std::string_view kBegin = "R\"cuda(", kEnd = ")cuda\"";
  for (size_t begin = text.find(kBegin); begin != std::string::npos;
       begin = text.find(kBegin, begin)) {
    const size_t end = text.find(kEnd, begin);
    if (end == std::string::npos) break;
    text.erase(begin, end + kEnd.size() - begin);
  }
  return text;
}

}  // namespace

std::string read_source(const std::string& file) {
  std::ifstream stream(fs::path(WARPLENS_SOURCE_DIR) / file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return without_prelude(text.str());
}

std::vector<std::string> files_below(const std::vector<std::string>& folders,
                                     const std::set<std::string>& endings) {
  const fs::path root = WARPLENS_SOURCE_DIR;
  std::vector<std::string> out;
  for (const std::string& top : folders) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (endings.contains(entry.path().extension().string()))
        out.push_back(fs::relative(entry.path(), root).generic_string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> source_files() {
  return files_below({"sim", "kernels/measure", "app"});
}

}  // namespace warplens::test
