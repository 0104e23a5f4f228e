// The probe and the theme's colours, without a window.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "app/window/kit/fonts.hpp"
#include "app/window/kit/keys.hpp"
#include "app/window/kit/ui.hpp"

using namespace warplens::ui;

namespace {

// ImGui with its built-in font and no renderer, inside one frame and one window.
class Frame {
 public:
  Frame() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = ImVec2(400, 300);
    ui_.theme = make_theme(1);
    FontExtent extent{};
    ui_.fonts = make_fonts(FontFiles{}, 1, GlyphNeeds{}, fonts_, extent);
#if IMGUI_VERSION_NUM < 19200
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
#else
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
    ImGui::NewFrame();
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(200, 100));
    ImGui::Begin("test", nullptr, ImGuiWindowFlags_NoDecoration);
  }
  ~Frame() {
    ImGui::End();
    ImGui::EndFrame();
    ImGui::DestroyContext();
  }
  Ui& ui() {
    return ui_;
  }

 private:
  Ui ui_;
  FontData fonts_;
};

// Relative luminance, WCAG 2.
double luminance(ImU32 color) {
  const auto channel = [&](int shift) {
    const double c = static_cast<double>((color >> shift) & 255u) / 255;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(IM_COL32_R_SHIFT) + 0.7152 * channel(IM_COL32_G_SHIFT) +
         0.0722 * channel(IM_COL32_B_SHIFT);
}

double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return x > y ? x / y : y / x;
}

}  // namespace

TEST_CASE("probe: only what can be seen is reported") {
  Frame frame;
  Ui& ui = frame.ui();
  ImDrawList* list = ImGui::GetWindowDrawList();
  text_at(ui, list, ui.fonts.body, ImVec2(10, 10), ui.theme.text, "inside");
  text_at(ui, list, ui.fonts.body, ImVec2(10, 500), ui.theme.text, "below the window");
  CHECK(ui.probe.has_text("insi"));
  CHECK_FALSE(ui.probe.has_text("below"));
  ui.probe.widget("seen", ImVec2(150, 50), ImVec2(400, 80));
  ui.probe.widget("hidden", ImVec2(250, 50), ImVec2(300, 80));
  REQUIRE(ui.probe.find("seen") != nullptr);
  CHECK(ui.probe.find("seen")->visible);
  CHECK(ui.probe.find("seen")->max.x <= 200);
  CHECK_FALSE(ui.probe.find("hidden")->visible);
  CHECK(ui.probe.find("never") == nullptr);
  ui.probe.begin_frame();
  CHECK(ui.probe.find("seen") == nullptr);
  CHECK_FALSE(ui.probe.has_text("inside"));
}

TEST_CASE("text: what does not fit ends in an ellipsis and stays within its width") {
  Frame frame;
  Ui& ui = frame.ui();
  const float width = text_size(ui.fonts.body, "0123456").x;
  text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.body, ImVec2(10, 10), width, ui.theme.text,
              "0123456789");
  REQUIRE(ui.probe.texts().size() == 1);
  CHECK(ui.probe.texts()[0].text.ends_with("…"));
  CHECK(text_size(ui.fonts.body, ui.probe.texts()[0].text).x <= width);
}

TEST_CASE("unreadable: what is cut off, shortened, or on top of another text") {
  Frame frame;
  Ui& ui = frame.ui();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto problems = [&](auto draw) {
    ui.probe.begin_frame();
    draw();
    return unreadable(ui.probe.texts());
  };
  const auto put = [&](float x, float y, const char* text) {
    text_at(ui, list, ui.fonts.body, ImVec2(x, y), ui.theme.text, text);
  };
  const float line = font_size(ui.fonts.body);
  CHECK(problems([&] {
          put(10, 10, "one");
          put(10, 10 + line, "below it");
        }).empty());
  const auto on_top = problems([&] {
    put(10, 10, "one");
    put(15, 12, "other");
  });
  REQUIRE(on_top.size() == 1);
  CHECK(on_top[0].starts_with("\"one\" and \"other\" overlap"));
  const auto beyond = problems([&] { put(180, 10, "beyond the right edge"); });
  REQUIRE(beyond.size() == 1);
  CHECK(beyond[0].starts_with("\"beyond the right edge\" is cut off"));
  const auto cut = problems([&] {
    text_fitted(ui, list, ui.fonts.body, ImVec2(10, 10), 30, ui.theme.text, "shortened here");
  });
  REQUIRE(cut.size() == 1);
  CHECK(cut[0].ends_with("is shortened"));
}

TEST_CASE("texts that must fit: the first that does, and whole parts") {
  Frame frame;
  ImFont* font = frame.ui().fonts.body;
  const float room = text_size(font, "1 sector · 1 line").x + 1;
  CHECK(first_fitting(font, room, {"1 sector · 1 line · all", "1 sector", "1"}) == "1 sector");
  CHECK(first_fitting(font, 1, {"long", "l"}) == "l");
  CHECK(whole_parts(font, room, "1 sector · 1 line · all") == "1 sector · 1 line");
  CHECK(whole_parts(font, 1, "1 sector · 1 line") == "");
  CHECK_MESSAGE(whole_parts(font, -1, "1 sector · 1 line") == "",
                "less than no room is an end, too");
}

