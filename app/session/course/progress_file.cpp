#include "app/session/course/progress_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr uint64_t kMostProgress = files::kTextLimit;
constexpr int kMostPutAside = 100;
constexpr int kMostTries = 20;  // while another window writes

// Where it is now; "" where it could not be moved.
std::string put_aside(const std::string& path) {
  for (int i = 1; i <= kMostPutAside; ++i) {
    const std::string other = i == 1 ? path + ".damaged" : fmt::format("{}.damaged.{}", path, i);
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(other, error))) continue;
    std::filesystem::rename(path, other, error);
    return error ? "" : other;
  }
  return "";
}

// `why`: a sentence without a full stop.
ReadProgress without_damaged(const std::string& path, const std::string& why) {
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  const std::string aside = is_file ? put_aside(path) : "";
  if (aside.empty())
    return {{},
            false,
            say("{file}: {problem}; it stays as it is, and progress in the course is not kept.",
                "file"_a = path, "problem"_a = why)};
  return {{},
          true,
          say("{file}: {problem}. It is now {other}, and progress in the course begins anew.",
              "file"_a = path, "problem"_a = why, "other"_a = aside)};
}

}  // namespace

ReadProgress read_progress(const std::string& path) {
  if (!files::exists(path)) return {};
  const auto text = files::read_text(path, kMostProgress);
  if (!text) return without_damaged(path, label("cannot be read as text"));
  auto progress = parse_progress(*text);
  if (progress) return {std::move(*progress), true, ""};
  if (!progress.error().is_newer) return without_damaged(path, progress.error().why);
  return {{},
          false,
          say("{file}: {problem}; it stays as it is, and progress in the course is not kept.",
              "file"_a = path, "problem"_a = progress.error().why)};
}

WrittenProgress write_progress(const std::string& path, const Progress& before, const Progress& now,
                               bool replaces) {
  files::make_folder_of(path);
  std::string notice;
  for (int i = 0; i < kMostTries; ++i) {
    const bool is_there = files::exists(path);
    ReadProgress there = read_progress(path);
    if (!there.notice.empty()) notice = there.notice;
    if (!there.is_kept) return {now, false, notice};
    // A file that was removed, or put aside, gets all that is known here.
    const bool is_whole = is_there && there.notice.empty();
    const Progress result = replaces || !is_whole ? now : merged(before, now, there.progress);
    const auto is_same = [&](const std::optional<std::string>& content) {
      if (!content) return !is_whole;
      const auto progress = parse_progress(*content);
      return is_whole && progress && *progress == there.progress;
    };
    const std::string text = print(result);
    if (text.size() > kMostProgress)
      return {now, true,
              say("Progress in the course is not kept: it has more than {count} bytes",
                  "count"_a = base::grouped(kMostProgress))};
    const auto written = files::replace_text(path, text, is_same);
    if (!written)
      return {now, true,
              say("Progress in the course is not kept: {problem}", "problem"_a = written.error())};
    if (*written) return {result, true, notice};
  }
  return {now, true,
          say("Progress in the course is not kept: another program keeps changing {file}",
              "file"_a = path)};
}

}  // namespace warplens::gui
