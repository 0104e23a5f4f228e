// Collects the diagnostics of one compilation. Everything that may find a mistake gets a Reporter
// and goes on.
#pragma once

#include <cstddef>
#include <string>

#include "sim/base/diagnostic.hpp"

namespace warplens::lang {

class Reporter {
 public:
  // Only the first error that begins at a place is kept: what follows it there is usually its
  // consequence.
  void error(base::Span span, std::string message, std::string hint = "");
  void placeless_error(std::string message, std::string hint = "");

  // Does not keep the text from compiling.
  void warning(base::Span span, std::string message, std::string hint);
  // Comes with the warnings: what was decided in the user's place.
  void note(base::Span span, std::string message, std::string hint = "");

  bool any() const { return !diagnostics_.empty(); }
  size_t count() const { return diagnostics_.size(); }
  bool is_full() const;
  // What was reported first since count() was `count`; empty if nothing was.
  std::string message_after(size_t count) const {
    return diagnostics_.size() > count ? diagnostics_[count].message : "";
  }
  // Forgets what was reported since count() was `count`: a trial that did not work out.
  void forget_after(size_t count) { diagnostics_.resize(count); }
  // While one lasts, what is reported will be forgotten: it need not say what to do instead.
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
};

}  // namespace warplens::lang
