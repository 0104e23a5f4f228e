// Finding and loading the fonts. Sizes are for a window of 1600 x 1000 at scale 1.
#include "app/window/kit/fonts.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>
#include <utility>

#include "app/files/files.hpp"

namespace warplens::ui {

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargestFile = uint64_t{64} << 20;  // [bytes] of a font

// Characters that interface texts use besides Latin-1: Greek, dashes and quotes, arrows, operators,
// boxes, ticks.
constexpr ImWchar kAlways[] = {0x0020, 0x00FF, 0x0100, 0x017F, 0x0391, 0x03C9, 0x2010,
                               0x2027, 0x2030, 0x203A, 0x2070, 0x2099, 0x2190, 0x21FF,
                               0x2200, 0x22FF, 0x25A0, 0x25FF, 0x2713, 0x2717, 0};

// What is drawn in the place of a character that a font does not have: ImGui's own, where none is
// installed, has Latin-1 alone.
struct Instead {
  ImWchar character;
  char plain;
};
constexpr Instead kInstead[] = {{0x2010, '-'}, {0x2011, '-'},  {0x2012, '-'},  {0x2013, '-'},
                                {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201C, '"'},
                                {0x201D, '"'}, {0x2026, '.'},  {0x2190, '<'},  {0x2191, '^'},
                                {0x2192, '>'}, {0x2193, 'v'},  {0x2194, '-'},  {0x2212, '-'},
                                {0x2264, '<'}, {0x2265, '>'},  {0x2713, '+'},  {0x2717, 'x'}};

bool is_always_there(uint32_t character) {
  for (size_t i = 0; kAlways[i] != 0; i += 2) {
    if (character >= kAlways[i] && character <= kAlways[i + 1]) {
      return true;
    }
  }
  return character < 0x20;
}

std::vector<std::string> font_folders() {
  std::vector<std::string> folders = {"/usr/share/fonts", "/usr/local/share/fonts"};
  if (const char* home = std::getenv("HOME")) {
    folders.push_back(std::string(home) + "/.local/share/fonts");
    folders.push_back(std::string(home) + "/.fonts");
  }
  return folders;
}

// File name -> path of every font file below the folders.
std::map<std::string, std::string> installed_fonts() {
  std::map<std::string, std::string> files;
  for (const std::string& folder : font_folders()) {
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied,
                                        error);
    for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
      files.emplace(it->path().filename().string(), it->path().string());
    }
  }
  return files;
}

std::string first_of(const std::map<std::string, std::string>& files,
                     const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto found = files.find(name); found != files.end()) {
      return found->second;
    }
  }
  return "";
}

// The next character of UTF-8 text; a broken byte is one by itself.
uint32_t next_character(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  const size_t length = lead < 0x80    ? 1
                        : lead >= 0xF0 ? 4
                        : lead >= 0xE0 ? 3
                        : lead >= 0xC0 ? 2
                                       : 1;
  if (at + length > text.size()) {
    ++at;
    return lead;
  }
  uint32_t character = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    character = (character << 6) | (byte(at + i) & 0x3Fu);
  }
  at += length;
  return character;
}

// The file's bytes; none where it cannot be read.
std::vector<std::byte>& bytes_of(const std::string& path, FontData& data) {
  const auto [at, is_new] = data.files.try_emplace(path);
  if (is_new) {
    auto bytes = files::read_bytes(path, kLargestFile);
    if (bytes) at->second = std::move(*bytes);
  }
  return at->second;
}

ImFont* add_font(const std::string& path, float size, FontData& data) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.GlyphRanges = data.always.data();
  std::vector<std::byte>* bytes = path.empty() ? nullptr : &bytes_of(path, data);
  if (bytes == nullptr || bytes->empty()) {
    config.SizePixels = size;
    return atlas->AddFontDefault(&config);
  }
  config.FontDataOwnedByAtlas = false;
  return atlas->AddFontFromMemoryTTF(bytes->data(), static_cast<int>(bytes->size()), size, &config,
                                     data.always.data());
}

void merge_chinese(const FontFiles& files, float size, FontData& data) {
  if (data.chinese.empty() || files.chinese.empty()) {
    return;
  }
  std::vector<std::byte>& bytes = bytes_of(files.chinese, data);
  if (bytes.empty()) {
    return;
  }
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = 1;
  config.OversampleV = 1;
  config.FontNo = files.chinese_index;
  config.FontDataOwnedByAtlas = false;
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), size,
                                             &config, data.chinese.data());
}

