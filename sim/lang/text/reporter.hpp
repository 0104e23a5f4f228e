// Collects the diagnostics of one compilation. Everything that may find a mistake reports it to a
// Reporter and continues.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/budget.hpp"
#include "sim/base/diagnostic.hpp"

namespace warplens::lang {

void sort_by_place(base::Diagnostics& diagnostics);  // those without one first

// The hint for an unknown name; empty without a known one that is near.
std::string did_you_mean(std::string_view known_name);

class Reporter {
 public:
  // During its lifetime, errors have this context: "in 'f<int>', which line 20 uses".
  class Context {
   public:
    Context(Reporter& reporter, std::string context)
        : reporter_(reporter), outer_(std::exchange(reporter.context_, std::move(context))) {}
    ~Context() { reporter_.context_ = std::move(outer_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

   private:
    Reporter& reporter_;
    std::string outer_;
  };

  // Only the first error that begins at a place is kept: later ones there are usually its
  // consequences.
  void error(base::Span span, std::string message, std::string hint = "");
  // About a name that nobody knows; the hint asks whether `known_name` is meant. Empty: none is
  // near, and there is no hint.
  void unknown_name(base::Span span, std::string message, const std::string& known_name);
  // Valid C++ that is not supported here.
  void unsupported(base::Span span, std::string message, std::string hint = "");
  void placeless_error(std::string message, std::string hint = "");
  // Errors that after() returned, which were forgotten.
  void report_again(const base::Diagnostics& errors) {
    diagnostics_.insert(diagnostics_.end(), errors.begin(), errors.end());
  }

  // Does not prevent the text from compiling.
  void warning(base::Span span, std::string message, std::string hint);
  void placeless_warning(std::string message, std::string hint);
  // Listed with the warnings: a decision made for the user.
  void note(base::Span span, std::string message, std::string hint = "");

  bool any() const { return !diagnostics_.empty(); }
  size_t count() const { return diagnostics_.size(); }
  bool is_full() const;
  // Whether some error already has this message.
  bool has(const std::string& message) const;
  // The first message reported since count() was `count`; empty if there is none.
  std::string message_after(size_t count) const {
    return diagnostics_.size() > count ? diagnostics_[count].message : "";
  }
  // The errors reported since count() was `count`, in that order.
  base::Diagnostics after(size_t count) const {
    return {diagnostics_.begin() + static_cast<std::ptrdiff_t>(count), diagnostics_.end()};
  }
  // Removes the errors reported since count() was `count`: of a failed trial.
  void forget_after(size_t count) { diagnostics_.resize(count); }
  // During a trial, errors will be forgotten: they need no hints.
  class Trial {
   public:
    explicit Trial(Reporter& reporter) : reporter_(reporter) { ++reporter_.trials_; }
    ~Trial() { --reporter_.trials_; }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

   private:
    Reporter& reporter_;
  };
  bool is_trial() const { return trials_ > 0; }
  // All of them in order of place.
  base::Diagnostics take();
  base::Diagnostics take_warnings();

 private:
  base::Diagnostics diagnostics_;
  base::Diagnostics warnings_;
  int trials_ = 0;
  std::string context_;
};

// The diagnostics of a job that ended because its budget is used up.
base::Diagnostics report_end(const base::Budget& budget, const base::BudgetEnd& end);

}  // namespace warplens::lang
