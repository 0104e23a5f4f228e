// A row is a wavefront, a cell the word that a bank hands out in it. Where there is room, a strip
// of lanes is below and a line runs from each word to every lane it feeds, so that a broadcast is
// seen as one word that fans out. Where rows would be too low for letters, lanes queue over their
// bank instead.
#include "app/window/access/banks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "app/scene/words/costs.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/window/access/access_picture.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/doors.hpp"
#include "app/window/access/matrix_picture.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/split/time_beside.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr size_t kMostFannedRows = 4;  // more rows leave no room between them for lines

Area cell_area(const BanksLayout& layout, uint32_t bank, size_t wavefront) {
  const float y = layout.rows_top + static_cast<float>(wavefront) * layout.row_height;
  const float gap = layout.row_height > 3 ? 1.0f : 0.0f;
  return row_cell(layout.left, layout.cell_width, bank, std::round(y),
                  std::round(y + layout.row_height) - gap);
}

float lane_width(const BanksLayout& layout, uint32_t banks) {
  return layout.cell_width * static_cast<float>(banks) / 32.0f;
}

Area lane_area(const BanksLayout& layout, uint32_t banks, uint32_t lane) {
  const float width = lane_width(layout, banks);
  return row_cell(layout.left, width, lane, layout.lanes_top,
                  layout.lanes_top + layout.lanes_height);
}

struct BanksPicture : PictureContext {
  BanksLayout layout;
  uint32_t banks = 32;
  bool has_groups = false;  // rows say which lanes they serve
  bool is_wide = false;     // a lane takes several banks, and its number is across them
  float done = 0;           // passes_done(): later wavefronts are still empty
  std::string below = {};   // of rows that wires cross: the words on them, below
};

// Also the lowest of them, which are not all equally high in whole pixels.
bool rows_have_letters(const BanksPicture& p) {
  return std::floor(p.layout.row_height) - 1 >= smallest_letters(p.ui);
}

void draw_service(BanksPicture& p, const model::BankService& service, size_t wavefront) {
  const Area cell = cell_area(p.layout, service.bank, wavefront);
  const Area plain = fill_groups(p.ui, p.list, p.moment, cell, service.lanes);
  const std::string name = fmt::format("bank:{}:{}", wavefront, service.bank);
  p.ui.probe.widget(name, cell.min, cell.max);
  const float smallest = smallest_letters(p.ui);
  const bool has_letters = rows_have_letters(p) && !p.is_wide;
  if (has_letters)
    draw_label(p.ui, p.list, plain, ink(p.ui), bank_lanes_label(p.ui, service.lanes, cell.width()),
               smallest);
  mark_outside(p, cell, service.lanes);
  if ((service.lanes & outlined_lanes(p.ui, p.moment)) != 0) {
    outline(p.list, cell, chosen_color(p.ui), std::min(2 * p.ui.scale, cell.height() / 3));
  }
  if (!is_hovered(cell)) return;
  const uint32_t lane = lane_to_select(p.moment, service.lanes);
  picture_tip(p.ui, p.model, scene::service_words(p.moment, service, wavefront, lane));
  point_at_lane(p, lane);
}

// Neighbouring banks that serve the same lanes with words that follow each other carry one label: a
// lane's 16 bytes are seen as one block over four banks.
void draw_wide_labels(BanksPicture& p, size_t wavefront) {
  if (!p.is_wide || !rows_have_letters(p)) return;
  std::vector<model::BankService> services = p.moment.banks.wavefronts[wavefront];
  std::sort(services.begin(), services.end(),
            [](const auto& a, const auto& b) { return a.bank < b.bank; });
  for (size_t i = 0; i < services.size();) {
    size_t end = i + 1;
    while (end < services.size() && services[end].lanes == services[i].lanes &&
           services[end].bank == services[end - 1].bank + 1 &&
           services[end].word == services[end - 1].word + 1) {
      ++end;
    }
    const Area first = cell_area(p.layout, services[i].bank, wavefront);
    const Area last = cell_area(p.layout, services[end - 1].bank, wavefront);
    const Area block{first.min, last.max};
    const Area plain = fill_groups(p.ui, p.list, p.moment, block, services[i].lanes);
    const bool has_room = block.height() >= ui::font_size(p.ui.fonts.mono_small) * 1.4f;
    for (size_t word = i + 1; word < end && has_room; ++word) {  // notches between the words
      const float x = cell_area(p.layout, services[word].bank, wavefront).min.x - 0.5f;
      p.list->AddLine(ImVec2(x, block.min.y), ImVec2(x, block.min.y + block.height() * 0.22f),
                      p.ui.theme.panel, 1.0f);
    }
    draw_label(p.ui, p.list, plain, ink(p.ui), lanes_label(services[i].lanes),
               smallest_letters(p.ui));
    mark_outside(p, block, services[i].lanes);
    if ((services[i].lanes & outlined_lanes(p.ui, p.moment)) != 0) {
      outline(p.list, block, chosen_color(p.ui), std::min(2 * p.ui.scale, block.height() / 3));
    }
    i = end;
  }
}

