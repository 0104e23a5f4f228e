#include "app/lecture/playlist.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "app/files/files.hpp"
#include "app/lecture/embedded.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/names.hpp"
#include "sim/base/say.hpp"
#include "sim/base/visible.hpp"

namespace warplens::lecture {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kEnding = ".txt";  // of those that are built in
constexpr size_t kMostProblems = 50;          // that are said of one text

// The whole text as a number of at most nine digits.
std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  if (text.empty() || text.size() > 9) return std::nullopt;
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

bool is_same_but_for_case(std::string_view text, std::string_view small) {
  return std::equal(text.begin(), text.end(), small.begin(), small.end(),
                    [](char a, char b) { return a == b || (b >= 'a' && a == b - 'a' + 'A'); });
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// What is behind the word that the line begins with; nothing: it begins with another one.
std::optional<std::string_view> after_word(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return std::nullopt;
  const std::string_view rest = line.substr(word.size());
  if (!rest.empty() && !word.ends_with(':') && kBlanks.find(rest.front()) == std::string_view::npos)
    return std::nullopt;
  return base::trimmed(rest, kBlanks);
}

class Reader {
 public:
  Reader(const std::string& path, const Lessons& lessons) : lessons_(lessons) {
    playlist_.path = path;
    for (size_t i = 0; i < lessons.size(); ++i) {
      for (size_t k = 0; k < lessons[i]->stops.size(); ++k)
        names_.emplace_back(name_of(*lessons[i], lessons[i]->stops[k]));
    }
  }

  base::Result<Playlist, Problems> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // editors write it
    if (text.size() > kLongestPlaylist) {
      fail(0, say("has {count} bytes, {most} are allowed", "count"_a = base::grouped(text.size()),
                  "most"_a = base::grouped(kLongestPlaylist)));
      return base::fail(std::move(problems_));
    }
    for (line_ = 1; !text.empty() && !is_over(); ++line_) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      read_line(line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (problems_.size() < kMostProblems) check_whole();
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    if (!problems_.empty()) return base::fail(std::move(problems_));
    if (playlist_.title.empty())
      playlist_.title = std::filesystem::path(playlist_.path).stem().string();
    return std::move(playlist_);
  }

 private:
  void fail(uint32_t line, std::string text) { problems_.push_back({line, std::move(text)}); }
  void fail(std::string text) { fail(line_, std::move(text)); }
  // Enough is known to be wrong.
  bool is_over() const {
    return problems_.size() >= kMostProblems || playlist_.items.size() > kMostItems;
  }

  void read_line(std::string_view line) {
    const std::string_view text = base::trimmed(line, kBlanks);
    if (text.empty()) {
      is_after_gap_ = true;
      return;
    }
    const bool is_note = kBlanks.find(line.front()) != std::string_view::npos;
    if (!is_note && line.front() == '#') return;
    if (!base::is_visible_as_is(text)) {
      is_item_wrong_ = is_item_wrong_ || !is_note;
      return fail_unseen(text);
    }
    if (is_note) {
      read_note(text);
    } else if (const auto title = after_word(text, "title:")) {
      read_title(*title);
    } else if (const auto minutes = after_word(text, "minutes:")) {
      read_declared(*minutes);
    } else {
      read_item(text);
    }
    is_after_gap_ = false;
  }

  void fail_unseen(std::string_view text) {
    const std::string seen = base::visible(text.substr(0, kLongestName));
    if (base::is_utf8(text))
      fail(say("has an invisible control character: {text}", "text"_a = seen));
    else
      fail(say("is not UTF-8 (Latin-1?); save the file as UTF-8: {text}", "text"_a = seen));
  }

  void read_note(std::string_view text) {
    if (playlist_.items.empty()) {
      if (is_item_wrong_) return;
      return fail(
          say("is a note of nothing: lines that begin with a blank are notes of the stop "
              "above them"));
    }
    std::vector<std::string>& notes = playlist_.items.back().notes;
    if (is_after_gap_ && !notes.empty()) notes.emplace_back();
    notes.emplace_back(text);
  }

  void read_title(std::string_view text) {
    if (!playlist_.title.empty()) return fail(say("the title is there already"));
    if (text.empty() || text.size() > kLongestName)
      return fail(say("a title has 1 to {most} bytes", "most"_a = kLongestName));
    playlist_.title = text;
  }

  void read_declared(std::string_view text) {
    if (playlist_.minutes) return fail(say("the minutes of all are there already"));
    playlist_.minutes = number_in(text);
    declared_line_ = line_;
    if (!playlist_.minutes || *playlist_.minutes == 0 || *playlist_.minutes > kMostMinutes) {
      playlist_.minutes = 0;
      are_minutes_wrong_ = true;
      fail(say("'minutes:' takes a whole number from 1 to {most}, like 'minutes: 45'",
               "most"_a = kMostMinutes));
    }
  }

  void read_item(std::string_view text) {
    Item item;
    item.line = line_;
    const size_t known = problems_.size();
    take_ends(text, item);
    item.words = text;
    if (text.empty())
      fail(say("shows nothing: a stop, a text, 'blank' or 'vote' comes first"));
    else if (text == "blank")
      item.kind = Kind::kBlank;
    else if (const auto voted = after_word(text, "vote"))
      read_vote(*voted, item);
    else if (const size_t end = end_of_path(text); end > 0)
      read_text(text, end, item);
    else
      read_stop(text, item);
    is_item_wrong_ = problems_.size() > known;
    // Where it is wrong, too: its notes and its minutes are not.
    playlist_.items.push_back(std::move(item));
  }

  // Minutes and bookmark are taken off the end, in either order.
  void take_ends(std::string_view& text, Item& item) {
    for (bool is_more = true; is_more;) {
      is_more = false;
      const size_t bracket = text.rfind('[');
      if (text.ends_with(']') && bracket != std::string_view::npos &&
          (bracket == 0 || kBlanks.find(text[bracket - 1]) != std::string_view::npos)) {
        read_minutes(base::trimmed(text.substr(bracket + 1, text.size() - bracket - 2), kBlanks),
                     item);
        text = base::trimmed(text.substr(0, bracket), kBlanks);
        is_more = true;
      }
      const size_t sign = text.rfind(" = ");
      if (!is_more && item.bookmark.empty() && sign != std::string_view::npos) {
        read_bookmark(base::trimmed(text.substr(sign + 3), kBlanks), item);
        text = base::trimmed(text.substr(0, sign), kBlanks);
        is_more = true;
      }
    }
  }

  void read_minutes(std::string_view text, Item& item) {
    for (const std::string_view unit : {"minutes", "minute", "min"}) {
      if (text.ends_with(unit)) {
        text = base::trimmed(text.substr(0, text.size() - unit.size()), kBlanks);
        break;
      }
    }
    const std::optional<uint32_t> minutes = number_in(text);
    if (item.minutes) return fail(say("has minutes twice"));
    item.minutes = minutes.value_or(0);
    if (minutes && *minutes <= kMostMinutes) return;
    item.minutes = 0;
    are_minutes_wrong_ = true;
    fail(say("minutes are a whole number from 0 to {most} in brackets, like '[3]' or '[3 min]'",
             "most"_a = kMostMinutes));
  }

  void read_bookmark(std::string_view text, Item& item) {
    item.bookmark = text;
    if (text.empty() || text.size() > kLongestName)
      return fail(say("a bookmark's name has 1 to {most} bytes", "most"_a = kLongestName));
    const auto [known, is_new] = bookmarks_.emplace(item.bookmark, line_);
    if (!is_new)
      fail(say("the bookmark '{name}' is in line {line} already", "name"_a = item.bookmark,
               "line"_a = known->second));
  }

  // Where the path of a text ends, or 0 where the line names none.
  static size_t end_of_path(std::string_view text) {
    const size_t end =
        std::min({text.find(" @ "), text.find(" --"), text.find(" -D"), text.size()});
    const std::string_view path = base::trimmed(text.substr(0, end), kBlanks);
    const bool is_path = path.find('/') != std::string_view::npos || path.ends_with(".cu") ||
                         path.ends_with(".cuh") || path.ends_with(".cpp");
    return is_path ? end : 0;
  }

  void read_text(std::string_view text, size_t end, Item& item) {
    item.kind = Kind::kText;
    const std::filesystem::path path(base::trimmed(text.substr(0, end), kBlanks));
    item.path = path.is_absolute()
                    ? path.string()
                    : (std::filesystem::path(playlist_.path).parent_path() / path).string();
    item.written_path = path.string();
    std::string_view rest = base::trimmed(text.substr(end), kBlanks);
    if (const auto at = after_word(rest, "@")) {
      const std::optional<std::string_view> access = after_word(*at, "access");
      const std::string_view number =
          access ? access->substr(0, access->find_first_of(kBlanks)) : "";
      item.access = number_in(number);
      if (!item.access || *item.access == 0)
        return fail(say("'@' leads to an access by its number from 1, like '@ access 3'"));
      rest = base::trimmed(access->substr(number.size()), kBlanks);
    }
    base::Result<launch::LaunchOptions, std::string> options =
        launch::parse_options(launch::split_words(rest));
    if (!options) return fail(options.error());
    item.launch = std::move(*options);
    item.options = rest;
  }

  void read_vote(std::string_view text, Item& item) {
    item.kind = Kind::kVote;
    if (!text.empty()) {
      if (!find_stop(text, item)) return;
    } else if (!last_stop_) {
      return fail(say("there is no stop before it to vote on; name one, like 'vote {stop}'",
                      "stop"_a = names_.empty() ? "5.1" : names_.front()));
    } else if (!*last_stop_) {
      return;  // it is not known which one is meant
    } else {
      std::tie(item.lesson, item.stop) = **last_stop_;
    }
    const course::Stop& stop = lessons_[item.lesson]->stops[item.stop];
    const std::string name = name_of(*lessons_[item.lesson], stop);
    if (!stop.question)
      fail(say("'{stop}' has no question to vote on", "stop"_a = name));
    else if (stop.question->is_typed())
      fail(
          say("the answer to '{stop}' is typed: there are no choices to vote on", "stop"_a = name));
  }

  void read_stop(std::string_view text, Item& item) {
    item.kind = Kind::kStop;
    last_stop_.emplace();
    if (find_stop(text, item)) last_stop_->emplace(item.lesson, item.stop);
  }

  // Fills the item's lesson and stop.
  bool find_stop(std::string_view text, Item& item) {
    const size_t dot = text.find('.');
    const std::string_view first = text.substr(0, dot);
    const std::string_view second = dot == std::string_view::npos ? "" : text.substr(dot + 1);
    if (is_number(first) && is_number(second)) return find_numbered(first, second, item);
    for (item.lesson = 0; item.lesson < lessons_.size(); ++item.lesson) {
      const course::Lesson& lesson = *lessons_[item.lesson];
      if (lesson.id != first) continue;
      for (item.stop = 0; item.stop < lesson.stops.size(); ++item.stop) {
        if (lesson.stops[item.stop].id == second) return true;
      }
    }
    item.lesson = item.stop = 0;
    for (const auto& lesson : lessons_) {
      if (lesson->id != text || lesson->stops.empty()) continue;
      fail(say("'{lesson}' is a lesson; name a stop of it, like '{stop}'", "lesson"_a = lesson->id,
               "stop"_a = name_of(*lesson, lesson->stops.front())));
      return false;
    }
    fail(base::with_suggestion(
        say("the course has no stop '{name}'; 'warplens course LESSON' lists a lesson's stops, and "
            "a text's name ends in '.cu'",
            "name"_a = std::string(text.substr(0, kLongestName))),
        nearest_stop(text, second)));
    return false;
  }

  bool find_numbered(std::string_view first, std::string_view second, Item& item) {
    const uint32_t lesson = number_in(first).value_or(0), stop = number_in(second).value_or(0);
    if (lesson == 0 || lesson > lessons_.size()) {
      fail(say_count("the course has {count} lesson, and none of number {number}",
                     "the course has {count} lessons, and none of number {number}", lessons_.size(),
                     "number"_a = first));
      return false;
    }
    const course::Lesson& named = *lessons_[lesson - 1];
    if (stop == 0 || stop > named.stops.size()) {
      fail(say("lesson {lesson}, '{id}', has {count} stops, and none of number {number}",
               "lesson"_a = lesson, "id"_a = named.id, "count"_a = named.stops.size(),
               "number"_a = second));
      return false;
    }
    item.lesson = lesson - 1;
    item.stop = stop - 1;
    return true;
  }

  // A stop of that name in another lesson, or one with nearly that name.
  std::string nearest_stop(std::string_view text, std::string_view stop) const {
    for (const char* word : {"vote", "blank"}) {
      const std::string_view first = text.substr(0, text.find_first_of(kBlanks));
      if (is_same_but_for_case(first, word)) return word;
    }
    const std::string end = "." + std::string(stop.empty() ? text : stop);
    for (const std::string& name : names_) {
      if (name.ends_with(end)) return name;
    }
    return base::nearest_name(text, names_);
  }

  void check_whole() {
    if (playlist_.items.size() > kMostItems)
      return fail(playlist_.items.back().line,
                  say("is one too many: {most} stops are allowed", "most"_a = kMostItems));
    if (playlist_.items.empty()) {
      if (problems_.empty()) fail(0, say("shows nothing: there is no stop in it"));
      return;
    }
    const uint32_t together = playlist_.minutes_together();
    if (are_minutes_wrong_) return;
    if (playlist_.minutes && *playlist_.minutes != together)
      fail(declared_line_, say("{declared} minutes are declared, and those in brackets add up to "
                               "{sum}",
                               "declared"_a = *playlist_.minutes, "sum"_a = together));
    if (!playlist_.minutes && together > kMostMinutes)
      fail(0, say("the minutes in brackets add up to {sum}, {most} are allowed", "sum"_a = together,
                  "most"_a = kMostMinutes));
  }

  const Lessons& lessons_;
  std::vector<std::string> names_;  // of all stops
  Playlist playlist_;
  Problems problems_;
  std::map<std::string, uint32_t, std::less<>> bookmarks_;  // the line of each
  // The stop above, which is nothing where it is wrong.
  std::optional<std::optional<std::pair<size_t, size_t>>> last_stop_;
  uint32_t line_ = 0, declared_line_ = 0;
  bool is_after_gap_ = false;       // the line above is empty
  bool is_item_wrong_ = false;      // what is noted below it is no further problem
  bool are_minutes_wrong_ = false;  // they do not add up to anything
};

}  // namespace

Lessons shared(const std::vector<course::Lesson>& lessons) {
  Lessons all;
  for (const course::Lesson& lesson : lessons)
    all.push_back(std::make_shared<const course::Lesson>(lesson));
  return all;
}

uint32_t Playlist::minutes_before(size_t item) const {
  uint32_t sum = 0;
  for (size_t i = 0; i < std::min(item, items.size()); ++i) sum += items[i].minutes.value_or(0);
  return sum;
}

std::string rendered(const std::string& path, const Problems& problems) {
  std::string text;
  for (const Problem& one : problems) {
    if (!text.empty()) text += "\n";
    text += one.line == 0 ? say("{path}: {problem}", "path"_a = path, "problem"_a = one.text)
                          : say("{path}:{line}: {problem}", "path"_a = path, "line"_a = one.line,
                                "problem"_a = one.text);
  }
  return text;
}

std::string without_path(std::string problem, const std::string& path) {
  const std::string front = path + ": ";
  if (problem.starts_with(front)) problem.erase(0, front.size());
  return problem;
}

base::Result<Playlist, Problems> parse(const std::string& path, std::string_view text,
                                       const Lessons& lessons) {
  return Reader(path, lessons).read(text);
}

base::Result<Playlist, Problems> open(const std::string& name, const Lessons& lessons) {
  if (!files::exists(name)) {
    std::vector<std::string> names;
    for (const BuiltIn& one : built_in()) {
      if (one.name == name) return parse(name, one.text, lessons);
      names.push_back(one.name);
    }
    return base::fail(Problems{
        {0, base::with_suggestion(say("no such file, and no lecture that comes with Warplens; "
                                      "'warplens lecture' lists those"),
                                  base::nearest_name(name, names))}});
  }
  const base::Result<std::string, std::string> text = files::read_text(name, kLongestPlaylist);
  if (!text) return base::fail(Problems{{0, without_path(text.error(), name)}});
  return parse(name, *text, lessons);
}

std::vector<BuiltIn> built_in() {
  std::vector<BuiltIn> all;
  for (const files::EmbeddedFile& file : embedded_lectures()) {
    if (file.name.ends_with(kEnding))
      all.push_back(
          {std::string(file.name.substr(0, file.name.size() - kEnding.size())), file.text});
  }
  std::sort(all.begin(), all.end(),
            [](const BuiltIn& a, const BuiltIn& b) { return a.name < b.name; });
  return all;
}

std::string name_of(const course::Lesson& lesson, const course::Stop& stop) {
  return lesson.id + "." + stop.id;
}

}  // namespace warplens::lecture
