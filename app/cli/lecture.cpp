// `warplens lecture`: a playlist that is played in the window, walked through without one, or put
// on paper and into pictures.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/commands.hpp"
#include "app/cli/lecture_pages.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/simulate.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/lecture/walk.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using lecture::Kind;
using lecture::Lessons;
using lecture::Playlist;
using lecture::Shown;
using study::Section;

base::Result<Lessons, std::string> course_of(const LectureLine& line) {
  if (line.course_folder.empty()) return lecture::shared(course::built_in_lessons());
  const auto lessons = course::load_course(line.course_folder);
  if (!lessons) return base::fail(lessons.error());
  return lecture::shared(*lessons);
}

void print_one(const Section& section, const CommandLine& line, const Surroundings& surroundings) {
  if (line.json)
    print_json(surroundings.out, section);
  else
    print(surroundings.out, section, false);
}

// "45 minutes, 22 entries"
Text extent_of(const Playlist& playlist) {
  return commas_between(
      {to_say_count("{count} minute", "{count} minutes", playlist.minutes_together()),
       to_say_count("{count} entry", "{count} entries", playlist.items.size())});
}

// Those that come with the program. Of the built-in course all hold.
int list_lectures(const CommandLine& line, const Surroundings& surroundings) {
  const Lessons lessons = lecture::shared(course::built_in_lessons());
  Section all;
  study::List list{"lectures", {}};
  for (const lecture::BuiltIn& built_in : lecture::built_in()) {
    const auto playlist = lecture::parse(built_in.name, built_in.text, lessons);
    if (!playlist)
      return complain(surroundings, lecture::rendered(built_in.name, playlist.error()));
    Section& one = list.items.emplace_back();
    one.title = Text::as_is(built_in.name);
    one.line(Text::as_is(playlist->title));
    one.line(extent_of(*playlist));
    one.fact("id", built_in.name);
    one.fact("title", playlist->title);
    one.fact("minutes", playlist->minutes_together());
    one.fact("entries", playlist->items.size());
    all.parts.push_back(one);
  }
  all.parts.push_back(std::move(list));
  print_one(all, line, surroundings);
  return kExitDone;
}

const char* word_of(Kind kind) {
  switch (kind) {
    case Kind::kStop:
      return "stop";
    case Kind::kText:
      return "text";
    case Kind::kBlank:
      return "blank";
    case Kind::kVote:
      return "vote";
  }
  return "";
}

Section describe_walk(const Playlist& playlist, const std::vector<Shown>& shown) {
  Section all;
  all.title = Text::as_is(playlist.path);
  all.line(Text::as_is(playlist.title));
  all.line(extent_of(playlist));
  all.fact("title", playlist.title);
  all.fact("minutes", playlist.minutes_together());
  study::Table table{"entries",
                     {{"line", sentence("line")},
                      {"begins", sentence("begins"), study::Align::kRight},
                      {"kind", std::nullopt},
                      {"entry", sentence("entry"), study::Align::kLeft},
                      {"shows", sentence("what it shows"), study::Align::kLeft},
                      {"problems", sentence("what is wrong"), study::Align::kLeft}},
                     {}};
  for (size_t i = 0; i < shown.size(); ++i) {
    const std::vector<std::string>& problems = shown[i].problems;
    table.rows.push_back(
        {study::Value(playlist.items[i].line, study::Form::kPlain),
         study::Value(playlist.minutes_before(i),
                      Text::as_is(clock_text(playlist.minutes_before(i)))),
         word_of(playlist.items[i].kind), playlist.items[i].words,
         playlist.items[i].kind == Kind::kText ? shown[i].text : "",
         study::Value(
             study::Value(study::values_of(problems)),
             problems.empty() ? to_say("none") : to_say("{count}", "count"_a = problems.size()))});
  }
  all.parts.push_back(std::move(table));
  return all;
}

// On the error stream, each with its line; the exit status for them.
int complain_of(const Playlist& playlist, const std::vector<Shown>& shown,
                const Surroundings& surroundings) {
  int status = kExitDone;
  for (size_t i = 0; i < shown.size(); ++i) {
    for (const std::string& problem : shown[i].problems) {
      complain(surroundings, say("{path}:{line}: {problem}", "path"_a = playlist.path,
                                 "line"_a = playlist.items[i].line,
                                 "problem"_a = shown[i].name + ": " + problem));
      status = kExitFindings;
    }
  }
  return status;
}

// ----------------------------------------------------------------------------------- pictures

constexpr const char* kAnswered = "-answer";

std::string stem_of(const std::string& name) {
  std::string stem = std::filesystem::path(name).filename().string();
  if (stem.ends_with(".cu")) stem.resize(stem.size() - 3);
  for (char& c : stem) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    if (!is_plain) c = '_';
  }
  return stem;
}