// Where the longest run of idle banks is wide enough, says how many there are.
void draw_idle(BanksPicture& p, const std::vector<model::BankService>& services, size_t wavefront,
               bool says_so) {
  std::vector<bool> busy(p.banks, false);
  uint32_t lanes = 0;
  for (const model::BankService& service : services) {
    busy[service.bank] = true;
    lanes |= service.lanes;
  }
  uint32_t idle = 0, run_begin = 0, best_begin = 0, best_end = 0;
  for (uint32_t bank = 0; bank <= p.banks; ++bank) {
    if (bank < p.banks && !busy[bank]) {
      ++idle;
      const Area cell = cell_area(p.layout, bank, wavefront);
      if (p.layout.row_height >= 8) {
        outline(p.list, cell, p.ui.theme.line, 1);
      } else {
        p.list->AddRectFilled(cell.min, cell.max, p.ui.theme.panel_raised, 0, 0);
      }
      continue;
    }
    if (bank - run_begin > best_end - best_begin) {
      best_begin = run_begin;
      best_end = bank;
    }
    run_begin = bank + 1;
  }
  if (!says_so || idle * 2 < p.banks) return;
  const bool is_one = std::popcount(lanes) == 1 && p.moment.banks.wavefronts.size() > 1;
  std::string text = is_one ? scene::one_lane_words(wavefront, idle) : scene::idle_words(idle);
  const bool has_wires = wavefront > 0 && p.layout.lanes_top != 0;
  if (has_wires) {
    if (is_one) p.below = text;
    return;
  }
  ImFont* font = p.ui.fonts.small;
  Area run{cell_area(p.layout, best_begin, wavefront).min,
           cell_area(p.layout, best_end - 1, wavefront).max};
  ImVec2 size = ui::text_size(font, text);
  if (size.x + p.ui.theme.unit * 2 > run.width()) {
    text = scene::idle_words(idle);
    size = ui::text_size(font, text);
  }
  if (size.x + p.ui.theme.unit > run.width() || size.y > run.height()) return;
  const ImVec2 at(run.min.x + p.ui.theme.unit * 0.75f, run.center().y - size.y / 2);
  p.list->AddRectFilled(ImVec2(at.x - 3, at.y), ImVec2(at.x + size.x + 3, at.y + size.y),
                        p.ui.theme.panel, 0, 0);
  ui::text_at(p.ui, p.list, font, at, p.ui.theme.text_dim, text);
}

void draw_fan(BanksPicture& p) {
  if (p.layout.lanes_top == 0) return;
  const auto& wavefronts = p.moment.banks.wavefronts;
  for (size_t w = 0; w < wavefronts.size() && static_cast<float>(w) < p.done; ++w) {
    for (const model::BankService& service : wavefronts[w]) {
      const Area cell = cell_area(p.layout, service.bank, w);
      for (uint32_t rest = service.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const Area to = lane_area(p.layout, p.banks, lane);
        draw_lane_line(p, lane, ImVec2(cell.center().x, cell.max.y),
                       ImVec2(to.center().x, to.min.y), {.strength = 0.55f});
      }
    }
  }
}

