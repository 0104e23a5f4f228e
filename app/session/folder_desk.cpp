#include "app/session/folder_desk.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "app/files/save.hpp"

namespace warplens::gui {

namespace {

constexpr uint64_t kMostListed = uint64_t{64} << 10;  // [bytes] of the list of recent files

std::string whole_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole =
      std::filesystem::absolute(path.empty() ? "." : path, error).lexically_normal();
  const std::string text = whole.string();
  return text.size() > 1 && text.ends_with('/') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

FolderDesk::FolderDesk(Executor& executor, std::string recent_path)
    : executor_(executor), recent_path_(std::move(recent_path)) {
  if (recent_path_.empty() || !files::exists(recent_path_)) return;
  const auto text = files::read_text(recent_path_, kMostListed);
  if (!text) return;  // a list that is damaged is an empty one
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line) && state_.recent.size() < kMostRecent;) {
    if (line.starts_with('/')) state_.recent.push_back(line);
  }
}

void FolderDesk::show(const std::string& folder) {
  state_.is_reading = has_changed_ = true;
  const std::string whole = whole_path(folder);
  executor_.submit(JobKind::kFolder,
                   Executor::whole(
                       [this, whole](Executor::Ticket& ticket) {
                         ticket.post([this, whole, contents = files::texts_in(whole)] {
                           take(whole, contents);
                         });
                       },
                       [this, whole](const std::string& why) { take(whole, base::fail(why)); }));
}

void FolderDesk::take(const std::string& folder,
                      base::Result<files::Folder, std::string> contents) {
  state_.is_reading = false;
  state_.folder = folder;
  state_.problem = contents.ok() ? "" : contents.error();
  state_.contents = contents.ok() ? std::move(*contents) : files::Folder();
  has_changed_ = true;
}

void FolderDesk::note_opened(const std::string& path) {
  const std::string whole = whole_path(path);
  if (whole.find('\n') != std::string::npos) return;
  std::erase(state_.recent, whole);
  state_.recent.insert(state_.recent.begin(), whole);
  has_changed_ = true;
  if (state_.recent.size() > kMostRecent) state_.recent.resize(kMostRecent);
  if (recent_path_.empty()) return;
  std::string text;
  for (const std::string& one : state_.recent) text += one + "\n";
  executor_.submit(JobKind::kRecentFiles, Executor::whole(
                                              [to = recent_path_, text](Executor::Ticket& ticket) {
                                                files::make_folder_of(to);
                                                files::write_text(to, text);
                                                ticket.post([] {});
                                              },
                                              [](const std::string&) {}));
}

}  // namespace warplens::gui