// "03-banks.strides", in the order of the lecture.
std::string picture_name(size_t item, const Shown& shown) {
  return fmt::format("{:02}-{}", item + 1, stem_of(shown.name));
}

// What opens an item in the window.
std::string opening_of(const lecture::Item& item, const Lessons& lessons) {
  if (item.kind != Kind::kText) {
    const course::Lesson& lesson = *lessons[item.lesson];
    return fmt::format("course {} {}\n", lesson.id, lesson.stops[item.stop].id);
  }
  std::string script =
      fmt::format("open {} -- {}\nsteps\n", launch::quoted(item.path), item.options);
  if (item.access) script += fmt::format("goto {}\n", *item.access - 1);
  return script;
}

// As on stage, without what can be pressed; then its film, in which it answers.
std::string filming_of(const lecture::Item& item, const Shown& shown, const std::string& path) {
  const bool is_asking = item.kind != Kind::kText && shown.asked;
  return fmt::format("paper stop\nscreenshot {}\nfilm begin\nwait 1\n{}\nwait 2\nfilm save {}\n",
                     launch::quoted(path + ".png"),
                     is_asking ? "reveal" : "step -1\nwait 0.5\nstep 1",
                     launch::quoted(path + ".gif"));
}

// For paper, in as many pixels as a printer shows: the text with its picture, as far as that gives
// nothing away; of a question the answer's picture, too, which is half as wide.
std::string printing_of(const lecture::Item& item, const Shown& shown, const std::string& path) {
  std::string script = fmt::format("paper text\nscale 2\nsize 1800x1000\nscreenshot {}\n",
                                   launch::quoted(path + ".png"));
  if (item.kind != Kind::kText && shown.asked)
    script += fmt::format("reveal\nwait 2\npaper picture\nsize 1100x700\nscreenshot {}\n",
                          launch::quoted(path + kAnswered + ".png"));
  return script;
}

// Of all items that have one, into the folder. The exit status, after what is wrong, or missing,
// was said.
int draw(const Playlist& playlist, const std::vector<Shown>& shown, const Lessons& lessons,
         const std::string& folder, bool is_for_paper, const CommandLine& line,
         const Surroundings& surroundings) {
  gui::GuiOptions options = line.gui;
  options.light = options.light || is_for_paper;
  options.headless = true;
  options.patience = 60;  // [s] this process goes on afterwards
  options.interrupted = surroundings.interrupted;
  size_t written = 0, all = 0;
  options.on_written = [&written](const std::string&) { ++written; };
  if (!line.lecture.has_size) {
    options.width = 1280;
    options.height = 720;
  }
  options.course_folder = line.lecture.course_folder;
  options.compiling_command = surroundings.compiling_command;
  options.script_text = "stage-hints off\npointer-away\n";
  for (size_t i = 0; i < shown.size(); ++i) {
    if (!has_picture(playlist, i)) continue;
    all += 2;  // a picture and a film
    const lecture::Item& item = playlist.items[i];
    if (item.path.find('\n') != std::string::npos)
      return complain(surroundings, say("{path}: a text whose path has a line's end can't be drawn",
                                        "path"_a = item.path));
    const std::string path = (std::filesystem::path(folder) / picture_name(i, shown[i])).string();
    options.script_text += opening_of(item, lessons);
    options.script_text +=
        is_for_paper ? printing_of(item, shown[i], path) : filming_of(item, shown[i], path);
  }
  const int status = surroundings.open_window(options);
  if (status == kExitInterrupted)
    complain(surroundings,
             is_for_paper ? say("interrupted before the handout's pictures were drawn; the handout "
                                "is not written")
                          : say("interrupted; {count} of {all} pictures and films are in {folder}",
                                "count"_a = written, "all"_a = all, "folder"_a = folder));
  return status;
}

int make_pictures(const Playlist& playlist, const std::vector<Shown>& shown, const Lessons& lessons,
                  const CommandLine& line, const Surroundings& surroundings) {
  const std::string& folder = line.lecture.pictures;
  if (!surroundings.open_window)
    return complain(surroundings,
                    say("'--pictures {folder}': this build has no window to draw them (it was "
                        "configured with WARPLENS_GUI=OFF); '--handout' works without pictures",
                        "folder"_a = folder));
  if (folder.find('\n') != std::string::npos)
    return complain(surroundings, say("a folder whose name has a line's end can't be written to"));
  files::make_folder_of((std::filesystem::path(folder) / "x").string());
  return draw(playlist, shown, lessons, folder, false, line, surroundings);
}

