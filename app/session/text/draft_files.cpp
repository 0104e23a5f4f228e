#include "app/session/text/draft_files.hpp"

#include <filesystem>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

std::string DraftFiles::path_of(const DraftKey& key) const {
  constexpr const char* kEnding = ".unsaved";
  if (key.of == DraftKey::Of::kFile) return key.name + kEnding;
  const std::string name = key.of == DraftKey::Of::kLesson ? key.name + ".cu" : key.name;
  return (folder_.empty() ? "" : folder_ + "/") + name + kEnding;
}

std::string DraftFiles::keep(const DraftKey& key, const std::string& text) const {
  const std::string path = path_of(key);
  files::make_folder_of(path);
  std::string problem = files::write_text(path, text);
  if (!problem.empty()) return problem;
  return say("the unsaved changes of {file} are in {copy}", "file"_a = key.name, "copy"_a = path);
}

std::string DraftFiles::left(const DraftKey& key) const {
  const std::string path = path_of(key);
  if (!files::exists(path)) return "";
  auto text = files::read_text(path);
  return text ? std::move(*text) : "";
}

void DraftFiles::forget(const DraftKey& key) const {
  std::error_code ignored;
  std::filesystem::remove(path_of(key), ignored);
}

}  // namespace warplens::gui
