// Requests to a child process that calls serve() on its standard input and output. It is started
// when first needed and again after it has ended. Every error in it, and every invalid answer, is
// returned as a Problem.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/child/measured.hpp"
#include "kernels/measure/child/process.hpp"
#include "kernels/measure/format/json.hpp"

namespace warplens::measure {

// The process at the other end, in messages.
struct Partner {
  std::string name;      // "the measuring process"
  std::string died;      // what follows if it died: "the next measurement starts a new one"
  std::string too_slow;  // why there may be no answer in time
};

class Conversation {
 public:
  // `command` as Process::start takes it.
  Conversation(std::vector<std::string> command, Partner partner);
  ~Conversation();  // ends the child
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // kInput for a request that is too long to be sent, kInternal for an invalid answer.
  template <class T>
  Measured<T> ask(Json request, const WaitOptions& wait) {
    const Measured<Json> answer = ask_for_json(std::move(request), wait);
    if (!answer.ok()) return base::fail(answer.error());
    try {
      return answer->template get<T>();
    } catch (const Json::exception& error) {
      child_ = nullptr;
      return base::fail(no_answer(one_line(*answer), error.what()));
    }
  }

 private:
  Measured<Json> ask_for_json(Json request, const WaitOptions& wait);
  Measured<Json> converse(Process& child, std::string pending, const WaitOptions& wait) const;
  std::optional<Measured<Json>> understand(const std::string& line, const WaitOptions& wait) const;
  Problem died(const Process& child) const;
  Problem no_answer(const std::string& line, const std::string& why) const;
  Problem too_late(double limit_s) const;

  std::vector<std::string> command_;
  Partner partner_;
  std::unique_ptr<Process> child_;
};

}  // namespace warplens::measure