// Everything asked for, and once anything was, the everyday Chinese characters and punctuation as
// well.
std::vector<ImWchar> chinese_ranges(const GlyphNeeds& needs) {
  std::vector<ImWchar> ranges;
  if (needs.characters().empty()) {
    return ranges;
  }
  ImFontGlyphRangesBuilder builder;
  for (const uint32_t character : needs.characters()) {
    builder.AddChar(static_cast<ImWchar>(character));
  }
#if IMGUI_VERSION_NUM < 19200
  builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesChineseSimplifiedCommon());
#endif
  constexpr ImWchar kPunctuation[] = {0x3000, 0x301F, 0xFF01, 0xFF5E, 0};
  builder.AddRanges(kPunctuation);
  ImVector<ImWchar> built;
  builder.BuildRanges(&built);
  ranges.assign(built.begin(), built.end());
  return ranges;
}

}  // namespace

FontFiles find_fonts() {
  const std::map<std::string, std::string> files = installed_fonts();
  FontFiles found;
  found.proportional =
      first_of(files, {"Inter-Regular.otf", "Inter-Regular.ttf", "InterVariable.ttf",
                       "NotoSans-Regular.ttf", "DejaVuSans.ttf"});
  found.title = first_of(files, {"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "InterVariable.ttf",
                                 "NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf"});
  found.monospaced = first_of(
      files, {"JetBrainsMono-Regular.ttf", "NotoSansMono-Regular.ttf", "DejaVuSansMono.ttf"});
  found.chinese = first_of(
      files, {"NotoSansCJK-Regular.ttc", "NotoSansSC-Regular.otf", "NotoSansCJKsc-Regular.otf",
              "DroidSansFallbackFull.ttf", "DroidSansFallback.ttf", "wqy-microhei.ttc"});
  if (found.chinese.find("NotoSansCJK-Regular.ttc") != std::string::npos) {
    found.chinese_index = 2;  // the collection's simplified Chinese face
  }
  return found;
}

bool GlyphNeeds::add(std::string_view text) {
  bool grew = false;
  for (size_t at = 0; at < text.size();) {
    const uint32_t character = next_character(text, at);
    if (character <= 0xFFFF && !is_always_there(character) && characters_.size() < kMost) {
      grew |= characters_.insert(character).second;
    }
  }
  return grew;
}

namespace {

Fonts fill_atlas(const FontFiles& files, float scale, FontData& data, float least) {
  const auto size = [&](float pixels) {
    const float letters = std::max(pixels, least) * scale;
    return std::max(6.0f, static_cast<float>(static_cast<int>(letters + 0.5f)));
  };
  Fonts fonts;
  fonts.body = add_font(files.proportional, size(kBodyLetters), data);
  merge_chinese(files, size(kBodyLetters), data);
  fonts.small = add_font(files.proportional, size(13), data);
  merge_chinese(files, size(13), data);
  fonts.title = add_font(files.title, size(18), data);
  fonts.mono = add_font(files.monospaced, size(14), data);
  merge_chinese(files, size(15), data);
  fonts.mono_small = add_font(files.monospaced, size(12), data);
  ImGui::GetIO().FontDefault = fonts.body;
#if IMGUI_VERSION_NUM < 19200
  // The pixels as OpenGL will want them: what takes memory takes it here.
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  for (ImFont* font : {fonts.body, fonts.small, fonts.title, fonts.mono, fonts.mono_small}) {
    for (const Instead& instead : kInstead) {
      if (font->FindGlyphNoFallback(instead.character) == nullptr)
        font->AddRemapChar(instead.character, static_cast<ImWchar>(instead.plain));
    }
  }
#endif
  return fonts;
}

}  // namespace

Fonts make_fonts(const FontFiles& files, float scale, const GlyphNeeds& needs, FontData& data,
                 FontExtent& extent, float least) {
  for (extent = FontExtent::kAll;; extent = static_cast<FontExtent>(static_cast<int>(extent) + 1)) {
    ImGui::GetIO().Fonts->Clear();
    data.always.assign(std::begin(kAlways), std::end(kAlways));
    data.chinese = extent == FontExtent::kAll ? chinese_ranges(needs) : std::vector<ImWchar>();
    try {
      return fill_atlas(extent == FontExtent::kPlain ? FontFiles{} : files, scale, data, least);
    } catch (const std::bad_alloc&) {
      data.files.clear();
      if (extent == FontExtent::kPlain) throw;
    }
  }
}

}  // namespace warplens::ui
