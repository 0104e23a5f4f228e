#include "app/window/platform/image.hpp"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

constexpr int kColors = 256;

// Rows and columns [begin, end) in which two pictures of one size differ.
struct Changed {
  int left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return left >= right || top >= bottom; }
};

Changed changed_between(const Image& before, const Image& now) {
  Changed changed{now.width, now.height, 0, 0};
  for (int y = 0; y < now.height; ++y) {
    const auto row = static_cast<size_t>(y) * static_cast<size_t>(now.width) * 4;
    for (int x = 0; x < now.width; ++x) {
      const size_t at = row + static_cast<size_t>(x) * 4;
      if (std::equal(&now.rgba[at], &now.rgba[at] + 3, &before.rgba[at])) continue;
      changed.left = std::min(changed.left, x);
      changed.right = std::max(changed.right, x + 1);
      changed.top = std::min(changed.top, y);
      changed.bottom = std::max(changed.bottom, y + 1);
    }
  }
  return changed;
}

int append(GifFileType* file, const GifByteType* bytes, int size) {
  auto& out = *static_cast<std::vector<std::byte>*>(file->UserData);
  const auto* first = reinterpret_cast<const std::byte*>(bytes);
  out.insert(out.end(), first, first + size);
  return size;
}

// "Plays for ever", which is an extension by Netscape.
bool put_loop(GifFileType* file) {
  constexpr std::array<uint8_t, 3> kForEver{1, 0, 0};
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(file, kForEver.size(), kForEver.data()) == GIF_OK &&
         EGifPutExtensionTrailer(file) == GIF_OK;
}

bool put_duration(GifFileType* file, double seconds) {
  GraphicsControlBlock control{};
  control.DisposalMode = DISPOSE_DO_NOT;
  control.TransparentColor = NO_TRANSPARENT_COLOR;
  control.DelayTime = std::clamp(static_cast<int>(std::lround(seconds * 100)), 2, 65535);
  std::array<GifByteType, 4> bytes{};
  EGifGCBToExtension(&control, bytes.data());
  return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, bytes.size(), bytes.data()) == GIF_OK;
}

}  // namespace

void Film::add(const Image& image, double seconds) {
  if (image.is_lost) return;
  if (!pictures_.empty() && (image.width != last_.width || image.height != last_.height)) return;
  add_changed(image, seconds);
  last_ = image;
}

void Film::add_changed(const Image& image, double seconds) {
  const Changed changed =
      pictures_.empty() ? Changed{0, 0, image.width, image.height} : changed_between(last_, image);
  if (changed.empty()) {
    pictures_.back().seconds += seconds;
    return;
  }
  Picture picture{
      changed.left, changed.top, changed.right - changed.left, changed.bottom - changed.top, {},
      {},           seconds};
  const size_t pixels = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height);
  std::array<std::vector<GifByteType>, 3> channels;
  for (int y = changed.top; y < changed.bottom; ++y) {
    for (int x = changed.left; x < changed.right; ++x) {
      const size_t at =
          (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x)) * 4;
      for (size_t channel = 0; channel < 3; ++channel)
        channels[channel].push_back(image.rgba[at + channel]);
    }
  }
  picture.indexes.resize(pixels);
  std::array<GifColorType, kColors> colors{};
  int count = kColors;
  const auto width = static_cast<unsigned>(picture.width);
  const auto height = static_cast<unsigned>(picture.height);
  if (GifQuantizeBuffer(width, height, &count, channels[0].data(), channels[1].data(),
                        channels[2].data(), picture.indexes.data(), colors.data()) != GIF_OK)
    return;
  for (const GifColorType& color : colors)
    picture.colors.insert(picture.colors.end(), {color.Red, color.Green, color.Blue});
  pictures_.push_back(std::move(picture));
}

base::Result<std::vector<std::byte>, std::string> Film::gif() const {
  if (pictures_.empty()) return base::fail(std::string(label("the film has no picture")));
  std::vector<std::byte> bytes;
  int error = 0;
  GifFileType* file = EGifOpen(&bytes, append, &error);
  if (file == nullptr) return base::fail(std::string(label("the film cannot be made")));
  EGifSetGifVersion(file, true);
  bool is_good =
      EGifPutScreenDesc(file, last_.width, last_.height, 8, 0, nullptr) == GIF_OK && put_loop(file);
  for (const Picture& picture : pictures_) {
    ColorMapObject* colors = GifMakeMapObject(kColors, nullptr);
    for (size_t i = 0; i < kColors && colors != nullptr; ++i)
      colors->Colors[i] = {picture.colors[3 * i], picture.colors[3 * i + 1],
                           picture.colors[3 * i + 2]};
    is_good = is_good && colors != nullptr && put_duration(file, picture.seconds) &&
              EGifPutImageDesc(file, picture.left, picture.top, picture.width, picture.height,
                               false, colors) == GIF_OK;
    GifFreeMapObject(colors);
    std::vector<GifPixelType> pixels = picture.indexes;
    is_good =
        is_good && EGifPutLine(file, pixels.data(), static_cast<int>(pixels.size())) == GIF_OK;
  }
  is_good = EGifCloseFile(file, &error) == GIF_OK && is_good;
  if (!is_good) return base::fail(std::string(label("the film cannot be made")));
  return bytes;
}

}  // namespace warplens::platform
