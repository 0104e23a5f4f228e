// The picture of a page comes first: at every size and scale that is promised it has three fifths
// of the page's height, and all of that is in sight.
#include "app/window/pages/page_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/window/frame/layout.hpp"

using namespace warplens::views;

namespace {

struct Screen {
  float width, height, scale;
  int bar_rows;
};
constexpr Screen kScreens[] = {{1280, 720, 1, 2},    {1280, 720, 2, 3},  {1024, 768, 1, 2},
                               {1366, 768, 1, 2},    {1920, 1080, 1, 1}, {1920, 1080, 1.5f, 2},
                               {1280, 720, 1.5f, 2}, {3840, 2160, 2, 1}};

// As page.cpp counts them, with the fonts' sizes (kit/fonts.cpp).
PageNeeds needs_at(float scale) {
  const float unit = 8 * scale, body = 16 * scale, title = 18 * scale;
  PageNeeds needs;
  needs.question = body + unit * 1.25f;
  needs.tabs = body + unit;
  needs.answer = body * 1.3f;
  needs.large_answer = title * 1.3f;
  needs.options = body + unit;
  needs.details = 22 * unit;
  return needs;
}

// Below the bar and a lesson's strip, above the timeline; a narrow window has none beside a page.
float page_height(const Screen& screen) {
  LayoutWish wish;
  wish.size = ImVec2(screen.width, screen.height);
  wish.unit = 8 * screen.scale;
  wish.bar_rows = screen.bar_rows;
  wish.has_strip = true;
  const Layout layout = make_layout(wish);
  return layout.page.size.y;
}

float taken(const PageNeeds& needs, const PagePlan& plan, float unit) {
  return 2 * unit + needs.question + (plan.has_tabs ? needs.tabs : 0) +
         (plan.is_answer_large ? needs.large_answer : needs.answer) + needs.remarks + needs.options;
}

}  // namespace

TEST_CASE("page plan: at every size the picture has three fifths of the height, in sight") {
  for (const Screen& screen : kScreens) {
    CAPTURE(screen.width);
    CAPTURE(screen.height);
    CAPTURE(screen.scale);
    const float unit = 8 * screen.scale, height = page_height(screen);
    for (const float details : {0.0f, 22 * unit, 1e6f}) {
      PageNeeds needs = needs_at(screen.scale);
      needs.details = details;
      const PagePlan plan = plan_page(height, unit, needs);
      CHECK(plan.picture / height >= kLeastPicture);
      CHECK(taken(needs, plan, unit) + plan.picture <= height + 1);
    }
  }
}

TEST_CASE("page plan: what a high page has room for is granted, tabs first") {
  const PageNeeds needs = needs_at(1);
  const PagePlan high = plan_page(800, 8, needs);
  CHECK(high.has_tabs);
  CHECK(high.is_answer_large);
  // The details are in sight, and the picture has the rest.
  CHECK(high.picture == doctest::Approx(800 - taken(needs, high, 8) - 22 * 8));
  const PagePlan low = plan_page(215, 8, needs);
  CHECK_FALSE(low.has_tabs);
  CHECK_FALSE(low.is_answer_large);
}

TEST_CASE("page plan: a picture that can be whole is, before details are in sight") {
  PageNeeds needs = needs_at(1);
  const float usual = plan_page(473, 8, needs).picture;
  needs.picture = usual + 40;
  const PagePlan whole = plan_page(473, 8, needs);
  CHECK(whole.picture == doctest::Approx(needs.picture));
  CHECK(taken(needs, whole, 8) + whole.picture <= 473);
  // One that cannot leaves the details what they have otherwise.
  needs.picture = 473;
  CHECK(plan_page(473, 8, needs).picture == doctest::Approx(usual));
}

TEST_CASE("page plan: a page that is too low for its head is scrolled, with as large a picture") {
  PageNeeds needs = needs_at(1);
  needs.remarks = 200;
  CHECK(plan_page(300, 8, needs).picture == doctest::Approx(180));
  needs.details = 0;
  CHECK(plan_page(300, 8, needs).picture == doctest::Approx(180));
  needs.remarks = 0;
  CHECK(plan_page(300, 8, needs).picture > 180);
}
