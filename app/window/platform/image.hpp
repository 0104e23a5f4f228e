// Pictures of the window: pixels read back from OpenGL, their PNG file, and a film of several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

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
// Without the rows at its foot that are one colour, but for so many of them.
Image without_free_foot(Image image, int margin);
// "" or why there is no such file now, one sentence that starts with the path.
std::string write_png(const Image& image, const std::string& path);

// A film of the window: pictures that follow each other, as an animated GIF.

class Film {
 public:
  // Each picture is shown for `seconds`; one like the last is that one for longer. All have the
  // first one's size: others are left out.
  void add(const Image& image, double seconds);
  bool empty() const { return pictures_.empty(); }
  // The file's bytes, which plays again and again; an error if there is no picture, or the library
  // fails.
  base::Result<std::vector<std::byte>, std::string> gif() const;

 private:
  // What changed against the picture before: a rectangle of indexes into colours of its own.
  struct Picture {
    int left = 0, top = 0, width = 0, height = 0;
    std::vector<uint8_t> indexes;
    std::vector<uint8_t> colors;  // red, green, blue
    double seconds = 0;
  };
  void add_changed(const Image& image, double seconds);

  Image last_;
  std::vector<Picture> pictures_;
};

}  // namespace warplens::platform
