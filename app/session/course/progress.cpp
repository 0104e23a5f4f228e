#include "app/session/course/progress.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using nlohmann::ordered_json;

constexpr uint64_t kProgressVersion = 1;
constexpr size_t kMostEntries = 2000;  // of a damaged file
constexpr size_t kLongestId = 100;     // [bytes]
constexpr uint64_t kMostTwin = 1u << 20;

bool is_id(const ordered_json& value) {
  return value.is_string() && !value.get_ref<const std::string&>().empty() &&
         value.get_ref<const std::string&>().size() <= kLongestId;
}

base::Failure<ProgressProblem> damaged(std::string why) {
  return base::fail(ProgressProblem{false, std::move(why)});
}

std::string wrong_member(const char* member) {
  return say("'{member}' is not what Warplens writes there", "member"_a = member);
}

// False: it is damaged.
bool take_done(const ordered_json& list, std::set<std::string>& done) {
  if (!list.is_array() || list.size() > kMostEntries) return false;
  for (const ordered_json& stop : list) {
    if (!is_id(stop)) return false;
    done.insert(stop.get<std::string>());
  }
  return true;
}

// `of`: the member that says what each is an answer to.
bool take_answers(const ordered_json& list, const char* of, FirstAnswers& answers) {
  if (!list.is_array() || list.size() > kMostEntries) return false;
  for (const ordered_json& one : list) {
    if (!one.is_object()) return false;
    const auto id = one.find(of), right = one.find("right"), belief = one.find("belief");
    if (id == one.end() || !is_id(*id) || right == one.end() || !right->is_boolean()) return false;
    if (belief != one.end() && !is_id(*belief)) return false;
    answers[id->get<std::string>()] = {right->get<bool>(),
                                       belief == one.end() ? "" : belief->get<std::string>()};
  }
  return true;
}

bool take_missed(const ordered_json& list, Progress& progress) {
  if (!list.is_array() || list.size() > kMostEntries) return false;
  for (const ordered_json& one : list) {
    if (!one.is_object()) return false;
    const auto stop = one.find("stop"), twin = one.find("twin");
    if (stop == one.end() || !is_id(*stop) || twin == one.end() || !twin->is_number_unsigned() ||
        twin->get<uint64_t>() > kMostTwin)
      return false;
    progress.missed[stop->get<std::string>()] = twin->get<uint64_t>();
  }
  return true;
}

bool take_tasks(const ordered_json& list, Progress& progress) {
  if (!list.is_array() || list.size() > kMostEntries) return false;
  for (const ordered_json& one : list) {
    if (!one.is_object()) return false;
    const auto exercise = one.find("exercise"), text = one.find("text"),
               passed = one.find("passed"), hints = one.find("hints");
    if (exercise == one.end() || !is_id(*exercise) || text == one.end() || !text->is_string() ||
        text->get_ref<const std::string&>().size() > kLongestTaskText || passed == one.end() ||
        !passed->is_boolean() || hints == one.end() || !hints->is_number_unsigned())
      return false;
    progress.tasks[exercise->get<std::string>()] = {text->get<std::string>(), passed->get<bool>(),
                                                    hints->get<uint64_t>()};
  }
  return true;
}

ordered_json answers_of(const FirstAnswers& answers, const char* of) {
  ordered_json list = ordered_json::array();
  for (const auto& [id, answer] : answers) {
    ordered_json one{{of, id}, {"right", answer.is_right}};
    if (!answer.belief.empty()) one["belief"] = answer.belief;
    list.push_back(std::move(one));
  }
  return list;
}

// The members of the course's test; none where nothing was answered.
constexpr std::pair<const char*, FirstAnswers Progress::*> kTests[] = {
    {"before", &Progress::before}, {"after", &Progress::after}};

void put_tests(ordered_json& root, const Progress& progress) {
  for (const auto& [name, answers] : kTests) {
    if (!(progress.*answers).empty()) root[name] = answers_of(progress.*answers, "idea");
  }
}

// The answers that have come since, unless there are some already.
void add_answers(FirstAnswers& result, const FirstAnswers& before, const FirstAnswers& now) {
  for (const auto& [id, answer] : now) {
    if (!before.contains(id)) result.emplace(id, answer);
  }
}

}  // namespace

TaskProgress Progress::task(std::string_view exercise) const {
  const auto kept = tasks.find(exercise);
  return kept == tasks.end() ? TaskProgress{} : kept->second;
}

bool Progress::is_empty() const {
  return *this == Progress{};
}

