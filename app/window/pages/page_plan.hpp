// How a page shares out its height: a pure function, so that the picture comes first at every size
// of the window and nothing's place depends on what was drawn before.
#pragma once

namespace warplens::views {

// Of the height of a page, from its upper edge to its foot, the picture has at least so much.
inline constexpr float kLeastPicture = 0.6f;

// [pixels] What the parts above the picture want, each with the gap below it; 0: there is none.
struct PageNeeds {
  float question = 0;                  // with the buttons beside it
  float tabs = 0;                      // as a row of their own
  float answer = 0, large_answer = 0;  // in the usual and in title letters
  float remarks = 0;                   // what is in the way of more numbers
  float options = 0;
  float picture = 0;  // all of it; 0: any height will do
  float details = 0;  // what is to be in sight of what is below the picture
};

struct PagePlan {
  bool has_tabs = false, is_answer_large = false;  // as far as the picture leaves room for them
  float picture = 0;                               // [pixels]
};

// `height` [pixels] of the page; `unit` is the theme's. A picture that can be whole is, before
// details are in sight. Of the details what has no room is scrolled
// to; so is the picture's foot where what is above it takes more than it may.
PagePlan plan_page(float height, float unit, const PageNeeds& needs);

}  // namespace warplens::views
