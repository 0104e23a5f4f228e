// A film of the window: pictures that follow each other, as an animated GIF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/window/platform/image.hpp"
#include "sim/base/result.hpp"

namespace warplens::platform {

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
