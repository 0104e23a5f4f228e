// Reading whole files with <filesystem> and <fstream>. A file's kind and size are looked at before
// any of it is read, so that a directory, a device or a file of 100 MB is refused at once.
#include "app/files/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::files {
namespace {

namespace fs = std::filesystem;

std::string in_mebibytes(uint64_t bytes) {
  const uint64_t tenths = (bytes * 10 + (uint64_t{1} << 19)) >> 20;
  return fmt::format("{}.{} MiB", tenths / 10, tenths % 10);
}

// "" if `path` is a regular file of at most `limit` bytes, else what is wrong with it.
std::string refuse(const std::string& path, uint64_t limit) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return say("{path}: no such file", "path"_a = path);
  if (status.type() == fs::file_type::directory)
    return say("{path}: is a directory, not a file", "path"_a = path);
  if (error) return path + ": " + error.message();
  if (status.type() != fs::file_type::regular)
    return say("{path}: is not a regular file", "path"_a = path);
  const uint64_t size = fs::file_size(path, error);
  if (error) return path + ": " + error.message();
  if (size > limit) {
    return say("{path}: the file has {size}, more than the {limit} that are read", "path"_a = path,
               "size"_a = in_mebibytes(size), "limit"_a = in_mebibytes(limit));
  }
  return "";
}

template <class Container>
base::Result<Container, std::string> read_all(const std::string& path, uint64_t limit) {
  if (std::string problem = refuse(path, limit); !problem.empty())
    return base::fail(std::move(problem));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return base::fail(say("{path}: cannot be opened for reading", "path"_a = path));
  std::error_code error;
  const uint64_t size = std::min<uint64_t>(fs::file_size(path, error), limit);
  if (error) return base::fail(path + ": " + error.message());
  Container content(static_cast<size_t>(size), typename Container::value_type{});
  stream.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size));
  if (stream.bad()) return base::fail(say("{path}: cannot be read", "path"_a = path));
  content.resize(static_cast<size_t>(stream.gcount()));
  return content;
}

base::Result<std::string, std::string> read_characters(const std::string& path, uint64_t limit) {
  base::Result<std::string, std::string> text = read_all<std::string>(path, limit);
  if (!text) return text;
  if (text->find('\0') != std::string::npos) {
    if (text->starts_with("\xFF\xFE") || text->starts_with("\xFE\xFF"))
      return base::fail(
          say("{path}: is a binary file (it is UTF-16); save it as UTF-8", "path"_a = path));
    return base::fail(
        say("{path}: is a binary file (it holds a zero byte); a text file in UTF-8 is needed",
            "path"_a = path));
  }
  return text;
}

// "" if there is such a folder.
std::string refuse_folder(const std::string& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return say("{path}: no such folder", "path"_a = folder);
  if (!fs::is_directory(folder, error)) return say("{path}: is not a folder", "path"_a = folder);
  return "";
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

std::string name_from_here(const std::string& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return path;
  const fs::path seen =
      (here / path).lexically_normal().lexically_relative(here.lexically_normal());
  return seen.empty() || *seen.begin() == ".." ? path : seen.string();
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_readable(const std::string& path) {
  return refuse(path, UINT64_MAX).empty() && std::ifstream(path).is_open();
}

base::Result<std::string, std::string> read_text(const std::string& path, uint64_t limit) {
  base::Result<std::string, std::string> text = read_characters(path, limit);
  if (text && text->empty()) return base::fail(say("{path}: the file is empty", "path"_a = path));
  return text;
}

base::Result<std::string, std::string> read_kernel(const std::string& path) {
  return read_characters(path, kTextLimit);
}

base::Result<std::vector<std::byte>, std::string> read_bytes(const std::string& path,
                                                             uint64_t limit) {
  return read_all<std::vector<std::byte>>(path, limit);
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

launch::FileReader file_reader() {
  return
      [](const std::string& path, uint64_t most) -> base::Result<launch::FileBytes, std::string> {
        if (std::string problem = refuse(path, kDataLimit); !problem.empty())
          return base::fail(std::move(problem));
        std::error_code error;
        launch::FileBytes content;
        content.size = fs::file_size(path, error);
        if (error) return base::fail(path + ": " + error.message());
        if (content.size > most) return content;  // nobody wants a part of it
        base::Result<std::vector<std::byte>, std::string> bytes = read_bytes(path, most);
        if (!bytes) return base::fail(bytes.error());
        content.bytes = std::move(*bytes);
        content.size = content.bytes.size();
        return content;
      };
}

base::Result<std::vector<std::string>, std::string> list_folder(const std::string& folder,
                                                                std::string_view suffix) {
  if (std::string problem = refuse_folder(folder); !problem.empty())
    return base::fail(std::move(problem));
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string path = entry->path().string();
    if (path.size() > suffix.size() && std::string_view(path).ends_with(suffix))
      paths.push_back(path);
  }
  if (error) return base::fail(folder + ": " + error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

base::Result<Folder, std::string> texts_in(const std::string& folder) {
  std::error_code error;
  Folder result;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    std::error_code ignored;  // a broken link is no folder
    if (name.starts_with('.')) continue;
    const bool is_folder = entry->is_directory(ignored);
    if (!is_folder && !name.ends_with(".cu") && !name.ends_with(".cuh")) continue;
    if (result.folders.size() + result.texts.size() == kMostNames) {
      result.is_cut = true;
      break;
    }
    (is_folder ? result.folders : result.texts).push_back(std::move(name));
  }
  if (error) return base::fail(folder + ": " + error.message());
  std::sort(result.folders.begin(), result.folders.end());
  std::sort(result.texts.begin(), result.texts.end());
  return result;
}

base::Result<std::vector<std::string>, std::string> list_below(const std::string& folder,
                                                               std::string_view suffix) {
  if (std::string problem = refuse_folder(folder); !problem.empty())
    return base::fail(std::move(problem));
  std::error_code error;
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().lexically_relative(folder).generic_string();
    std::error_code ignored;  // a broken link is no folder
    if (!name.ends_with(suffix) || entry->is_directory(ignored)) continue;
    if (names.size() == kMostBelow)
      return base::fail(say("{path}: holds more than {count} such files", "path"_a = folder,
                            "count"_a = base::grouped(kMostBelow)));
    names.push_back(name);
  }
  if (error) return base::fail(folder + ": " + error.message());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace warplens::files
