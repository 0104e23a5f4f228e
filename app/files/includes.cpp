// Which files a text and a program may name: those of its own folder, of the folders that the user
// names, and of the neighbour folders; a text includes source files of up to two folders above,
// too. Links are followed before that is judged, so that a link out of these folders leads nowhere.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/files/files.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/library/headers.hpp"

namespace warplens::files {
namespace {

namespace fs = std::filesystem;

// Without links and dots; a part that does not exist stays as it is.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? fs::path() : whole;
}

fs::path folder_of(const std::string& kernel_path) {
  const fs::path folder = fs::path(kernel_path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

// Both resolved.
bool is_inside(const fs::path& file, const fs::path& folder) {
  if (file.empty() || folder.empty()) return false;
  const auto [end, other] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() && other != file.end();
}

// The folders that are open to a text, resolved. A neighbour that is a link leads out of them.
std::vector<fs::path> open_folders(const std::string& kernel_path,
                                   const launch::Includes& includes) {
  std::vector<fs::path> folders{resolved(folder_of(kernel_path))};
  for (const std::string_view level : lang::kNeighbourLevels) {
    for (const std::string_view name : lang::kNeighbourNames)
      folders.push_back((folders.front() / level / name).lexically_normal());
  }
  for (const std::string& folder : includes.folders) folders.push_back(resolved(folder));
  for (const std::string& file : includes.first) {
    if (fs::path(file).is_absolute()) folders.push_back(resolved(file).parent_path());
  }
  return folders;
}

constexpr auto kSourceEndings = std::to_array<std::string_view>(
    {".h", ".hpp", ".hh", ".hxx", ".cuh", ".cu", ".c", ".cc", ".cpp", ".cxx", ".inl", ".inc"});

bool is_source(const fs::path& file) {
  const std::string ending = file.extension().string();
  return std::find(kSourceEndings.begin(), kSourceEndings.end(), ending) != kSourceEndings.end();
}

// Whether `file` (resolved) is a source file that `written` names without any link, in the folder
// above that of the kernel (resolved) or the one above that. The root of all folders is none.
bool is_source_above(const fs::path& file, const fs::path& written, const fs::path& own) {
  if (!is_source(file) || written.is_absolute() || (own / written).lexically_normal() != file)
    return false;
  const fs::path above = own.parent_path();
  const auto holds_it = [&](const fs::path& folder) {
    return folder.has_relative_path() && is_inside(file, folder);
  };
  return holds_it(above) || holds_it(above.parent_path());
}

std::vector<fs::path> source_files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (is_source(at->path()) && at->is_regular_file(ignored)) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What its lines `#include "name"` name, comments and conditions aside.
std::vector<std::string_view> included_names(std::string_view text) {
  std::vector<std::string_view> names;
  constexpr std::string_view kWord = "include";
  for (size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    const auto skip = [&](size_t from) {
      return std::min(text.find_first_not_of(" \t", from), text.size());
    };
    const size_t word = skip(at + 1);
    if (text.substr(word, kWord.size()) != kWord) continue;
    const size_t open = skip(word + kWord.size());
    if (open >= text.size() || text[open] != '"') continue;
    const size_t close = text.find_first_of("\"\n", open + 1);
    if (close != text.npos && text[close] == '"')
      names.push_back(text.substr(open + 1, close - open - 1));
  }
  return names;
}

}  // namespace

lang::IncludeReader include_reader(const std::string& kernel_path,
                                   const launch::Includes& includes) {
  const fs::path own = folder_of(kernel_path);
  return [own, folders = open_folders(kernel_path, includes)](
             const std::string& name) -> lang::IncludedText {
    const fs::path file = resolved(own / name);
    if (!exists(file.string())) return {std::nullopt};
    const auto holds_it = [&](const fs::path& folder) { return is_inside(file, folder); };
    if (std::none_of(folders.begin(), folders.end(), holds_it) &&
        !is_source_above(file, name, folders.front())) {
      return {std::nullopt,
              say("{name}: is outside of the folders that a text may include from; -I DIR adds one",
                  "name"_a = name)};
    }
    base::Result<std::string, std::string> text = read_kernel(file.string());
    if (!text) return {std::nullopt, text.error()};
    return {std::move(*text)};
  };
}

launch::DataReader data_reader(const std::string& path, const std::vector<std::string>& allowed) {
  std::vector<fs::path> folders{resolved(folder_of(path)), resolved(".")};
  for (const std::string& folder : allowed) folders.push_back(resolved(folder));
  return [folders](const std::string& name) -> base::Result<std::string, std::string> {
    const fs::path file = resolved(name);
    std::error_code error;
    if (!fs::exists(file, error)) return base::fail(std::string());
    const auto holds_it = [&](const fs::path& folder) { return is_inside(file, folder); };
    if (std::none_of(folders.begin(), folders.end(), holds_it)) {
      return base::fail(
          say("{name}: is not read, because it is neither below the program's folder nor below the "
              "current one; --allow-read DIR adds one",
              "name"_a = name));
    }
    if (!fs::is_regular_file(file, error)) return base::fail(std::string());
    base::Result<std::vector<std::byte>, std::string> bytes = read_bytes(file.string());
    if (!bytes) return base::fail(bytes.error());
    return std::string(text_of(*bytes));
  };
}

std::vector<std::string> includers_of(const std::string& path) {
  const fs::path own = resolved(folder_of(path));
  std::map<fs::path, std::vector<fs::path>> includers;  // by what they include, both resolved
  size_t looked_at = 0;
  for (const fs::path& folder : {own, own.parent_path()}) {
    for (const fs::path& file : source_files_in(folder)) {
      if (++looked_at > kMostNames) break;
      const base::Result<std::string, std::string> text = read_text(file.string());
      if (!text) continue;
      for (const std::string_view name : included_names(*text))
        includers[(folder / name).lexically_normal()].push_back(file);
    }
  }
  std::vector<fs::path> found{resolved(path)};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const fs::path& includer : includers[found[i]]) {
      if (std::find(found.begin(), found.end(), includer) == found.end()) found.push_back(includer);
    }
  }
  // As relative as `path` is, so that names in messages stay short.
  std::vector<std::string> names;
  std::error_code error;
  for (size_t i = 1; i < found.size(); ++i)
    names.push_back((folder_of(path) / fs::relative(found[i], own, error)).lexically_normal());
  return names;
}

base::Result<launch::Includes, std::string> whole_paths(const launch::Includes& includes) {
  launch::Includes whole;
  std::error_code error;
  for (const std::string& folder : includes.folders) {
    if (!fs::is_directory(folder, error))
      return base::fail(say("-I {path}: no such folder", "path"_a = folder));
    whole.folders.push_back(fs::absolute(folder, error).lexically_normal().string());
  }
  // A file that is not in the current folder is looked for as an #include would be.
  for (const std::string& file : includes.first) {
    const bool is_here = fs::is_regular_file(file, error);
    whole.first.push_back(is_here ? fs::absolute(file, error).lexically_normal().string() : file);
  }
  return whole;
}

base::Result<std::string, std::string> own_file(const std::string& kernel_path,
                                                const std::string& name) {
  const fs::path folder = folder_of(kernel_path);
  const fs::path file = resolved(folder / name);
  if (is_inside(file, resolved(folder))) return file.string();
  return base::fail(
      say("the file {name} is not in the text's own folder; only the command line may name others",
          "name"_a = name));
}

}  // namespace warplens::files