std::string print(const Progress& progress) {
  ordered_json root{{"version", kProgressVersion}};
  if (!progress.lesson.empty()) root["at"] = {{"lesson", progress.lesson}, {"stop", progress.stop}};
  root["done"] = progress.done;
  root["first_answers"] = answers_of(progress.first_answers, "stop");
  put_tests(root, progress);
  root["missed"] = ordered_json::array();
  for (const auto& [stop, twin] : progress.missed)
    root["missed"].push_back({{"stop", stop}, {"twin", twin}});
  if (!progress.tasks.empty()) root["tasks"] = ordered_json::array();
  for (const auto& [exercise, task] : progress.tasks)
    root["tasks"].push_back({{"exercise", exercise},
                             {"passed", task.is_passed},
                             {"hints", task.hints},
                             {"text", task.text}});
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

base::Result<Progress, ProgressProblem> parse_progress(std::string_view text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    return damaged(std::move(problem));
  const ordered_json root = ordered_json::parse(text, nullptr, false);
  const auto version = root.is_object() ? root.find("version") : root.end();
  if (root.is_discarded() || !root.is_object() || version == root.end() ||
      !version->is_number_unsigned())
    return damaged(label("holds no progress of Warplens"));
  if (version->get<uint64_t>() > kProgressVersion)
    return base::fail(ProgressProblem{true, label("is from a newer version of Warplens")});
  Progress progress;
  if (const auto at = root.find("at"); at != root.end()) {
    const bool is_place = at->is_object() && at->contains("lesson") && at->contains("stop") &&
                          is_id((*at)["lesson"]) && is_id((*at)["stop"]);
    if (!is_place) return damaged(wrong_member("at"));
    progress.lesson = (*at)["lesson"].get<std::string>();
    progress.stop = (*at)["stop"].get<std::string>();
  }
  const auto done = root.find("done"), answers = root.find("first_answers"),
             missed = root.find("missed");
  if (done == root.end() || !take_done(*done, progress.done)) return damaged(wrong_member("done"));
  if (answers == root.end() || !take_answers(*answers, "stop", progress.first_answers))
    return damaged(wrong_member("first_answers"));
  for (const auto& [name, of_test] : kTests) {
    const auto list = root.find(name);
    if (list != root.end() && !take_answers(*list, "idea", progress.*of_test))
      return damaged(wrong_member(name));
  }
  if (missed == root.end() || !take_missed(*missed, progress))
    return damaged(wrong_member("missed"));
  // Without, no task was ever opened.
  if (const auto tasks = root.find("tasks"); tasks != root.end() && !take_tasks(*tasks, progress))
    return damaged(wrong_member("tasks"));
  return progress;
}

Progress merged(const Progress& before, const Progress& now, const Progress& there) {
  Progress result = there;
  const bool has_moved = now.lesson != before.lesson || now.stop != before.stop;
  if (has_moved) {
    result.lesson = now.lesson;
    result.stop = now.stop;
  }
  for (const std::string& stop : now.done) {
    if (!before.done.contains(stop)) result.done.insert(stop);
  }
  add_answers(result.first_answers, before.first_answers, now.first_answers);
  for (const auto& [name, answers] : kTests)
    add_answers(result.*answers, before.*answers, now.*answers);
  for (const auto& [stop, twin] : now.missed) {
    const auto had = before.missed.find(stop);
    if (had == before.missed.end() || had->second != twin) result.missed[stop] = twin;
  }
  for (const auto& [stop, twin] : before.missed) {
    if (!now.missed.contains(stop)) result.missed.erase(stop);
  }
  for (const auto& [exercise, task] : now.tasks) {
    const auto had = before.tasks.find(exercise);
    if (had != before.tasks.end() && had->second == task) continue;
    TaskProgress& kept = result.tasks[exercise];
    kept = {task.text, kept.is_passed || task.is_passed, std::max(kept.hints, task.hints)};
  }
  return result;
}

std::string print_hand_in(const Progress& progress,
                          const std::map<std::string, std::string>& exercises) {
  ordered_json root{{"version", kProgressVersion}, {"course", "warplens"}};
  root["first_answers"] = answers_of(progress.first_answers, "stop");
  put_tests(root, progress);
  std::map<std::string, uint64_t> beliefs;
  for (const auto& [stop, answer] : progress.first_answers) {
    if (!answer.belief.empty()) ++beliefs[answer.belief];
  }
  root["beliefs"] = beliefs;
  root["exercises"] = exercises;
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace warplens::gui
