// OpenGL's rows start at the bottom, a picture's at the top; alpha is forced to opaque.
#include "app/window/platform/image.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

#include "app/files/save.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

Image read_pixels(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  const auto row = static_cast<size_t>(width) * 4;
  image.rgba.resize(row * static_cast<size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (size_t top = 0, bottom = static_cast<size_t>(height) - 1; top < bottom; ++top, --bottom) {
    std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  image.is_lost = true;
  for (size_t i = 3; i < image.rgba.size(); i += 4) {
    image.is_lost &= image.rgba[i] == 0;  // as it was before reading: what is drawn is opaque
    image.rgba[i] = 255;
  }
  return image;
}

Image without_free_foot(Image image, int margin) {
  const auto row = static_cast<size_t>(image.width) * 4;
  const auto is_free = [&](int y) {
    const uint8_t* const begin = image.rgba.data() + static_cast<size_t>(y) * row;
    const uint8_t* const ground = image.rgba.data() + image.rgba.size() - 4;
    for (size_t x = 0; x < row; x += 4)
      if (!std::equal(begin + x, begin + x + 4, ground)) return false;
    return true;
  };
  int used = image.height;
  while (used > 1 && is_free(used - 1)) --used;
  image.height = std::min(image.height, used + margin);
  image.rgba.resize(static_cast<size_t>(image.height) * row);
  return image;
}

std::string write_png(const Image& image, const std::string& path) {
  std::vector<std::byte> file;
  const auto append = [](void* to, void* data, int size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    auto& out = *static_cast<std::vector<std::byte>*>(to);
    out.insert(out.end(), bytes, bytes + size);
  };
  const int made = stbi_write_png_to_func(append, &file, image.width, image.height, 4,
                                          image.rgba.data(), image.width * 4);
  return made != 0 ? files::write_bytes(path, file)
                   : say("{file}: the picture cannot be made", "file"_a = path);
}

}  // namespace warplens::platform
