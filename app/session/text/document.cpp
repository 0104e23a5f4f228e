// A file is compared by its stamp first and read only when that differs.
#include "app/session/text/document.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/lessons/own_options.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// "transpose-row.cu", or "transpose-row-2.cu" if that is taken, ...
std::string free_path(const std::string& stem) {
  std::string path = stem + ".cu";
  for (int number = 2; files::exists(path); ++number) {
    path = fmt::format("{}-{}.cu", stem, number);
  }
  return path;
}

}  // namespace

DraftKey Document::key() const {
  if (model_.lesson != nullptr) return {DraftKey::Of::kLesson, model_.lesson->id};
  if (is_unnamed()) return {DraftKey::Of::kPaste, model_.file_name};
  return {DraftKey::Of::kFile, model_.path};
}

bool Document::is_unnamed() const {
  return model_.lesson == nullptr && model_.path.empty() && !model_.file_name.empty();
}

void Document::put_aside() {
  if (model_.is_modified) {
    drafts_[key()] = {model_.text(), kept_};
  }
}

void Document::open(const std::string& text) {
  stamp_ = model_.path.empty() ? FileStamp{} : stamp_of(model_.path);
  const auto raw = model_.path.empty() ? base::Result<std::string, std::string>(text)
                                       : files::read_kernel(model_.path);
  format_ = raw ? format_of(*raw) : FileFormat{};
  kept_ = is_unnamed() ? "" : editable(text);
  if (!raw || *raw != text) stamp_ = {};  // saved since it was read: the next look takes that
  show(editable(text), "");
  model_.is_modified = is_unnamed();
  model_.has_conflict = false;
  ++model_.document;
  is_offered_ = false;
  auto draft = drafts_.extract(key());
  if (draft.empty()) {
    offer_what_was_left();
  } else {
    take_draft(std::move(draft.mapped()));
  }
}

// Undo brings `before`, where it is another text.
void Document::show(std::string text, std::string before) {
  before_ = std::move(before);
  const bool has_past = !before_.empty() && before_ != text;
  model_.buffer.open(has_past ? before_ : text);
  if (has_past) model_.buffer.replace_all(std::move(text));
}

void Document::take_draft(Draft was) {
  if (model_.path.empty()) {
    show(model_.text(), std::move(was.text));
    model_.notice =
        is_unnamed()
            ? label("Undo (Ctrl+Z) restores the text that was pasted before.")
            : label("The lesson's own text again; undo (Ctrl+Z) brings your changes back.");
    return;
  }
  show(std::move(was.text), kept_);
  model_.is_modified = model_.text() != kept_;
  model_.has_conflict = model_.is_modified && was.kept != kept_;
  other_ = kept_;
  model_.notice = model_.is_modified ? say("The unsaved changes to {file} are restored; undo "
                                           "(Ctrl+Z) shows the file as it was saved.",
                                           "file"_a = model_.file_name)
                                     : "";
}

void Document::offer_what_was_left() {
  std::string text = left_.left(key());
  if (text.empty() || text == model_.text()) return;
  is_offered_ = true;
  show(model_.text(), std::move(text));
  model_.notice = say(
      "Warplens closed with unsaved changes to {file}: undo (Ctrl+Z) restores them from {draft}.",
      "file"_a = model_.file_name, "draft"_a = left_.path_of(key()));
}

void Document::forget_what_was_left() {
  if (is_offered_) left_.forget(key());
  is_offered_ = false;
}

std::string Document::left_paste() const {
  const DraftKey paste{DraftKey::Of::kPaste, kUnnamed};
  return left_.left(paste).empty() ? "" : left_.path_of(paste);
}

void Document::note_change() {
  model_.is_modified = model_.text() != kept_;
  model_.has_conflict = model_.has_conflict && model_.is_modified;
}

bool Document::edit(const TextEdit& edit) {
  const uint64_t version = model_.buffer.version();
  edit(model_.buffer);
  if (model_.buffer.version() == version) return false;
  note_change();
  return true;
}

void Document::note_kept() {
  kept_ = model_.text();
  note_change();
}

void Document::replace(std::string text) {
  model_.buffer.replace_all(std::move(text));
  note_change();
}

void Document::complete(std::string text) {
  show(std::move(text), before_);
  note_change();
}

bool Document::save(const std::string& options) {
  if (model_.file_name.empty()) {
    return false;
  }
  if (!model_.path.empty()) {
    return save_file();
  }
  save_copy(options);
  return false;
}

