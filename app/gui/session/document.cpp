// A file is compared by its stamp first and read only when that differs.
#include "app/gui/session/document.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/files/files.hpp"
#include "app/gui/ui/strings.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::gui {

namespace {

using ui::Str;

template <class... Arguments>
std::string say(Str id, const Arguments&... arguments) {
  return fmt::format(fmt::runtime(ui::str(id)), arguments...);
}

// "copy-row.cu", or "copy-row-2.cu" if that is taken, ...
std::string free_path(const std::string& stem) {
  std::string path = stem + ".cu";
  for (int number = 2; files::exists(path); ++number) {
    path = fmt::format("{}-{}.cu", stem, number);
  }
  return path;
}

}  // namespace

std::string with_launch_comment(const std::string& text, const std::string& options) {
  constexpr std::string_view kMark = "// warplens:";
  std::string result = fmt::format("{} {}\n", kMark, options);
  bool is_head = true;
  for (size_t at = 0; at < text.size();) {
    const size_t newline = text.find('\n', at);
    const size_t end = newline == std::string::npos ? text.size() : newline + 1;
    const std::string_view line = std::string_view(text).substr(at, end - at);
    is_head = is_head && line.starts_with("//");
    if (!is_head || !line.starts_with(kMark)) {
      result += line;
    }
    at = end;
  }
  return result;
}

std::string Document::key() const {
  return model_.lesson != nullptr ? "lesson " + model_.lesson->id : "file " + model_.path;
}

void Document::put_aside() {
  if (model_.is_modified) {
    drafts_[key()] = {model_.text, kept_};
  }
}

void Document::open(const std::string& text) {
  const auto raw = model_.path.empty() ? base::Result<std::string, std::string>(text)
                                       : files::read_text(model_.path);
  format_ = raw ? format_of(*raw) : FileFormat{};
  kept_ = editable(text);
  stamp_ = model_.path.empty() ? FileStamp{} : stamp_of(model_.path);
  model_.text = kept_;
  model_.undo_text.clear();
  model_.is_modified = model_.has_conflict = false;
  ++model_.text_revision;
  ++model_.document;
  auto draft = drafts_.extract(key());
  if (draft.empty()) {
    return;
  }
  Draft& was = draft.mapped();
  if (model_.path.empty()) {
    model_.undo_text = std::move(was.text);
    model_.notice = ui::str(Str::kLessonAgain);
    return;
  }
  model_.undo_text = kept_;
  model_.text = std::move(was.text);
  model_.is_modified = model_.text != kept_;
  model_.has_conflict = model_.is_modified && was.kept != kept_;
  model_.notice = model_.is_modified ? say(Str::kDraftBack, model_.file_name) : "";
}

void Document::edited() {
  model_.is_modified = model_.text != kept_;
  model_.has_conflict = model_.has_conflict && model_.is_modified;
}

bool Document::save() {
  if (model_.file_name.empty()) {
    return false;
  }
  if (!model_.path.empty()) {
    return save_file();
  }
  save_copy();
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
  const std::string error = files::write_text(model_.path, encoded(model_.text, format_));
  if (!error.empty()) {
    model_.notice = error;
    return false;
  }
  kept_ = model_.text;
  stamp_ = stamp_of(model_.path);
  model_.is_modified = model_.has_conflict = false;
  model_.notice = say(Str::kSaved, model_.path);
  return false;
}

void Document::save_copy() {
  Copy& copy = copies_[model_.lesson->id];
  const bool is_ours = !copy.path.empty() && stamp_of(copy.path) == copy.stamp;
  if (!is_ours) {
    copy.path = free_path(model_.lesson->id);
  }
  const std::string text = with_launch_comment(model_.text, launch::print(model_.launch));
  const std::string error = files::write_text(copy.path, text);
  if (!error.empty()) {
    model_.notice = error;
    copies_.erase(model_.lesson->id);
    return;
  }
  copy.stamp = stamp_of(copy.path);
  kept_ = model_.text;
  model_.is_modified = false;
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(copy.path, ignored);
  model_.notice = say(Str::kSavedCopy, whole.empty() ? copy.path : whole.string());
}

bool Document::take(const std::string& raw) {
  format_ = format_of(raw);
  kept_ = editable(raw);
  const bool differs = kept_ != model_.text;
  model_.is_modified = model_.has_conflict = false;
  if (differs) {
    model_.text = kept_;
    ++model_.text_revision;
    model_.notice = say(Str::kReloaded, model_.file_name);
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
  if (!model_.is_modified || text == model_.text) {
    return take(*raw);
  }
  if (text != kept_) {
    model_.has_conflict = true;
    model_.conflict_seen = false;
  }
  return false;
}

bool Document::is_unsaved() const {
  if (model_.is_modified && !model_.path.empty()) {
    return true;
  }
  for (const auto& [name, draft] : drafts_) {
    if (name.starts_with("file ")) {
      return true;
    }
  }
  return false;
}

}  // namespace warplens::gui
