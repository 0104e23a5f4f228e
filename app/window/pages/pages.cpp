#include "app/window/pages/pages.hpp"

#include <algorithm>

#include "app/window/pages/caches/caches.hpp"
#include "app/window/pages/divergence/divergence.hpp"
#include "app/window/pages/dram/dram.hpp"
#include "app/window/pages/hiding/hiding.hpp"
#include "app/window/pages/limits/limits.hpp"
#include "app/window/pages/occupancy/occupancy.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/program/program.hpp"
#include "app/window/pages/roofline/roofline.hpp"
#include "sim/base/assert.hpp"

namespace warplens::views {
namespace {

constexpr PageView kViews[] = {
    {gui::Page::kProgram, "page.program", 'W', sentence("Program"),
     sentence("What the whole program did: arrays, copies, launches, what it printed"),
     draw_program, nullptr},
    {gui::Page::kCompare, "page.compare", 'C', sentence("Compare"),
     sentence("Simulated beside measured and recorded, line by line"), draw_comparison, nullptr},
    {gui::Page::kSweep, "sweep", 'S', sentence("Sweep"),
     sentence("Bank conflicts and time over a parameter"), draw_sweep, nullptr},
    {gui::Page::kOccupancy, "page.occupancy", 'O', sentence("Occupancy"),
     sentence("Active blocks an SM, and what limits them"), draw_occupancy, put_occupancy_reset},
    {gui::Page::kHiding, "page.hiding", 'H', sentence("Latency hiding"),
     sentence("How warps hide each other's waiting, cycle by cycle"), draw_hiding,
     put_hiding_buttons},
    {gui::Page::kDivergence, "page.divergence", 'Y', sentence("Divergence"),
     sentence("Active threads a warp, and divergent branches"), draw_divergence,
     put_divergence_warps},
    {gui::Page::kLimits, "page.limits", 'Z', sentence("Limits"),
     sentence("What each limit of the device means, and what this launch takes of it"),
     draw_device_limits, put_occupancy_reset},
    {gui::Page::kCaches, "page.caches", 'K', sentence("Caches"),
     sentence("Hit rates of L1 and L2, bytes between L2 and L1 and between DRAM and L2"),
     draw_caches, nullptr},
    {gui::Page::kRoofline, "page.roofline", 'U', sentence("Roofline"),
     sentence("Operations for each byte, and what limits their speed"), draw_roofline,
     put_roofline_buttons},
    {gui::Page::kDram, "page.dram", 'B', sentence("DRAM"),
     sentence("Banks and their open rows, served request by request"), draw_dram, put_dram_buttons},
};

}  // namespace

std::span<const PageView> page_views() {
  return kViews;
}

const PageView& page_view(gui::Page page) {
  const auto* found = std::find_if(std::begin(kViews), std::end(kViews),
                                   [&](const PageView& view) { return view.page == page; });
  WL_ASSERT(found != std::end(kViews), "every page has a row here");
  return *found;
}

void put_page_help(ui::Ui& ui, const PageView& view) {
  if (!ImGui::IsItemHovered()) return;  // the sentence is made where it is seen
  ui::tooltip(
      ui, say("{help} ({key})", "help"_a = label(view.help), "key"_a = std::string(1, view.key)));
}

}  // namespace warplens::views