std::string bytes_of(const std::string& path) {
  const auto bytes = files::read_bytes(path);
  return bytes ? std::string(files::text_of(*bytes)) : "";
}

// By item; none where nothing can draw. Nothing: it was interrupted.
std::optional<std::vector<ItemPictures>> drawn(const Playlist& playlist,
                                               const std::vector<Shown>& shown,
                                               const Lessons& lessons, const CommandLine& line,
                                               const Surroundings& surroundings) {
  std::vector<ItemPictures> pictures(shown.size());
  if (!surroundings.open_window) return pictures;
  const measure::ScratchFolder folder;
  const int status = folder.path().empty()
                         ? kExitMistake
                         : draw(playlist, shown, lessons, folder.path(), true, line, surroundings);
  if (status == kExitInterrupted) return std::nullopt;
  for (size_t i = 0; status == kExitDone && i < shown.size(); ++i) {
    if (!has_picture(playlist, i)) continue;
    const std::string path = folder.path() + "/" + picture_name(i, shown[i]);
    pictures[i] = {bytes_of(path + ".png"), bytes_of(path + kAnswered + ".png")};
  }
  if (status != kExitDone)
    surroundings.err << base::headed(base::Severity::kNote, say("the handout has no pictures"));
  return pictures;
}

int write_page(const std::string& path, const std::string& page, const Surroundings& surroundings) {
  const std::string problem = files::write_text(path, page);
  return problem.empty() ? kExitDone : complain(surroundings, problem);
}

int write_handout(const Playlist& playlist, const std::vector<Shown>& shown, const Lessons& lessons,
                  const CommandLine& line, const Surroundings& surroundings) {
  const auto pictures = drawn(playlist, shown, lessons, line, surroundings);
  if (!pictures) return kExitInterrupted;
  return write_page(line.lecture.handout, handout_page(playlist, shown, *pictures), surroundings);
}

int play(const Playlist& playlist, const CommandLine& line, const Surroundings& surroundings) {
  if (!surroundings.open_window)
    return complain(surroundings,
                    say("this build has no window to play a lecture in (it was configured with "
                        "WARPLENS_GUI=OFF); '--check', '--handout' and '--notes' need none"));
  gui::GuiOptions options = line.gui;
  options.lecture = playlist.path;
  options.course_folder = line.lecture.course_folder;
  options.compiling_command = surroundings.compiling_command;
  return surroundings.open_window(options);
}

}  // namespace

int give_lecture(const CommandLine& line, const Surroundings& surroundings) {
  const LectureLine& asked = line.lecture;
  if (asked.playlist.empty()) return list_lectures(line, surroundings);
  const base::Result<Lessons, std::string> lessons = course_of(asked);
  if (!lessons) return complain(surroundings, lessons.error());
  const base::Result<Playlist, lecture::Problems> playlist =
      lecture::open(asked.playlist, *lessons);
  if (!playlist) {
    for (const lecture::Problem& problem : playlist.error())
      complain(surroundings, lecture::rendered(asked.playlist, {problem}));
    return kExitMistake;
  }
  const bool is_played =
      !asked.check && asked.pictures.empty() && asked.handout.empty() && asked.notes.empty();
  if (is_played) return play(*playlist, line, surroundings);
  for (const std::string& path : {asked.handout, asked.notes}) {
    if (!path.empty() && files::is_same_file(path, asked.playlist))
      return complain(surroundings, say("{path}: this is the lecture itself; write to another file",
                                        "path"_a = path));
  }
  if (!asked.notes.empty() && std::filesystem::path(asked.notes).lexically_normal() ==
                                  std::filesystem::path(asked.handout).lexically_normal())
    return complain(surroundings,
                    say("{path}: '--handout' and '--notes' are two pages; write them to two files",
                        "path"_a = asked.notes));
  const std::vector<Shown> shown = lecture::walk(*playlist, *lessons, surroundings.interrupted);
  if (asked.check) print_one(describe_walk(*playlist, shown), line, surroundings);
  int status = complain_of(*playlist, shown, surroundings);
  if (shown.size() < playlist->items.size()) {
    complain(surroundings, say("interrupted after {count} of {all} entries",
                               "count"_a = shown.size(), "all"_a = playlist->items.size()));
    return kExitInterrupted;
  }
  if (status != kExitDone) return status;
  if (!asked.notes.empty())
    status = write_page(asked.notes, notes_page(*playlist, shown), surroundings);
  if (!asked.handout.empty() && status == kExitDone)
    status = write_handout(*playlist, shown, *lessons, line, surroundings);
  if (!asked.pictures.empty() && status == kExitDone)
    status = make_pictures(*playlist, shown, *lessons, line, surroundings);
  return status;
}

}  // namespace warplens::cli
