// The palette as eyes see it: contrast by WCAG 2, and differences between colours (CIE Lab, 1976)
// as they are without one kind of cone, by the matrices of Machado, Oliveira and Fernandes (2009).
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iterator>
#include <string>

#include "app/window/kit/ui.hpp"

using namespace warplens;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Sight {
  const char* name;
  Matrix matrix;
};
constexpr std::array<Sight, 4> kSights{{
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
}};

Vector multiply(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * v[j];
  }
  return result;
}

// Linear red, green, blue, 0 to 1.
Vector linear(ImU32 color) {
  Vector v{};
  for (size_t i = 0; i < 3; ++i) {
    const double c = static_cast<double>((color >> (8 * i)) & 255) / 255;
    v[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return v;
}

double luminance(ImU32 color) {
  const Vector v = linear(color);
  return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}

double contrast(ImU32 a, ImU32 b) {
  const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

Vector lab(const Vector& rgb) {
  constexpr Matrix kXyz{
      {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  constexpr Vector kWhite{0.9505, 1, 1.089};
  Vector f = multiply(kXyz, rgb);
  for (size_t i = 0; i < 3; ++i) {
    const double t = f[i] / kWhite[i];
    f[i] = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double difference(const Sight& sight, ImU32 a, ImU32 b) {
  const auto seen = [&](ImU32 color) {
    Vector v = multiply(sight.matrix, linear(color));
    for (double& c : v) c = std::min(std::max(c, 0.0), 1.0);
    return lab(v);
  };
  const Vector one = seen(a), other = seen(b);
  return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

const std::array<ui::Theme, 2> kThemes{ui::make_theme(1, ui::Ground::kDark),
                                       ui::make_theme(1, ui::Ground::kLight)};

std::array<ImU32, 8> code_colors(const ui::Theme& theme) {
  return {theme.text,           theme.syntax_keyword,     theme.syntax_type,
          theme.syntax_builtin, theme.syntax_number,      theme.syntax_comment,
          theme.syntax_string,  theme.syntax_preprocessor};
}

}  // namespace

TEST_CASE("theme: the measures know black, white and what red is without its cone") {
  CHECK(contrast(IM_COL32(0, 0, 0, 255), IM_COL32(255, 255, 255, 255)) == doctest::Approx(21));
  const ImU32 red = IM_COL32(200, 0, 0, 255), green = IM_COL32(90, 90, 0, 255);
  CHECK(difference(kSights[1], red, green) < difference(kSights[0], red, green) / 3);
}

TEST_CASE("theme: text can be read on every ground") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const ImU32 ground : {theme.background, theme.panel, theme.panel_raised}) {
      for (const ImU32 text :
           {theme.text, theme.text_dim, theme.text_faint, theme.accent, theme.waste, theme.good,
            theme.error, theme.warning, theme.recorded}) {
        CAPTURE(text);
        CHECK(contrast(text, ground) >= 4.5);
      }
    }
    for (const ImU32 text : code_colors(theme)) {
      CAPTURE(text);
      CHECK(contrast(text, theme.panel) >= 4.5);
    }
  }
}

TEST_CASE("theme: text can be read on marked grounds and on buttons that are on") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    const ImU32 code = ui::mix(theme.panel, theme.accent, theme.code_tint);
    for (const ImU32 text : code_colors(theme)) {
      if (text == theme.syntax_comment) continue;  // no statement holds one
      CAPTURE(text);
      CHECK(contrast(text, code) >= 4.5);
    }
    const ImU32 row = ui::mix(theme.panel, theme.accent, theme.row_tint);
    for (const ImU32 text :
         {theme.text, theme.text_dim, theme.waste, theme.good, theme.error, theme.warning}) {
      CAPTURE(text);
      CHECK(contrast(text, row) >= 4.5);
    }
    for (const ImU32 color : {theme.waste, theme.good, theme.error, theme.text_dim}) {
      CAPTURE(color);
      CHECK(contrast(color, ui::mix(theme.panel, color, theme.own_tint)) >= 4.5);
    }
    CHECK(contrast(theme.text, ui::mix(theme.panel_raised, theme.accent, 0.62f)) >= 4.5);
    CHECK(contrast(theme.text, ui::mix(theme.panel_raised, theme.error, 0.4f)) >= 4.5);
  }
}

TEST_CASE("theme: groups of lanes differ for eyes without red, green or blue cones") {
  constexpr size_t kGroups = 8;
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const Sight& sight : kSights) {
      CAPTURE(std::string(sight.name));
      for (size_t a = 0; a < kGroups; ++a) {
        for (size_t b = a + 1; b < kGroups; ++b) {
          CAPTURE(a);
          CAPTURE(b);
          CHECK(difference(sight, theme.groups[a], theme.groups[b]) >= 20);
        }
        CHECK(difference(sight, theme.groups[a], theme.groups[(a + 1) % kGroups]) >= 35);
      }
    }
  }
}

