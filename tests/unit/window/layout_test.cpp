// The layout at every size and scale that is promised: panels inside the window, none on another,
// none too small.
#include "app/window/frame/layout.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using warplens::gui::Drawer;
using warplens::gui::Picture;
using warplens::views::Layout;
using warplens::views::LayoutWish;
using warplens::views::make_layout;
using warplens::views::Rect;
using warplens::views::Slot;
using warplens::views::WindowColumn;

namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.pos.x < b.max().x && b.pos.x < a.max().x && a.pos.y < b.max().y && b.pos.y < a.max().y;
}

// Panels that can be on screen together.
std::vector<Rect> together(const Layout& layout) {
  const auto is_tabbed = [&](WindowColumn column) {
    return layout.is_tabbed[static_cast<size_t>(column)];
  };
  std::vector<Rect> rects = {layout.top, layout[Slot::kTimeline], layout[Slot::kSource],
                             layout[Slot::kSentence], layout[Slot::kTiles]};
  if (!is_tabbed(WindowColumn::kLeft)) rects.push_back(layout[Slot::kThread]);
  if (!is_tabbed(WindowColumn::kCentre)) rects.push_back(layout[Slot::kMemory]);
  if (layout.has_right) rects.push_back(layout[Slot::kLanes]);
  if (layout.has_right && !is_tabbed(WindowColumn::kRight)) {
    rects.push_back(layout[Slot::kTotals]);
  }
  return rects;
}

}  // namespace

TEST_CASE("layout: whatever is below them, all 32 lanes have rows of the smallest letters") {
  for (const ImVec2 size : {ImVec2(1600, 1000), ImVec2(1920, 1080)}) {
    for (const float needed : {0.0f, 300.0f, 1e6f}) {
      const Layout layout = make_layout({.size = size, .needed_totals = needed});
      CHECK(layout[Slot::kLanes].size.y >= 56 * 8);
      CHECK(layout[Slot::kTotals].size.y >= 200);
    }
  }
}

TEST_CASE("layout: from 1280x800 to 2560x1440 at scales 1 to 2, nothing is on or outside another") {
  const ImVec2 sizes[] = {{1280, 800}, {1600, 1000}, {1920, 1080}, {2560, 1440}};
  for (const ImVec2 size : sizes) {
    for (float scale = 1; scale <= 2; scale += 0.25f) {
      for (int rows = 1; rows <= 3; ++rows) {
        CAPTURE(size.x);
        CAPTURE(scale);
        const float unit = 8 * scale;
        using warplens::views::AccessHeight;
        const AccessHeight access = rows == 1   ? AccessHeight::kLow
                                    : rows == 2 ? AccessHeight::kUsual
                                                : AccessHeight::kTall;
        const float needed = rows == 2 ? 40 * unit : rows == 3 ? 1e6f : 0;
        const std::vector<Rect> rects = together(make_layout({.size = size,
                                                              .unit = unit,
                                                              .bar_rows = rows,
                                                              .access = access,
                                                              .below_sentence = 3.5f * unit,
                                                              .needed_totals = needed}));
        for (size_t i = 0; i < rects.size(); ++i) {
          CAPTURE(i);
          CHECK(rects[i].pos.x >= 0);
          CHECK(rects[i].pos.y >= 0);
          CHECK(rects[i].max().x <= size.x);
          CHECK(rects[i].max().y <= size.y);
          CHECK(rects[i].size.x >= 20 * unit);
          CHECK(rects[i].size.y >= 6 * unit);
          for (size_t k = 0; k < i; ++k) {
            CHECK_FALSE(overlap(rects[i], rects[k]));
          }
        }
      }
    }
  }
}

// What a newcomer sees, with all that leads.
LayoutWish first_wish(ImVec2 size, float scale) {
  const warplens::gui::Arrangement first = warplens::gui::first_arrangement();
  LayoutWish wish;
  wish.size = size;
  wish.unit = 8 * scale;
  wish.open = first.open;
  wish.picture = first.picture;
  return wish;
}

TEST_CASE("layout: at first one picture has all of the width beside the source") {
  const Layout layout = make_layout(first_wish({1280, 720}, 1));
  CHECK_FALSE(layout.has_right);
  CHECK(layout.is_tabbed[static_cast<size_t>(WindowColumn::kCentre)]);
  CHECK(layout[Slot::kTiles].size.x >= 860);
  CHECK(layout[Slot::kTiles].max().x == 1280);
  CHECK(layout[Slot::kTiles].size.y >= 0.6f * 720);
  // The source has what the thread leaves.
  CHECK(layout[Slot::kSource].size.y >= 0.45f * 720);
}

TEST_CASE("layout: at first the sentence has room for large letters, with its index") {
  LayoutWish wish = first_wish({1280, 720}, 1);
  wish.has_strip = true;
  wish.bar_rows = 2;
  const Layout layout = make_layout(wish);
  CHECK(layout[Slot::kSentence].size.y >= 180);
  CHECK(layout[Slot::kSource].size.y >= 0.38f * 720);
  wish.open.set(Drawer::kThread, true);  // has the index
  CHECK(make_layout(wish)[Slot::kSentence].size.y <= 90);
}

