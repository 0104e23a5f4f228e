// Pixels read back from OpenGL, and their PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::platform {

struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> rgba;  // top row first
};

// Of the framebuffer now bound for reading.
Image read_pixels(int width, int height);
bool write_png(const Image& image, const std::string& path);

}  // namespace warplens::platform