void draw_lane_strip(BanksPicture& p) {
  if (p.layout.lanes_top == 0) return;
  const uint32_t outlined = outlined_lanes(p.ui, p.moment);
  const float x = p.layout.left - p.ui.theme.unit * 0.75f;
  const std::string_view title = label("lanes");
  const ImVec2 size = ui::text_size(p.ui.fonts.small, title);
  ui::text_at(p.ui, p.list, p.ui.fonts.small,
              ImVec2(std::max(x - size.x, content_area().min.x),
                     p.layout.lanes_top + (p.layout.lanes_height - size.y) / 2),
              p.ui.theme.text_faint, title);
  const float width = lane_width(p.layout, p.banks);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const scene::LaneRow& row = p.moment.lanes[lane];
    const Area cell = lane_area(p.layout, p.banks, lane);
    if (row.active) {
      p.list->AddRectFilled(cell.min, cell.max, group_color(p.ui, row.group), 0, 0);
    } else {
      outline(p.list, cell, p.ui.theme.line, 1);
    }
    p.ui.probe.widget(fmt::format("banklane:{}", lane), cell.min, cell.max);
    if ((outlined >> lane & 1) != 0) outline(p.list, cell, chosen_color(p.ui), 2 * p.ui.scale);
    if (!row.exists || !is_hovered(cell)) continue;
    point_at_lane(p, lane);
  }
  // They may be wider than their lanes.
  const uint32_t step = number_step(p.ui, trace::kWarpSize, width);
  for (uint32_t lane = 0; lane < trace::kWarpSize; lane += step) {
    const scene::LaneRow& row = p.moment.lanes[lane];
    if (row.exists)
      draw_label(p.ui, p.list,
                 row_label(lane_area(p.layout, p.banks, lane), width * static_cast<float>(step)),
                 row.active ? ink(p.ui) : p.ui.theme.text_faint, fmt::format("{}", lane),
                 smallest_letters(p.ui));
  }
}

// "lanes 8–15", "lane 5", "4 lanes".
std::string row_lanes(uint32_t lanes) {
  const std::string numbers = lanes_label(lanes);
  if (std::popcount(lanes) == 1) return say("lane {lane}", "lane"_a = numbers);
  if (numbers.find("–") == std::string::npos) {
    return say("{count} lanes", "count"_a = std::popcount(lanes));
  }
  return say("lanes {lanes}", "lanes"_a = numbers);
}

// The wavefront is one more than its lanes would need at best.
bool is_beyond_least(const BanksPicture& p, size_t wavefront) {
  return scene::judge_pass(p.moment, static_cast<uint32_t>(wavefront)) == scene::Judgement::kWaste;
}

// Every row has a number, or every second, third... where rows are lower than their letters.
size_t row_label_step(const BanksPicture& p) {
  const float letters = smallest_letters(p.ui) + 1;
  return p.layout.row_height <= 0
             ? 1
             : std::max<size_t>(1, static_cast<size_t>(std::ceil(letters / p.layout.row_height)));
}

// In the middle of the row, and as high as letters are.
Area row_label_area(const BanksPicture& p, const Area& cell, float left, float right) {
  const float half = std::max(cell.height(), smallest_letters(p.ui) + 1) / 2;
  return {ImVec2(left, cell.center().y - half), ImVec2(right, cell.center().y + half)};
}

// Beside each row its lanes; where a new group of lanes begins, a line.
void draw_groups(BanksPicture& p) {
  const auto& planned = p.moment.plan.wavefronts;
  if (!p.has_groups || planned.size() != p.moment.banks.wavefronts.size()) return;
  const float left = content_area().min.x;
  ImFont* font = p.ui.fonts.mono_small;
  const float number = ui::text_size(font, "00 ").x;
  const size_t step = row_label_step(p);
  // Labels that are higher than their rows have no line through them.
  const float line = step == 1 ? left : p.layout.left - p.ui.theme.unit * 0.75f;
  for (size_t w = 0; w < planned.size(); ++w) {
    const Area cell = cell_area(p.layout, 0, w);
    if (w > 0 && planned[w].group != planned[w - 1].group) {
      p.list->AddLine(ImVec2(line, cell.min.y - 0.5f), ImVec2(p.layout.left, cell.min.y - 0.5f),
                      p.ui.theme.text_faint, 1.0f);
    }
    if (w % step != 0) continue;
    draw_label(p.ui, p.list, row_label_area(p, cell, left + number, p.layout.left - 2),
               is_beyond_least(p, w) ? p.ui.theme.waste : p.ui.theme.text,
               row_lanes(planned[w].lanes), smallest_letters(p.ui));
    p.ui.probe.widget(fmt::format("wavefront:{}", w), ImVec2(left, cell.min.y), cell.max);
  }
}

void draw_row_numbers(BanksPicture& p) {
  const float left = content_area().min.x;
  const float width = p.has_groups ? ui::text_size(p.ui.fonts.mono_small, "00 ").x
                                   : p.layout.left - left - p.ui.theme.unit * 0.5f;
  const size_t step = row_label_step(p);
  for (size_t w = 0; w < p.moment.banks.wavefronts.size(); w += step) {
    draw_label(p.ui, p.list, row_label_area(p, cell_area(p.layout, 0, w), left, left + width),
               is_beyond_least(p, w) ? p.ui.theme.waste : p.ui.theme.text_dim,
               fmt::format("{}", w + 1), smallest_letters(p.ui));
  }
}

