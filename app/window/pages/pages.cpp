#include "app/window/pages/pages.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"

namespace warplens::views {
namespace {

constexpr const PageView* kViews[] = {
#define WL_PAGE(page, origin, needs) &k##page##Page,
#include "app/scene/pages/pages.def"
};

}  // namespace

const char* title_of(PageGroup group) {
  constexpr Sentence kTitles[kPageGroups] = {sentence("Is it right?"),
                                             sentence("Where do the bytes go?"),
                                             sentence("What limits it?"), sentence("Measured")};
  return label(kTitles[static_cast<size_t>(group)]);
}

std::span<const PageView* const> page_views() {
  return kViews;
}

const PageView& page_view(gui::Page page) {
  const auto* found = std::find_if(std::begin(kViews), std::end(kViews),
                                   [&](const PageView* view) { return view->page == page; });
  WL_ASSERT(found != std::end(kViews), "every page has a row here");
  return **found;
}

void put_page_help(ui::Ui& ui, const PageView& view) {
  if (!ImGui::IsItemHovered()) return;  // the sentence is made where it is seen
  ui::tooltip(ui, say("{question} ({key})", "question"_a = label(view.question),
                      "key"_a = std::string(1, view.key)));
}

}  // namespace warplens::views
