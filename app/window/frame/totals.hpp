// The totals panel: the whole grid's counts, those of the run before the last change.
#pragma once

#include "app/scene/pages/totals_table.hpp"
#include "app/window/frame/panel.hpp"

namespace warplens::views {

// A lesson's parameter that differs names the two runs in the lesson's own words: "padding 1" and
// "padding 0", not by the macro behind it. None where another thing differs.
struct ParameterNames {
  std::string now, before;
};
std::optional<ParameterNames> differing_parameter(const std::vector<lessons::Parameter>& parameters,
                                                  const std::vector<launch::Definition>& now,
                                                  const std::vector<launch::Definition>& before);
// The columns of the table by it.
void name_by_parameters(const std::vector<lessons::Parameter>& parameters,
                        const std::vector<launch::Definition>& now,
                        const std::vector<launch::Definition>& before, scene::TotalsTable& table);

}  // namespace warplens::views
