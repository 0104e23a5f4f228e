// The fonts: Inter and JetBrains Mono where they are installed, ImGui's own otherwise, and glyphs
// of a Chinese font merged in once a text needs them (comments in kernels often are Chinese).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/ui/ui.hpp"

namespace warplens::ui {

// Paths of the installed fonts that are used; empty where none was found.
struct FontFiles {
  std::string proportional, title, monospaced, chinese;
  int chinese_index = 0;  // face within a collection
};
FontFiles find_fonts();

// Characters beyond the ranges that are always there. Grows only, so that typing rarely rebuilds
// the atlas.
class GlyphNeeds {
 public:
  // True if `text` (UTF-8) holds a character not seen before: the fonts must be made again.
  bool add(std::string_view text);
  const std::set<uint32_t>& characters() const { return characters_; }

 private:
  std::set<uint32_t> characters_;
};

// Fills ImGui's font atlas, replacing what it holds. `ranges` keeps the glyph ranges alive as long
// as the atlas: ImGui stores the pointer only.
struct FontRanges {
  std::vector<ImWchar> always, chinese;
};
Fonts make_fonts(const FontFiles& files, float scale, const GlyphNeeds& needs, FontRanges& ranges);

}  // namespace warplens::ui
