// Charts: axes with their marks, what is drawn between them, words that keep out of each other's
// way, a value that is dragged, and bars below each other; whatever they are of.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/area.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::ui {

// Values along one side of a chart: at equal distances, or by their logarithms, if above 0.
struct Axis {
  double first = 0, last = 1;
  bool is_logarithmic = false;

  // 0 at its beginning, 1 at its end; less or more outside of it.
  float share_of(double value) const;
};

struct Chart {
  Area plot;
  Axis x, y;  // y upwards

  ImVec2 at(double x_value, double y_value) const;
};

// A value of an axis with the number that is beside it.
struct Mark {
  double value = 0;
  std::string text;
};
// The powers of ten from 10^first to 10^last.
std::vector<Mark> decade_marks(int first, int last);
float marks_width(ImFont* font, const std::vector<Mark>& marks);  // [pixels] of the widest

// Words in a chart, none on another one: what comes first has the place.
class Labels {
 public:
  // `gap` [pixels] is kept between them at the sides.
  Labels(Ui& ui, ImFont* font, float gap) : ui_(ui), font_(font), gap_(gap) {}
  // False: others are there.
  bool put(ImVec2 at, ImU32 color, std::string_view text);
  // Words that begin so far from `middle.x` that it is in their middle, as far as they end within.
  bool put_centered(ImVec2 middle, const Area& within, ImU32 color, std::string_view text);

 private:
  Ui& ui_;
  ImFont* font_;
  float gap_;
  std::vector<Area> taken_;
};

// Lines across the plot with their numbers on the left.
void draw_y_marks(Ui& ui, const Chart& chart, ImFont* font, const std::vector<Mark>& marks);
// The same upwards, with the numbers below, as far as they have room beside each other.
void draw_x_marks(Ui& ui, const Chart& chart, ImFont* font, const std::vector<Mark>& marks);
// Parts of a line from point to point, within the plot.
void draw_path(const Chart& chart, std::span<const ImVec2> points, ImU32 color, float thickness);
// Full, or a ring.
void draw_dot(const Ui& ui, ImVec2 at, float radius, ImU32 color, bool is_ring);
// Upwards through a plot or strip, at a share of its width.
void draw_marker(const Ui& ui, const Area& plot, float share, ImU32 color, float thickness);

// What a colour or a mark means.
struct LegendEntry {
  std::string words;
  std::function<void(const Area& square)> draw;  // what is before them
  std::string tooltip = {};
};
// Entries one behind the other, in as many rows as they need; returns their height.
float draw_legend(Ui& ui, ImFont* font, const std::vector<LegendEntry>& entries, ImVec2 at,
                  float width);

// What the pointer and the arrows do to a value along a strip or a plot.
struct Drag {
  std::optional<float> share;  // pressed or dragged there; outside of the strip below 0 or above 1
  int nudge = 0;               // by an arrow, -1 or 1
  float pointer = 0;           // the share at which the pointer is
  bool is_hovered = false;     // and not pressed
};
Drag drag_along(Ui& ui, std::string_view widget, const Area& strip);

// One of several amounts below each other.
struct Bar {
  std::string widget, name, amount;
  float share = 0;  // of the longest one, 0 to 1
  ImU32 color = 0, ink = 0;
  bool is_hatched = false;
  std::string remark = {};   // below it, where there is room
  std::string tooltip = {};  // while the pointer is on it
};
// Names on the left, amounts on the right, in rows that fill the area unless they are few.
void draw_bars(Ui& ui, const std::vector<Bar>& bars, const Area& area);
// A part of a chart in a colour; hatched so that it is seen without it.
void fill_bar(const Ui& ui, const Area& area, ImU32 color, bool is_hatched);

}  // namespace warplens::ui
