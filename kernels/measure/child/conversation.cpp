// One request at a time: it is written to the child, whose lines are read until there is an answer,
// the child has ended, the time is up or the request is cancelled. During a request the child is a
// local variable: it is kept for the next one only after a valid answer, and ended in any other
// case.
#include "kernels/measure/child/conversation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "kernels/measure/child/protocol.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook_ms = 50;      // between two looks at the time and at `cancelled`
constexpr int kEnding_ms = 1000;  // for a child to end by itself
constexpr size_t kQuotedBytes = 300;
constexpr double kLongestLimit_s = 1e9;  // that can be added to a clock

// The last lines of a child's output that are not empty, in one line.
std::string last_lines(const std::string& text) {
  constexpr size_t kLines = 3;
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
  }
  std::string out;
  for (size_t i = lines.size() - std::min(lines.size(), kLines); i < lines.size(); ++i)
    out += (out.empty() ? "" : " / ") + lines[i];
  if (out.size() > kQuotedBytes) out = "..." + out.substr(out.size() - kQuotedBytes);
  return out;
}

std::string quoted(const std::string& line) {
  return "'" + line.substr(0, kQuotedBytes) + (line.size() > kQuotedBytes ? "...'" : "'");
}

// Alive, and without unrequested output.
bool is_quiet(Process& child) {
  std::string nothing;
  child.exchange(nothing, 0);
  return !child.has_ended() && !child.next_line() && child.unfinished_bytes() == 0;
}

// Whether the child reported the problem itself and can continue.
bool may_stay(ProblemKind kind) {
  return kind != ProblemKind::kFault && kind != ProblemKind::kTimeLimit &&
         kind != ProblemKind::kKilled && kind != ProblemKind::kCancelled &&
         kind != ProblemKind::kInternal;
}

bool is_cancelled(const WaitOptions& wait) {
  return wait.cancelled != nullptr && *wait.cancelled;
}

}  // namespace

Conversation::Conversation(std::vector<std::string> command, Partner partner)
    : command_(std::move(command)), partner_(std::move(partner)) {}

Conversation::~Conversation() {
  if (child_) child_->finish(kEnding_ms);
}

Measured<Json> Conversation::ask_for_json(Json request, const WaitOptions& wait) {
  request["protocol"] = kProtocol;
  std::string line = one_line(request) + "\n";
  if (line.size() > kLongestLine) {
    return base::fail(
        Problem{ProblemKind::kInput,
                say("the request is larger than the {limit} MiB that {process} reads; measure a "
                    "smaller text or fewer accesses",
                    "limit"_a = kLongestLine >> 20, "process"_a = partner_.name)});
  }
  std::unique_ptr<Process> child = std::exchange(child_, nullptr);
  if (child && !is_quiet(*child)) child = nullptr;
  if (!child) {
    auto started = Process::start(command_);
    if (!started.ok()) {
      return base::fail(Problem{ProblemKind::kKilled,
                                say("{process} does not start: {reason}",
                                    "process"_a = partner_.name, "reason"_a = started.error())});
    }
    child = std::move(started).value();
  }
  Measured<Json> result = converse(*child, std::move(line), wait);
  if (result.ok() || may_stay(result.error().kind)) child_ = std::move(child);
  return result;
}

Measured<Json> Conversation::converse(Process& child, std::string pending,
                                      const WaitOptions& wait) const {
  const auto limit = std::chrono::duration<double>(std::min(wait.time_limit_s, kLongestLimit_s));
  const Clock::time_point start = Clock::now();
  while (true) {
    while (const std::optional<std::string> line = child.next_line()) {
      if (std::optional<Measured<Json>> end = understand(*line, wait)) return *std::move(end);
      if (is_cancelled(wait)) break;
    }
    if (is_cancelled(wait))
      return base::fail(Problem{ProblemKind::kCancelled, say("the measurement was cancelled")});
    if (child.has_ended()) return base::fail(died(child));
    if (child.unfinished_bytes() > kLongestLine) {
      return base::fail(Problem{ProblemKind::kInternal,
                                say("{process} answers with more than {limit} MiB, and was ended",
                                    "process"_a = partner_.name, "limit"_a = kLongestLine >> 20)});
    }
    const auto left = limit - (Clock::now() - start);
    if (left.count() <= 0) return base::fail(too_late(wait.time_limit_s));
    const double wait_ms = std::min<double>(kLook_ms, std::ceil(left.count() * 1e3));
    child.exchange(pending, static_cast<int>(wait_ms));
  }
}

// A line of the child: progress is passed on; an answer or a problem ends the request.
std::optional<Measured<Json>> Conversation::understand(const std::string& line,
                                                       const WaitOptions& wait) const {
  try {
    const Json json = parse_json(line);
    if (json.contains("progress")) {
      const double share = std::clamp(json["progress"].get<double>(), 0.0, 1.0);
      const std::string what = json.value("what", "").substr(0, kQuotedBytes);
      if (wait.progress) wait.progress(share, what);
      return std::nullopt;
    }
    if (const unsigned version = json.at("protocol").get<unsigned>(); version != kProtocol)
      return Measured<Json>(base::fail(no_answer(line, other_protocol(version))));
    if (json.contains("problem")) return Measured<Json>(base::fail(json["problem"].get<Problem>()));
    return Measured<Json>(json.at("answer"));
  } catch (const Json::exception& error) {
    return Measured<Json>(base::fail(no_answer(line, error.what())));
  }
}

Problem Conversation::died(const Process& child) const {
  const std::string words = last_lines(child.last_words());
  const std::string end =
      words.empty()
          ? say("{process} ended {how} before it answered; {advice}", "process"_a = partner_.name,
                "how"_a = child.how_it_ended(), "advice"_a = partner_.died)
          : say("{process} ended {how} before it answered, and wrote last: {words}; {advice}",
                "process"_a = partner_.name, "how"_a = child.how_it_ended(), "words"_a = words,
                "advice"_a = partner_.died);
  return {child.used_up_its_time() ? ProblemKind::kTimeLimit : ProblemKind::kKilled, end};
}

Problem Conversation::no_answer(const std::string& line, const std::string& why) const {
  return {ProblemKind::kInternal,
          say("{process} sent something that is no answer ({reason}): {line}",
              "process"_a = partner_.name, "reason"_a = why, "line"_a = quoted(line))};
}

Problem Conversation::too_late(double limit_s) const {
  return {ProblemKind::kTimeLimit,
          say("there was no answer within {seconds:g} s, and {process} was ended: {reason}",
              "seconds"_a = limit_s, "process"_a = partner_.name, "reason"_a = partner_.too_slow)};
}

}  // namespace warplens::measure