void draw_bank_numbers(BanksPicture& p) {
  const float size = ui::font_size(p.ui.fonts.mono_small);
  const uint32_t step = number_step(p.ui, p.banks, p.layout.cell_width);
  for (uint32_t bank = 0; bank < p.banks; bank += step) {
    const float middle = p.layout.left + (static_cast<float>(bank) + 0.5f) * p.layout.cell_width;
    const float width = p.layout.cell_width * static_cast<float>(step);
    draw_label(p.ui, p.list, make_area(middle - width / 2, p.layout.header_top, width, size),
               p.ui.theme.text_faint, fmt::format("{}", bank), smallest_letters(p.ui));
  }
}

void draw_remark(BanksPicture& p) {
  if (p.layout.remark_top == 0) return;
  const std::string count = scene::judged_wavefronts(p.moment.banks.cost);
  ImFont* font = p.ui.fonts.small;
  const ImVec2 at(p.layout.left, p.layout.remark_top);
  ui::text_at(p.ui, p.list, font, at, cost_color(p.ui.theme, p.moment), count);
  const ImVec2 size = ui::text_size(font, count);
  explain_count(p.ui, p.model, p.moment, {at, ImVec2(at.x + size.x, at.y + size.y)});
  const float x = at.x + ui::text_size(font, count).x + p.ui.theme.unit * 2;
  const float right = content_area().max.x;
  // What idle banks there are goes before what the conflicts cost.
  const bool says_of_access = p.below.empty();
  const float room =
      right - x - draw_time_at_end(p.ui, p.model, p.list, right, at.y, right - x, says_of_access);
  const std::string below = p.below + "  ·  " + label("work, not time");
  const std::string_view note =
      is_by_current_rules(p.model.run->device, p.moment.access)
          ? ui::first_fitting(
                font, room,
                {label("current rules: this device's own for wide accesses are not public"),
                 label("current rules; this device's own are not public"), label("current rules")})
      : !p.below.empty()
          ? ui::first_fitting(font, room, {below, p.below, ""})
          : ui::first_fitting(font, room,
                              {ui::first_fitting(font, room, scene::order_words()), ""});
  ui::text_at(p.ui, p.list, font, ImVec2(x, at.y), p.ui.theme.text_faint, note);
}

}  // namespace

BanksLayout layout_banks(const ui::Ui& ui, const Area& area, uint32_t banks, size_t wavefronts,
                         bool has_groups) {
  const float unit = ui.theme.unit;
  const float small = ui::font_size(ui.fonts.small), mono = ui::font_size(ui.fonts.mono_small);
  const auto rows = static_cast<float>(std::max<size_t>(wavefronts, 1));
  BanksLayout layout;
  layout.left = bank_columns_left(ui, area, has_groups);
  layout.cell_width = (area.max.x - layout.left) / static_cast<float>(std::max(banks, 1u));
  layout.header_top = area.min.y;
  layout.rows_top = area.min.y + mono + unit * 0.25f;
  float bottom = area.max.y;
  if (bottom - layout.rows_top > small * 2.5f + rows * 4) {
    layout.remark_top = bottom - small - 1;
    bottom = layout.remark_top - unit * 0.5f;
  }
  const float tallest = std::min(layout.cell_width * 1.25f, mono * 2.4f);
  const float strip = std::min(std::max(mono + unit * 0.5f, layout.cell_width * 0.8f), mono * 1.8f);
  const float fan = std::max(strip + unit * 2, unit * 4);  // lines and strip
  const float room = bottom - layout.rows_top;
  if (!has_groups && wavefronts <= kMostFannedRows &&
      room > rows * (mono + unit * 0.5f) + strip + fan) {
    layout.row_height = std::min(tallest, (room - strip - fan) / rows);
    const float lines = std::min(room - layout.row_height * rows - strip, unit * 12);
    layout.lanes_top = std::round(layout.rows_top + layout.row_height * rows + lines);
    layout.lanes_height = std::round(strip);
    layout.remark_top = std::min(layout.remark_top, layout.lanes_top + strip + unit * 0.75f);
  } else {
    layout.row_height = std::min(tallest, room / rows);
    if (layout.remark_top != 0) {
      layout.remark_top =
          std::min(layout.remark_top, layout.rows_top + layout.row_height * rows + unit * 0.5f);
    }
  }
  return layout;
}

