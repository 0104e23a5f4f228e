// What a window that ends without being asked leaves of unsaved texts: a file beside each text's
// own, and for a lesson or a pasted text one in a folder of the user's data.
#pragma once

#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::gui {

// Which text a draft is of.
struct DraftKey {
  enum class Of : uint8_t { kFile, kLesson, kPaste };
  Of of = Of::kPaste;
  std::string name;  // the file's path or the lesson's id; of a paste, the name that it is shown as
  friend auto operator<=>(const DraftKey&, const DraftKey&) = default;
};

class DraftFiles {
 public:
  // `folder`: for texts that are in no file; "": the current folder.
  explicit DraftFiles(std::string folder) : folder_(std::move(folder)) {}

  // "k.cu.unsaved" beside k.cu.
  std::string path_of(const DraftKey& key) const;
  // Writes the text and says where it is, or what went wrong: one sentence.
  std::string keep(const DraftKey& key, const std::string& text) const;
  // What an earlier window left; "": nothing.
  std::string left(const DraftKey& key) const;
  // It was taken over, or the user has decided against it.
  void forget(const DraftKey& key) const;

 private:
  std::string folder_;
};

}  // namespace warplens::gui
