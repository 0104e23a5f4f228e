#include "sim/lang/text/preprocessing.hpp"

#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/library/headers.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kMostText = size_t{64}
                             << 20;  // [bytes] of the text and everything that it includes
constexpr uint64_t kStepsAFileLookUp = 2'000;  // to look for one file

}  // namespace

IncludedFiles::Found IncludedFiles::find(const std::string& includer, const std::string& name,
                                         base::Span from) {
  Found found;
  for (const IncludeCandidate& candidate :
       include_candidates(includer, name, options_.include_folders)) {
    const std::string& path = candidate.path;
    if (const auto known = parts_.find(path); known != parts_.end()) return {known->second, ""};
    budget_.charge(kStepsAFileLookUp);
    if (!options_.read_include) continue;
    IncludedText file = options_.read_include(path);
    if (file.text && file_.end() + file.text->size() > kMostText) {
      file.text.reset();
      file.refused = say("{path}: with it the text would have more than 64 MiB", "path"_a = path);
    }
    if (!file.text) {
      if (found.refused.empty()) found.refused = std::move(file.refused);
      continue;
    }
    if (candidate.is_neighbour)
      reporter_.note(from, say("\"{name}\" is read from {path}", "name"_a = name, "path"_a = path));
    return {parts_[path] = file_.append(path, std::move(*file.text), from), ""};
  }
  return found;
}

}  // namespace warplens::lang
