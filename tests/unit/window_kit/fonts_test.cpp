// ImGui's own font in the place of one that is not installed.
#include "app/window/kit/fonts.hpp"

#include <doctest/doctest.h>

using namespace warplens::ui;

TEST_CASE("fonts: where none is installed, arrows, dashes and minus have plain letters") {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  {
    FontData data;
    FontExtent extent{};
    const Fonts fonts = make_fonts(FontFiles{}, 1, GlyphNeeds{}, data, extent);
#if IMGUI_VERSION_NUM < 19200
    for (const ImFont* font : {fonts.body, fonts.mono_small}) {
      const auto looks = [&](ImWchar character, char plain) {
        const ImFontGlyph* shown = font->FindGlyphNoFallback(character);
        return shown != nullptr && shown == font->FindGlyph(static_cast<ImWchar>(plain));
      };
      CHECK(looks(0x2192, '>'));        // →
      CHECK(looks(0x2212, '-'));        // −
      CHECK(looks(0x2013, '-'));        // –
      CHECK(looks(0x2191, '^'));        // ↑
      CHECK_FALSE(looks(0x00B5, 'u'));  // µ, which it has
    }
#else
    CHECK(fonts.body != nullptr);
#endif
  }
  ImGui::DestroyContext();
}
