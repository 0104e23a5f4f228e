#include "app/window/pages/pages.hpp"

#include <algorithm>

#include "app/window/pages/caches/caches.hpp"
#include "app/window/pages/comparison/comparison.hpp"
#include "app/window/pages/divergence/divergence.hpp"
#include "app/window/pages/dram/dram.hpp"
#include "app/window/pages/hiding/hiding.hpp"
#include "app/window/pages/limits/limits.hpp"
#include "app/window/pages/occupancy/occupancy.hpp"
#include "app/window/pages/program/program.hpp"
#include "app/window/pages/roofline/roofline.hpp"
#include "app/window/pages/sweep/sweep.hpp"
#include "sim/base/assert.hpp"

namespace warplens::views {
namespace {

constexpr PageView kViews[] = {
    {.page = gui::Page::kProgram,
     .group = PageGroup::kRight,
     .widget = "page.program",
     .key = 'W',
     .name = sentence("Program"),
     .question = sentence("What did the whole program do?"),
     .answer = program_answer,
     .draw = draw_program},
    {.page = gui::Page::kCaches,
     .group = PageGroup::kBytes,
     .widget = "page.caches",
     .key = 'K',
     .name = sentence("Caches"),
     .question = sentence("What moves between L1, L2 and DRAM?"),
     .answer = caches_answer,
     .draw = draw_caches,
     .details = kManyDetails,
     .draw_details = draw_caches_details,
     .caveats = caches_caveats},
    {.page = gui::Page::kDram,
     .group = PageGroup::kBytes,
     .widget = "page.dram",
     .key = 'B',
     .name = sentence("DRAM"),
     .question = sentence("What does DRAM do?"),
     .answer = dram_answer,
     .draw = draw_dram,
     .details = kManyDetails,
     .draw_details = draw_dram_details,
     .choices = dram_choices,
     .caveats = dram_caveats},
    {.page = gui::Page::kOccupancy,
     .group = PageGroup::kLimits,
     .widget = "page.occupancy",
     .key = 'O',
     .name = sentence("Occupancy"),
     .question = sentence("How many blocks does an SM hold?"),
     .answer = occupancy_answer,
     .draw = draw_occupancy,
     .details = 22,
     .draw_details = draw_occupancy_details,
     .choices = occupancy_choices,
     .caveats = occupancy_caveats},
    {.page = gui::Page::kHiding,
     .group = PageGroup::kLimits,
     .widget = "page.hiding",
     .key = 'H',
     .name = sentence("Latency hiding"),
     .question = sentence("What does each warp wait for?"),
     .answer = hiding_answer,
     .draw = draw_hiding,
     .details = kManyDetails,
     .draw_details = draw_hiding_details,
     .choices = hiding_choices,
     .caveats = hiding_caveats},
    {.page = gui::Page::kRoofline,
     .group = PageGroup::kLimits,
     .widget = "page.roofline",
     .key = 'U',
     .name = sentence("Roofline"),
     .question = sentence("What limits its speed?"),
     .answer = roofline_answer,
     .draw = draw_roofline,
     .details = 22,
     .draw_details = draw_roofline_details,
     .choices = roofline_choices,
     .caveats = roofline_caveats},
    {.page = gui::Page::kLimits,
     .group = PageGroup::kLimits,
     .widget = "page.limits",
     .key = 'Z',
     .name = sentence("Device limits"),
     .question = sentence("What does the device allow?"),
     .answer = limits_answer,
     .draw = draw_device_limits,
     .details = kManyDetails,
     .draw_details = draw_limit_details,
     .choices = occupancy_choices,
     .caveats = limits_caveats},
    {.page = gui::Page::kDivergence,
     .group = PageGroup::kLimits,
     .widget = "page.divergence",
     .key = 'Y',
     .name = sentence("Divergence"),
     .question = sentence("Which lanes execute?"),
     .quantity = study::Quantity::kActiveThreads,
     .answer = divergence_answer,
     .draw = draw_divergence,
     .details = kManyDetails,
     .draw_details = draw_divergence_details,
     .choices = divergence_choices,
     .caveats = divergence_caveats},
    {.page = gui::Page::kCompare,
     .group = PageGroup::kMeasured,
     .widget = "page.compare",
     .key = 'C',
     .name = sentence("Counters of a GPU"),
     .question = sentence("Does a GPU count the same?"),
     .answer = comparison_answer,
     .draw = draw_comparison},
    {.page = gui::Page::kSweep,
     .group = PageGroup::kMeasured,
     .widget = "sweep",
     .key = 'S',
     .name = sentence("Sweep"),
     .question = sentence("Which number costs the least?"),
     .answer = sweep_answer,
     .draw = draw_sweep,
     .details = 8,
     .draw_details = draw_sweep_details,
     .choices = sweep_choices},
};

}  // namespace

const char* title_of(PageGroup group) {
  constexpr Sentence kTitles[kPageGroups] = {sentence("Is it right?"),
                                             sentence("Where do the bytes go?"),
                                             sentence("What limits it?"), sentence("Measured")};
  return label(kTitles[static_cast<size_t>(group)]);
}

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
  ui::tooltip(ui, say("{question} ({key})", "question"_a = label(view.question),
                      "key"_a = std::string(1, view.key)));
}

}  // namespace warplens::views