TEST_CASE("layout: a low window has a strip and a whole question, too") {
  for (const auto& [size, scale] :
       {std::pair(ImVec2(1280, 720), 2.0f), std::pair(ImVec2(1024, 600), 1.5f)}) {
    LayoutWish wish = first_wish(size, scale);
    wish.has_strip = wish.asks = wish.hides_bars = true;
    wish.bar_rows = 2;
    const Layout layout = make_layout(wish);
    CHECK(layout.strip.size.y == 40 * scale);
    CHECK(layout[Slot::kSentence].size.y <= 150 * scale);
    CHECK(layout[Slot::kSentence].size.y >= 80 * scale);
    CHECK(layout[Slot::kTiles].pos.y >= layout.strip.max().y);
    CHECK(layout[Slot::kTiles].size.y >= 90 * scale);
    CHECK(layout[Slot::kTiles].max().y <= layout[Slot::kTimeline].pos.y);
    CHECK(layout[Slot::kSentence].max().y <= layout[Slot::kTimeline].pos.y);
  }
}

TEST_CASE("layout: a question that needs more than the usual height gets it from the source") {
  LayoutWish wish = first_wish({1024, 768}, 1);
  wish.has_strip = wish.asks = true;
  const Layout usual = make_layout(wish);
  wish.question = usual[Slot::kSentence].size.y + 40;
  const Layout more = make_layout(wish);
  CHECK(more[Slot::kSentence].size.y == usual[Slot::kSentence].size.y + 40);
  CHECK(more[Slot::kSource].size.y == usual[Slot::kSource].size.y - 40);
  CHECK(more[Slot::kTiles].size.y == usual[Slot::kTiles].size.y);
  wish.question = 2000;  // the source is not all gone
  CHECK(make_layout(wish)[Slot::kSource].size.y >= 70);
}

TEST_CASE("layout: strip, question and judge have their places beside a picture of 60 %") {
  LayoutWish wish = first_wish({1280, 720}, 1);
  wish.has_strip = wish.asks = true;
  wish.judge = 40;
  const Layout layout = make_layout(wish);
  CHECK(layout.strip.size.y == 40);
  CHECK(layout.judge.size.y == 40);
  CHECK(layout[Slot::kSentence].size.y <= 150);
  CHECK(layout[Slot::kSentence].size.y >= 140);
  CHECK(layout[Slot::kTiles].size.y >= 0.6f * 720);
  const std::vector<Rect> rects{
      layout.top,   layout.strip,         layout[Slot::kSource],  layout[Slot::kSentence],
      layout.judge, layout[Slot::kTiles], layout[Slot::kTimeline]};
  for (size_t i = 0; i < rects.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      CAPTURE(i);
      CAPTURE(k);
      CHECK_FALSE(overlap(rects[i], rects[k]));
    }
  }
}

TEST_CASE("layout: a drawer that is alone at the right has the whole column") {
  LayoutWish wish = first_wish({1600, 1000}, 1);
  wish.open.set(Drawer::kLanes, true);
  const Layout lanes = make_layout(wish);
  CHECK(lanes.has_right);
  wish.open = {Drawer::kTotals};
  const Layout totals = make_layout(wish);
  CHECK(totals[Slot::kTotals].size.y == lanes[Slot::kLanes].size.y);
  CHECK(totals[Slot::kTotals].size.y > 700);
}

TEST_CASE("layout: columns are as wide as they were dragged, within limits") {
  LayoutWish wish = first_wish({1280, 720}, 1);
  wish.open = warplens::gui::everything().open;
  wish.left_share = 0.25f;
  wish.right_share = 0.3f;
  const Layout dragged = make_layout(wish);
  CHECK(dragged[Slot::kSource].size.x == 320);
  CHECK(dragged[Slot::kLanes].size.x == 384);
  wish.left_share = wish.right_share = 0.6f;
  const Layout most = make_layout(wish);
  CHECK(most[Slot::kSource].size.x <= 640);
  CHECK(most[Slot::kTiles].size.x >= 39 * 8);
}

TEST_CASE("layout: a low window has one column, and a picture of 60 % of its height") {
  const std::pair<ImVec2, float> windows[] = {
      {{1280, 720}, 2.0f}, {{1366, 768}, 2.0f}, {{1024, 600}, 1.75f}};
  for (const auto& window : windows) {
    const ImVec2 size = window.first;
    const float scale = window.second;
    CAPTURE(size.x);
    const Layout layout = make_layout(first_wish(size, scale));
    CHECK(layout.room == warplens::views::Room::kLow);
    CHECK(layout[Slot::kTiles].size.x == size.x);
    CHECK(layout[Slot::kTiles].size.y >= 0.6f * size.y);
    LayoutWish asked = first_wish(size, scale);
    asked.asks = true;
    const Layout asking = make_layout(asked);
    CHECK(asking[Slot::kSentence].size.y >= 10 * 8 * scale);
    CHECK_FALSE(overlap(asking[Slot::kSentence], asking[Slot::kTiles]));
    CHECK_FALSE(overlap(asking[Slot::kSentence], asking[Slot::kTimeline]));
  }
}