namespace {

// Rows too low for letters would not say whose words they are: each lane is in the queue over its
// bank instead, or on its way out of it while the access plays.
PassView queues_view(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  PassView view = pass_view(ui, model, actions);
  show_all_waiting(view);
  return view;
}

// Banks and lanes without who meets where: as many rows as there are would be the answer.
void draw_covered_banks(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const uint32_t banks = model.run->device.banks;
  const Area area = content_area();
  BanksPicture picture{{ui, model, *model.moment, actions, ImGui::GetWindowDrawList()},
                       layout_banks(ui, area, banks, 1, false),
                       banks,
                       false,
                       false,
                       0};
  BanksLayout& layout = picture.layout;
  layout.lanes_height = std::round(ui::font_size(ui.fonts.mono_small) * 1.8f);
  layout.lanes_top = std::round(area.max.y - layout.lanes_height);
  draw_bank_numbers(picture);
  draw_lane_strip(picture);
  draw_cover(
      ui, picture.list,
      {ImVec2(layout.left, layout.rows_top), ImVec2(area.max.x, layout.lanes_top - ui.theme.unit)});
}

void draw_banks(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (!model.moment || !model.run) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const scene::Moment& moment = *model.moment;
  if (moment.access.space != trace::Space::kShared) {
    ui::text(ui, ui.fonts.body, ui.theme.text_dim,
             label("This access does not go to shared memory: no bank is used."));
    return;
  }
  if (counts_hidden(model)) return draw_covered_banks(ui, model, actions);
  if (is_access_of_matrices(model))
    return draw_matrix_rows(pass_view(ui, model, actions), content_area());
  if (steps_by_pass(model)) return draw_doors(pass_view(ui, model, actions));
  const uint32_t banks = model.run->device.banks;
  const auto& wavefronts = moment.banks.wavefronts;
  const bool has_groups = has_lane_groups(model);
  BanksPicture picture{{ui, model, moment, actions, list},
                       layout_banks(ui, content_area(), banks, wavefronts.size(), has_groups),
                       banks,
                       has_groups,
                       moment.access.bytes > model.run->device.bank_bytes,
                       passes_done(model, moment)};
  if (!has_groups && !picture.is_wide && !rows_have_letters(picture)) {
    const PassView view = queues_view(ui, model, actions);
    const Queues queues = queues_of(moment, banks);
    if (doors_fit(ui, view.area, layout_doors(ui, view.area, banks, queues), queues))
      return draw_doors(view);
  }
  draw_bank_numbers(picture);
  draw_row_numbers(picture);
  draw_groups(picture);
  draw_fan(picture);
  for (size_t w = 0; w < wavefronts.size(); ++w) {
    if (static_cast<float>(w) >= picture.done) break;
    draw_idle(picture, wavefronts[w], w, w == 0 || wavefronts.size() <= kMostFannedRows);
    for (const model::BankService& service : wavefronts[w]) draw_service(picture, service, w);
    draw_wide_labels(picture, w);
  }
  draw_lane_strip(picture);
  draw_remark(picture);
}

float share_of_height(const gui::State& model) {
  if (has_matrices(model)) return 0.58f;  // what each matrix takes is below its rows
  const AccessHeight height = access_height(model);
  if (height == AccessHeight::kTall) return 0.70f;
  if (height == AccessHeight::kLow) return 0.48f;  // the lanes below their wavefront, too
  const bool needs_room = counts_hidden(model) || has_wavefronts_over(model, kManyWavefronts);
  return needs_room ? 0.56f : 0.40f;
}

}  // namespace

const Panel kBanksPanel = {
    .id = "banks",
    .title_now =
        [](const gui::State& model) {
          return is_by_current_rules(model.run->device, model.moment->access)
                     ? label("BANKS, BY CURRENT RULES")
                     : label("BANKS");
        },
    .remark = [](const gui::State& model) -> std::string {
      const char* what = is_access_of_matrices(model)
                             ? label("a row a lane, a column for each 4 banks")
                         : steps_by_pass(model) ? label(scene::kBanksRemark)
                                                : label("one column a bank");
      return with_lane_colors(model, what);
    },
    .tab = sentence("MEMORY"),
    .is_shown = is_access_shared,
    .share = share_of_height,
    .draw = stateless<draw_banks>,
};

}  // namespace warplens::views