TEST_CASE("theme: texts and groups stand out from the panels, groups from each other") {
  const Theme theme = make_theme(1);
  CHECK(contrast(theme.text, theme.panel) >= 7);
  CHECK(contrast(theme.text_dim, theme.panel) >= 7);
  CHECK(contrast(theme.waste, theme.panel) >= 4.5);
  CHECK(contrast(theme.good, theme.panel) >= 4.5);
  std::set<ImU32> colors(std::begin(theme.groups), std::end(theme.groups));
  CHECK(colors.size() == 8);
  CHECK(colors.count(theme.waste) == 0);
  for (const ImU32 group : theme.groups) {
    CHECK(contrast(group, theme.panel) >= 4.5);
  }
}

TEST_CASE("fonts: Chinese characters are asked for once, Latin and arrows are always there") {
  GlyphNeeds needs;
  CHECK_FALSE(needs.add("int i = 0; // → ×"));
  CHECK(needs.add("// 共享"));
  CHECK_FALSE(needs.add("享共"));
  CHECK(needs.characters().size() == 2);
}

TEST_CASE("keys: names of scripts") {
  CHECK(key_from_name("left") == Key::kLeft);
  CHECK(key_from_name("page-down") == Key::kPageDown);
  CHECK_FALSE(key_from_name("hyper").has_value());
}

TEST_CASE("ui: a line that is cut above or below is not drawn, the whole ones around it are") {
  Frame frame;
  Ui& ui = frame.ui();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float size = font_size(ui.fonts.body);
  const auto vertices = [&](std::string_view text, float y) {
    const int before = list->VtxBuffer.Size;
    letters(ui, list, ui.fonts.body, size, ImVec2(10, y), ui.theme.text, text);
    return list->VtxBuffer.Size - before;
  };
  list->PushClipRect(ImVec2(0, 20), ImVec2(200, 20 + size * 1.5f), true);
  CHECK(vertices("line", 20) > 0);
  CHECK(vertices("line", 20 - size / 2) == 0);
  CHECK(vertices("line", 20 + size) == 0);
  CHECK(vertices("line\nline", 20) == vertices("line", 20));
  CHECK(vertices("line\nline", 20 - size) == vertices("line", 20));
  CHECK(is_line_whole(list, ui.fonts.body, 20));
  CHECK_FALSE(is_line_whole(list, ui.fonts.body, 20 + size));
  list->PopClipRect();
}

TEST_CASE("ui: a button whose letters are cut leaves no frame, and is a widget still") {
  Frame frame;
  Ui& ui = frame.ui();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(ImVec2(0, 0), ImVec2(200, 40), true);
  const auto vertices = [&](float y) {
    const int before = list->VtxBuffer.Size;
    ImGui::SetCursorScreenPos(ImVec2(10, y));
    button(ui, "cut", "Cut", ButtonLook::kPlain);
    return list->VtxBuffer.Size - before;
  };
  CHECK(vertices(2) > 0);
  CHECK(vertices(34) == 0);
  CHECK(ui.probe.find("cut") != nullptr);
  list->PopClipRect();
}

TEST_CASE("ui: lines are broken at blanks, and no number is broken in two") {
  Frame frame;
  ImFont* font = frame.ui().fonts.body;
  const auto wide = [&](const char* text) { return text_size(font, text).x + 1; };
  const auto lines = [&](const char* text, float width) {
    return wrapped_lines(font, text, width);
  };
  using Lines = std::vector<std::string>;
  // ImGui itself breaks behind "2." there.
  CHECK(lines("it takes 2.2 times", wide("it takes 2.")) == Lines{"it takes", "2.2 times"});
  CHECK(lines("1,024 of 2,048", wide("1,024 of 2,")) == Lines{"1,024 of", "2,048"});
  CHECK(lines("  two\nlines", wide("  two lines")) == Lines{"  two", "lines"});
  // A word that is wider alone is broken, at no number that has room.
  CHECK(lines("abcdef=2,048", wide("abcdef=2,")) == Lines{"abcdef=", "2,048"});
  for (const std::string& line : lines("123456789012345678901234", wide("12345")))
    CHECK(text_size(font, line).x <= wide("12345"));
  // Every width loses no letter.
  const std::string text = "cycles 0 to 240 of 5,749. On top: 2.2 times";
  for (float width = 1; width < wide(text.c_str()); width += 3) {
    std::string letters;
    for (const std::string& line : wrapped_lines(font, text, width)) letters += line;
    std::erase(letters, ' ');
    std::string all = text;
    std::erase(all, ' ');
    CHECK(letters == all);
  }
  CHECK(wrapped_size(font, "1,024 of 2,048", wide("1,024 of 2,")).y == 2 * font_size(font));
}
