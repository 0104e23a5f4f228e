#include "app/window/pages/page_plan.hpp"

#include <algorithm>
#include <cmath>

namespace warplens::views {
namespace {

constexpr float kEdges = 2;  // [units] of the panel, above and below its contents

}  // namespace

PagePlan plan_page(float height, float unit, const PageNeeds& needs) {
  const float least = std::ceil(height * kLeastPicture);
  float body =
      height - kEdges * unit - needs.question - needs.answer - needs.remarks - needs.options;
  PagePlan plan;
  const auto grant = [&](float wanted) {
    if (body - wanted < least) return false;
    body -= wanted;
    return true;
  };
  plan.has_tabs = needs.tabs > 0 && grant(needs.tabs);
  plan.is_answer_large =
      needs.large_answer > needs.answer && grant(needs.large_answer - needs.answer);
  const float whole = needs.picture <= body ? needs.picture : 0;
  plan.picture = std::max({least, whole, body - needs.details});
  return plan;
}

}  // namespace warplens::views
