#include "app/session/lecture/lecture_file.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using json = nlohmann::ordered_json;

constexpr uint64_t kMostKept = uint64_t{256} << 10;          // [bytes] of the file
constexpr uint64_t kMostSteps = 16;                          // of an item in it
constexpr size_t kMostChoices = 64;                          // of a vote in it
constexpr double kMostSeconds = lecture::kMostMinutes * 60;  // of a lecture in it

std::string key_of(const lecture::Playlist& playlist) {
  if (!files::exists(playlist.path)) return playlist.path;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(playlist.path, error);
  return error ? playlist.path : whole.lexically_normal().string();
}

json print_vote(size_t item, const Vote& vote) {
  json rounds = json::array();
  for (const VoteRound& round : vote.rounds) {
    json& hands = rounds.emplace_back(json::array());
    for (const std::optional<uint32_t>& one : round.hands)
      hands.push_back(one ? json(*one) : json());
  }
  return {{"item", item}, {"reached", static_cast<uint32_t>(vote.reached)}, {"rounds", rounds}};
}

// Nothing where it is no whole number up to `most`.
std::optional<uint64_t> whole_in(const json& object, const char* name, uint64_t most) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const uint64_t value = found->get<uint64_t>();
  return value <= most ? std::optional(value) : std::nullopt;
}

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<VoteRound> round_of(const json& hands) {
  if (!hands.is_array() || hands.size() > kMostChoices) return std::nullopt;
  VoteRound round;
  for (const json& one : hands) {
    const bool is_count = one.is_number_unsigned() && one.get<uint64_t>() <= kMostHands;
    if (!is_count && !one.is_null()) return std::nullopt;
    round.hands.push_back(is_count ? std::optional(one.get<uint32_t>()) : std::nullopt);
  }
  return round;
}

// False: it is no vote.
bool read_vote(const json& from, std::map<size_t, Vote>& votes) {
  if (!from.is_object()) return false;
  const auto item = whole_in(from, "item", lecture::kMostItems);
  const auto reached = whole_in(from, "reached", static_cast<uint64_t>(VoteStep::kBoth));
  const auto rounds = from.find("rounds");
  if (!item || !reached || rounds == from.end() || !rounds->is_array() || rounds->size() != 2)
    return false;
  Vote vote;
  vote.reached = static_cast<VoteStep>(*reached);
  for (size_t i = 0; i < vote.rounds.size(); ++i) {
    std::optional<VoteRound> round = round_of((*rounds)[i]);
    if (!round) return false;
    vote.rounds[i] = std::move(*round);
  }
  votes[*item] = std::move(vote);
  return true;
}

std::optional<KeptLecture> lecture_of(const json& from) {
  if (!from.is_object()) return std::nullopt;
  KeptLecture result{text_in(from, "path"), text_in(from, "words"), {}, false};
  const auto item = whole_in(from, "item", lecture::kMostItems);
  const auto step = whole_in(from, "step", kMostSteps);
  const auto seconds = from.find("seconds");
  const auto votes = from.find("votes");
  if (result.path.empty() || !item || !step || seconds == from.end() || !seconds->is_number() ||
      votes == from.end() || !votes->is_array())
    return std::nullopt;
  result.place.at = {*item, static_cast<uint32_t>(*step)};
  result.place.seconds = std::clamp(seconds->get<double>(), 0.0, kMostSeconds);
  result.is_ended = from.value("ended", json(true)) != json(false);  // older files don't say it
  for (const json& vote : *votes) {
    if (!read_vote(vote, result.place.votes)) return std::nullopt;
  }
  return result;
}

}  // namespace

std::string print(const KeptLectures& lectures) {
  json list = json::array();
  for (const KeptLecture& one : lectures) {
    json votes = json::array();
    for (const auto& [item, vote] : one.place.votes) votes.push_back(print_vote(item, vote));
    list.push_back({{"path", one.path},
                    {"item", one.place.at.item},
                    {"words", one.words},
                    {"step", one.place.at.step},
                    {"seconds", std::max(one.place.seconds, 0.0)},
                    {"ended", one.is_ended},
                    {"votes", std::move(votes)}});
  }
  const json root{{"version", 1}, {"lectures", std::move(list)}};
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Result<KeptLectures, std::string> parse_lectures(std::string_view text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(std::move(problem));
  const json root = json::parse(text, nullptr, false);
  const bool is_object = !root.is_discarded() && root.is_object();
  const auto list = is_object ? root.find("lectures") : root.end();
  if (!is_object || list == root.end() || !list->is_array())
    return base::fail(std::string(label("has no places of lectures")));
  KeptLectures lectures;
  for (const json& from : *list) {
    std::optional<KeptLecture> one = lecture_of(from);
    if (!one) return base::fail(say("'{member}' has no place", "member"_a = "lectures"));
    if (lectures.size() < kMostKeptLectures) lectures.push_back(std::move(*one));
  }
  return lectures;
}

KeptLecture kept(const Lecture& lecture, bool is_ended) {
  return {key_of(*lecture.playlist),
          lecture.item()->words,
          {lecture.at, lecture.votes, lecture.seconds()},
          is_ended};
}

void put_first(KeptLectures& lectures, KeptLecture newest) {
  std::erase_if(lectures, [&](const KeptLecture& one) { return one.path == newest.path; });
  lectures.insert(lectures.begin(), std::move(newest));
  if (lectures.size() > kMostKeptLectures) lectures.resize(kMostKeptLectures);
}

std::optional<KeptLecture> kept_place(const KeptLectures& lectures,
                                      const lecture::Playlist& playlist) {
  const std::string key = key_of(playlist);
  const auto found = std::find_if(lectures.begin(), lectures.end(),
                                  [&](const KeptLecture& one) { return one.path == key; });
  if (found == lectures.end()) return std::nullopt;
  KeptLecture kept = *found;
  LectureBefore& place = kept.place;
  if (place.at == LecturePlace{}) return std::nullopt;
  const std::vector<lecture::Item>& items = playlist.items;
  const auto is_it = [&](size_t item) {
    return item < items.size() && items[item].words == found->words;
  };
  if (is_it(place.at.item)) return kept;
  // The nearest of these words. What was voted elsewhere is another playlist's.
  place.votes.clear();
  place.at.step = 0;
  for (size_t distance = 1; distance < std::max(items.size(), place.at.item + 1); ++distance) {
    for (const size_t item : {place.at.item - distance, place.at.item + distance}) {
      if (!is_it(item)) continue;  // also what is before the first one
      place.at.item = item;
      return kept;
    }
  }
  return std::nullopt;
}

KeptLectures read_lectures(const std::string& path) {
  if (path.empty() || !files::exists(path)) return {};
  const auto text = files::read_text(path, kMostKept);
  if (!text) return {};
  base::Result<KeptLectures, std::string> lectures = parse_lectures(*text);
  return lectures ? std::move(*lectures) : KeptLectures();
}

std::string write_lecture(const std::string& path, KeptLecture newest) {
  KeptLectures lectures = read_lectures(path);
  put_first(lectures, std::move(newest));
  files::make_folder_of(path);
  return files::write_text(path, print(lectures));
}

}  // namespace warplens::gui
