// Pixels read back from OpenGL, and their PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::platform {

struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> rgba;  // top row first
  // OpenGL gave no pixels, and no error: NVIDIA's driver loses a frame at times when a kernel of
  // another process has faulted (seen on an H200). The next one is whole.
  bool is_lost = false;
};

// Of the framebuffer now bound for reading.
Image read_pixels(int width, int height);
// "" or why there is no such file now, one sentence that starts with the path.
std::string write_png(const Image& image, const std::string& path);

}  // namespace warplens::platform
