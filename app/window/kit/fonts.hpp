// The fonts: Inter and JetBrains Mono where they are installed, ImGui's own otherwise, and glyphs
// of a Chinese font merged in once a text needs them (comments in kernels often are Chinese).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

// Paths of the installed fonts that are used; empty where none was found.
struct FontFiles {
  std::string proportional, title, monospaced, chinese;
  int chinese_index = 0;  // face within a collection
};
FontFiles find_fonts();

// Characters beyond the ranges that are always there. Grows only, so that typing rarely rebuilds
// the atlas, and not beyond what a texture holds.
class GlyphNeeds {
 public:
  static constexpr size_t kMost = 12'000;
  // True if `text` (UTF-8) holds a character not seen before: the fonts must be made again.
  bool add(std::string_view text);
  const std::set<uint32_t>& characters() const { return characters_; }

 private:
  std::set<uint32_t> characters_;
};

// What has to live as long as ImGui's font atlas, which stores pointers only: glyph ranges, and the
// fonts' files as they were read, by path.
struct FontData {
  std::vector<ImWchar> always, chinese;
  std::map<std::string, std::vector<std::byte>> files;
};
// What of the fonts is made. Less where memory does not suffice for more.
enum class FontExtent : uint8_t { kAll, kNoChinese, kPlain };

inline constexpr float kBodyLetters = 16;  // [pixels at scale 1]

// Fills ImGui's font atlas, replacing what it holds. `extent` becomes what there was memory for;
// for a plain font there must be. [std::bad_alloc] `least`: no font is smaller [pixels at scale 1].
Fonts make_fonts(const FontFiles& files, float scale, const GlyphNeeds& needs, FontData& data,
                 FontExtent& extent, float least = 0);

}  // namespace warplens::ui
