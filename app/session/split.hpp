// A kept run beside the one shown, at the same access: the other side of a split window.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/moment.hpp"
#include "app/session/moment_maker.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::gui {

struct Selection;

// What views read.
struct Split {
  std::shared_ptr<const run::Run> run;       // null: the window is not split
  std::vector<launch::Definition> settings;  // of the lesson's parameters that made it
  std::optional<uint32_t> step;              // the access like the selected one; none: it has none
  std::shared_ptr<const scene::Moment> moment;  // at it; null until it is made
  // Of the same text without one of its parts, which is shown beside it: "Without this barrier".
  std::string edit_name;
  std::string edited_text;
  std::string kept_name, shown_name;  // of both sides; empty: by what differs
};

class SplitDesk {
 public:
  explicit SplitDesk(Executor& executor);

  // False where the run can't be replayed: it has no steps, or its arrays' contents were dropped.
  bool keep(std::shared_ptr<const run::Run> run, std::vector<launch::Definition> settings);
  // The run beside the kept one is to be that of this text.
  void name_edit(std::string name, std::string edited_text);
  // What both are called, whatever differs.
  void name_sides(std::string kept, std::string shown);
  void close();
  // Goes to the access that is like the selected one of `shown`: of the same text, made by the same
  // warp in the same phase and turn, or the nearest to that.
  void follow(const std::shared_ptr<const run::Run>& shown, const Selection& selection);
  // Passes of that access; 0 where there is none.
  uint32_t passes_like(const run::Run& shown, uint32_t step) const;
  const Split& split() const { return split_; }

  prepare::Request made_by;  // the kept run

 private:
  std::optional<uint32_t> step_like(const run::Run& shown, uint32_t step) const;

  std::shared_ptr<const Prepared> kept_;
  Split split_;
  std::shared_ptr<const run::Run> followed_;  // for which the step was looked for, with
  uint32_t followed_step_ = 0, followed_lane_ = 0;
  MomentMaker moments_;
};

}  // namespace warplens::gui
