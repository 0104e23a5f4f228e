// The text that is open, whose buffer it alone changes, and its state on disk: what is saved, what
// another program has saved, and what would be lost. Nothing typed is ever thrown away without
// saying so: a text put aside comes back with undo, or with its file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/state.hpp"
#include "app/session/text/draft_files.hpp"
#include "app/session/text/file_text.hpp"

namespace warplens::gui {

inline constexpr const char* kUnnamed = "pasted.cu";  // what a text that is in no file is called

class Document {
 public:
  // `drafts_folder`: see DraftFiles.
  Document(State& model, std::string drafts_folder)
      : model_(model), left_(std::move(drafts_folder)) {}

  // Opens a text under the model's present path, or as a lesson's if that is empty. Unsaved changes
  // made in it before come back: of a file at once, of a lesson with undo, and with undo what a
  // window left that was ended. Call put_aside() first.
  void open(const std::string& text);
  // Keeps unsaved changes of what is open, before another text is.
  void put_aside();
  // True if the text changed.
  bool edit(const TextEdit& edit);
  // Another text in the place of all of it, which undo takes back.
  void replace(std::string text);
  // The text just opened with what is missing around it, which undo does not take away.
  void complete(std::string text);
  // A file where it is, a lesson or a pasted text as a copy in the current folder, with `options`,
  // its launch, in the first comment. The notice says what became of it. True if instead the file
  // was read again, because another program had saved it and nothing was typed here.
  bool save(const std::string& options);
  // Takes what another program has saved; undo brings back what stood here. True if the text
  // changed.
  bool reload();
  // Looks whether another program has saved the file. True if the text was read again.
  bool look();
  // The text is kept elsewhere: nothing of it is unsaved.
  void note_kept();
  bool is_unsaved() const;  // a text, open or put aside, has changes that only the window knows
  // Writes such changes where they are found at the next start; where they are, or what went wrong.
  std::vector<std::string> rescue() const;
  // Where an earlier window left a pasted text; "": nowhere.
  std::string left_paste() const;

 private:
  struct Draft {
    std::string text, kept;
  };
  DraftKey key() const;
  bool is_unnamed() const;  // it was pasted, and is in no file
  void show(std::string text, std::string before);
  void note_change();
  void take_draft(Draft was);
  void offer_what_was_left();
  void forget_what_was_left();
  bool take(const std::string& raw);
  bool save_file();
  void save_copy(const std::string& options);

  State& model_;
  std::string kept_;                  // the text as it is on disk, or in the lesson
  std::string before_;                // what undo brings of the text just opened; may be empty
  std::optional<std::string> other_;  // what another program has saved, in a conflict: a text
  FileFormat format_;
  FileStamp stamp_;
  std::map<DraftKey, Draft> drafts_;
  const DraftFiles left_;
  bool is_offered_ = false;  // undo brings back what an earlier window left of the open text
  struct Copy {
    std::string path, text;  // as it was saved
  };
  std::map<std::string, Copy> copies_;  // of lessons, by id
};

}  // namespace warplens::gui