TEST_CASE("theme: lines of a chart differ, and none looks good, wasteful or wrong") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (size_t a = 0; a < std::size(theme.lines); ++a) {
      CAPTURE(a);
      const ImU32 line = theme.lines[a];
      CHECK(contrast(line, theme.panel) >= 3.5);
      for (const ImU32 judged : {theme.good, theme.waste, theme.error})
        CHECK(difference(kSights[0], line, judged) >= 30);
      const ImU32 red = line & 255, green = line >> 8 & 255, blue = line >> 16 & 255;
      CHECK((green <= red || green <= blue));
      for (size_t b = 0; b < a; ++b) {
        CAPTURE(b);
        for (const Sight& sight : kSights) {
          CAPTURE(std::string(sight.name));
          CHECK(difference(sight, line, theme.lines[b]) >= (&sight == kSights.data() ? 45 : 20));
        }
      }
    }
  }
}

TEST_CASE("theme: letters on a group's colour can be read, and the colour on the panel") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const ImU32 group : theme.groups) {
      CAPTURE(group);
      CHECK(contrast(group, theme.background) >= 4.5);
      CHECK(contrast(group, theme.panel) >= 4.5);
      CHECK(ui::readable_on(theme, group) == theme.background);
      for (const ImU32 judged : {theme.waste, theme.error}) {
        CHECK(difference(kSights[0], group, judged) >= 30);  // no group looks wasteful or wrong
      }
    }
  }
}

TEST_CASE("theme: cells' states are steps of lightness, and letters in them can be read") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    CHECK(contrast(theme.cell_left_over, theme.background) >= 1.5);
    CHECK(contrast(theme.cell_written, theme.cell_left_over) >= 1.5);
    CHECK(contrast(theme.background, theme.cell_written) >= 4.5);
    CHECK(contrast(theme.text, theme.cell_left_over) >= 4.5);
    CHECK(contrast(theme.text_dim, theme.cell_left_over) >= 4.5);
    const ImU32 many = ui::mix(theme.text, theme.text_faint, 0.25f);  // lanes of several groups
    CHECK(contrast(theme.background, many) >= 4.5);
  }
}

TEST_CASE("theme: what wastes is orange on both grounds, no brown") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const ImU32 color : {theme.waste, theme.waste_fill}) {
      float hue = 0, saturation = 0, value = 0;
      const ImVec4 v = ImGui::ColorConvertU32ToFloat4(color);
      ImGui::ColorConvertRGBtoHSV(v.x, v.y, v.z, hue, saturation, value);
      CHECK(hue * 360 >= 20);
      CHECK(hue * 360 <= 32);
      CHECK(value >= (color == theme.waste ? 0.68f : 0.8f));
    }
    CHECK(contrast(theme.waste_fill, theme.panel) >= 3);  // WCAG's least for shapes
    for (const Sight& sight : kSights) {
      CHECK(difference(sight, theme.waste_fill, theme.good) >= 25);
    }
    CHECK(difference(kSights[0], theme.waste_fill, theme.error) >= 30);
  }
}

TEST_CASE(
    "theme: good, waste and error differ for all eyes, good and the others in lightness, too") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const Sight& sight : kSights) {
      CAPTURE(std::string(sight.name));
      CHECK(difference(sight, theme.good, theme.waste) >= 25);
      CHECK(difference(sight, theme.good, theme.error) >= 20);
      CHECK(difference(sight, theme.waste, theme.error) >= 18);
      CHECK(difference(sight, theme.good, theme.text) >= 18);
    }
    CHECK(contrast(theme.good, theme.waste) >= 1.4);
    CHECK(contrast(theme.good, theme.error) >= 1.4);
  }
}

TEST_CASE("theme: numbers of lanes that wait can be read, and their colour is seen") {
  for (const ui::Theme& theme : kThemes) {
    CAPTURE(theme.background);
    for (const ImU32 group : theme.groups) {
      CAPTURE(group);
      CHECK(contrast(theme.text, ui::waiting_ground(theme, group)) >= 4.5);
      CHECK(contrast(group, ui::waiting_ground(theme, group)) >= 2);  // its outline
    }
  }
}