bool Document::save_file() {
  if (!model_.has_conflict && look()) {
    return true;
  }
  if (model_.has_conflict && !model_.conflict_seen) {
    model_.conflict_seen = true;  // found out by this very save: ask before writing over it
    return false;
  }
  // The file as it was read, or as it was when the dialog opened.
  const auto is_known = [this](const std::optional<std::string>& content) {
    const std::optional<std::string> known =
        model_.has_conflict ? other_ : editable(encoded(kept_, format_));
    other_ = content ? std::optional(editable(*content)) : std::nullopt;
    return other_ == known;
  };
  const auto saved = files::replace_text(model_.path, encoded(model_.text(), format_), is_known);
  if (!saved) {
    model_.notice = saved.error();
    return false;
  }
  if (!*saved) {  // another window was faster, by less than a look
    model_.has_conflict = model_.conflict_seen = true;
    return false;
  }
  kept_ = model_.text();
  stamp_ = stamp_of(model_.path);
  model_.is_modified = model_.has_conflict = false;
  forget_what_was_left();
  model_.notice = say("Saved {file}.", "file"_a = model_.path);
  return false;
}

void Document::save_copy(const std::string& options) {
  constexpr int kAttempts = 100;
  const bool is_of_lesson = model_.lesson != nullptr;
  const std::string stem = is_of_lesson ? model_.lesson->id : "pasted";
  Copy copy = copies_[stem];
  std::string text = lessons::with_launch_comment(model_.text(), options);
  const auto is_ours = [&](const std::optional<std::string>& content) {
    return !copy.text.empty() && content == copy.text;
  };
  base::Result<bool, std::string> saved = false;
  for (int i = 0; i < kAttempts && saved && !*saved; ++i) {
    if (copy.path.empty() || i > 0) copy = {free_path(stem), ""};
    saved = files::replace_text(copy.path, text, is_ours);
  }
  if (!saved || !*saved) {
    model_.notice =
        saved ? say("{file} is taken, and so is every other name for a copy.", "file"_a = copy.path)
              : saved.error();
    copies_.erase(stem);
    return;
  }
  copy.text = std::move(text);
  copies_[stem] = copy;
  kept_ = model_.text();
  model_.is_modified = false;
  forget_what_was_left();
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(copy.path, ignored);
  const std::string place = whole.empty() ? copy.path : whole.string();
  model_.notice =
      is_of_lesson
          ? say("Saved a copy with this launch as {file}; the lesson itself stays as it is.",
                "file"_a = place)
          : say("Saved with this launch as {file}.", "file"_a = place);
}

bool Document::take(const std::string& raw) {
  format_ = format_of(raw);
  kept_ = editable(raw);
  const bool differs = kept_ != model_.text();
  model_.is_modified = model_.has_conflict = false;
  if (differs) {
    model_.buffer.replace_all(kept_);
    model_.notice =
        say("{file} was changed by another program and has been read again; undo restores the "
            "earlier text.",
            "file"_a = model_.file_name);
  }
  return differs;
}

bool Document::reload() {
  const auto raw = files::read_text(model_.path);
  if (!raw) {
    model_.notice = raw.error();
    return false;
  }
  stamp_ = stamp_of(model_.path);
  return take(*raw);
}

bool Document::look() {
  const FileStamp stamp = model_.path.empty() ? stamp_ : stamp_of(model_.path);
  if (stamp == stamp_ || !stamp.exists) {
    return false;
  }
  stamp_ = stamp;
  const auto raw = files::read_text(model_.path);
  if (!raw) {
    model_.notice = raw.error();
    return false;
  }
  const std::string text = editable(*raw);
  if (!model_.is_modified || text == model_.text()) {
    return take(*raw);
  }
  if (text != kept_) {
    other_ = text;
    model_.has_conflict = true;
    model_.conflict_seen = false;
  }
  return false;
}

std::vector<std::string> Document::rescue() const {
  std::map<DraftKey, const std::string*> texts;
  for (const auto& [of, draft] : drafts_) texts[of] = &draft.text;
  if (model_.is_modified) texts[key()] = &model_.text();
  std::vector<std::string> places;
  for (const auto& [of, text] : texts) places.push_back(left_.keep(of, *text));
  return places;
}

bool Document::is_unsaved() const {
  return model_.is_modified || !drafts_.empty();
}

}  // namespace warplens::gui
