// One request at a time: it is written to the child, and its lines are read until there is an
// answer, the child is gone, the time is up or somebody cancels. During a request the child is a
// local variable: it is kept for the next one only after a good answer, and ended in every other
// case.
#include "kernels/measure/child/worker.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "kernels/measure/child/process.hpp"
#include "kernels/measure/record/json.hpp"

namespace warplens::measure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook_ms = 50;               // between two looks at the time and at `cancelled`
constexpr int kFarewell_ms = 1000;         // for a child to end by itself
constexpr size_t kLongestLine = 1u << 30;  // [bytes]
constexpr size_t kQuotedBytes = 300;
constexpr double kLongestLimit_s = 1e9;  // what a clock can add

// Of what a child wrote: the last lines that are not empty, in one line.
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

Problem died(const Process& child) {
  const std::string words = last_lines(child.last_words());
  return {ProblemKind::kKilled, "the measuring process ended " + child.how_it_ended() +
                                    " before it answered" +
                                    (words.empty() ? "" : ", and wrote last: " + words) +
                                    "; the next measurement starts a new one"};
}

Problem rubbish(const std::string& line, const std::string& why) {
  return {ProblemKind::kInternal, "the measuring process said something that is no answer (" + why +
                                      "): '" + line.substr(0, kQuotedBytes) +
                                      (line.size() > kQuotedBytes ? "...'" : "'")};
}

Problem too_late(double limit_s) {
  std::ostringstream seconds;
  seconds << limit_s;
  return {ProblemKind::kTimeLimit, "there was no answer within " + seconds.str() +
                                       " s, and the measuring process was ended: a kernel may "
                                       "not end, or needs a smaller launch"};
}

}  // namespace

class Worker::Impl {
 public:
  explicit Impl(std::vector<std::string> command) : command_(std::move(command)) {}
  ~Impl() {
    if (child_) child_->finish(kFarewell_ms);
  }

  template <class T>
  Measured<T> ask(const Json& request, const Ask& ask) {
    std::unique_ptr<Process> child = std::exchange(child_, nullptr);
    if (child && !is_quiet(*child)) child = nullptr;
    if (!child) {
      auto started = Process::start(command_);
      if (!started.ok())
        return base::fail(Problem{ProblemKind::kKilled,
                                  "the measuring process does not start: " + started.error()});
      child = std::move(started).value();
    }
    const Measured<Json> heard = converse(*child, one_line(request) + "\n", ask);
    if (!heard.ok()) {
      if (may_stay(heard.error().kind)) child_ = std::move(child);
      return base::fail(heard.error());
    }
    try {
      T answer = heard->get<T>();
      child_ = std::move(child);
      return answer;
    } catch (const Json::exception& error) {
      return base::fail(rubbish(one_line(*heard), error.what()));
    }
  }

 private:
  // Alive, and without anything unasked on its tongue.
  static bool is_quiet(Process& child) {
    std::string nothing;
    child.exchange(nothing, 0);
    return !child.has_ended() && !child.next_line() && child.unfinished_bytes() == 0;
  }

  // Problems that the child told itself, and that leave it able to go on.
  static bool may_stay(ProblemKind kind) {
    return kind != ProblemKind::kFault && kind != ProblemKind::kTimeLimit &&
           kind != ProblemKind::kKilled && kind != ProblemKind::kCancelled &&
           kind != ProblemKind::kInternal;
  }

  static Measured<Json> converse(Process& child, std::string pending, const Ask& ask) {
    const auto limit = std::chrono::duration<double>(std::min(ask.time_limit_s, kLongestLimit_s));
    const Clock::time_point start = Clock::now();
    while (true) {
      while (const std::optional<std::string> line = child.next_line()) {
        if (std::optional<Measured<Json>> end = understand(*line, ask)) return *std::move(end);
        if (is_cancelled(ask)) break;
      }
      if (is_cancelled(ask))
        return base::fail(Problem{ProblemKind::kCancelled, "the measurement was cancelled"});
      if (child.has_ended()) return base::fail(died(child));
      if (child.unfinished_bytes() > kLongestLine)
        return base::fail(Problem{ProblemKind::kInternal,
                                  "the measuring process answers without an end, and was ended"});
      const auto left = limit - (Clock::now() - start);
      if (left.count() <= 0) return base::fail(too_late(ask.time_limit_s));
      const double wait_ms = std::min<double>(kLook_ms, std::ceil(left.count() * 1e3));
      child.exchange(pending, static_cast<int>(wait_ms));
    }
  }

  static bool is_cancelled(const Ask& ask) { return ask.cancelled != nullptr && *ask.cancelled; }

  // A line of the child: progress is passed on, an answer or a problem ends the request.
  static std::optional<Measured<Json>> understand(const std::string& line, const Ask& ask) {
    try {
      const Json json = parse_json(line);
      if (json.contains("answer")) return Measured<Json>(json["answer"]);
      if (json.contains("problem"))
        return Measured<Json>(base::fail(json["problem"].get<Problem>()));
      const double share = json.at("progress").get<double>();
      const std::string what = json.value("what", "");
      if (ask.progress) ask.progress(share, what);
      return std::nullopt;
    } catch (const Json::exception& error) {
      return Measured<Json>(base::fail(rubbish(line, error.what())));
    }
  }

  std::vector<std::string> command_;
  std::unique_ptr<Process> child_;
};

Worker::Worker(std::vector<std::string> command)
    : impl_(std::make_unique<Impl>(std::move(command))) {}
Worker::~Worker() = default;

Measured<MachineAnswer> Worker::machine(const Ask& ask) {
  return impl_->ask<MachineAnswer>(Json{{"do", "machine"}}, ask);
}
Measured<JobAnswer> Worker::run(const Job& job, const Ask& ask) {
  return impl_->ask<JobAnswer>(Json{{"do", "run"}, {"job", job}}, ask);
}
Measured<AccessAnswer> Worker::measure_accesses(const AccessJob& job, const Ask& ask) {
  return impl_->ask<AccessAnswer>(Json{{"do", "accesses"}, {"job", job}}, ask);
}
Measured<Ceilings> Worker::ceilings(const Ask& ask) {
  return impl_->ask<Ceilings>(Json{{"do", "ceilings"}}, ask);
}
Measured<Times> Worker::cublas_product(uint32_t n, const Ask& ask) {
  return impl_->ask<Times>(Json{{"do", "cublas"}, {"n", n}}, ask);
}

}  // namespace warplens::measure
