// A film read back: its pictures, how long each is shown, and what it looks like at the end.
#include "app/window/platform/image.hpp"

#include <doctest/doctest.h>
#include <gif_lib.h>

#include <algorithm>
#include <cstring>

using namespace warplens;
using platform::Film;
using platform::Image;

namespace {

Image plain(int width, int height, uint8_t red) {
  Image image{width, height, {}, false};
  for (int i = 0; i < width * height; ++i) {
    image.rgba.insert(image.rgba.end(), {red, 20, 40, 255});
  }
  return image;
}

void set_pixel(Image& image, int x, int y, uint8_t red) {
  image.rgba[static_cast<size_t>(y * image.width + x) * 4] = red;
}

struct Reading {
  std::vector<std::byte> bytes;
  size_t at = 0;
};

int read(GifFileType* file, GifByteType* to, int size) {
  auto& from = *static_cast<Reading*>(file->UserData);
  const size_t count = std::min(static_cast<size_t>(size), from.bytes.size() - from.at);
  std::memcpy(to, from.bytes.data() + from.at, count);
  from.at += count;
  return static_cast<int>(count);
}

struct Played {
  int width = 0, height = 0;
  std::vector<int> delays;  // [1/100 s]
  std::vector<GifImageDesc> places;
  std::vector<int> last_red;  // of the last picture's pixels
};

Played play(const Film& film) {
  const auto bytes = film.gif();
  REQUIRE(bytes.ok());
  Reading reading{*bytes};
  int error = 0;
  GifFileType* file = DGifOpen(&reading, read, &error);
  REQUIRE(file != nullptr);
  REQUIRE(DGifSlurp(file) == GIF_OK);
  Played played{file->SWidth, file->SHeight, {}, {}, {}};
  for (int i = 0; i < file->ImageCount; ++i) {
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(file, i, &control) == GIF_OK);
    played.delays.push_back(control.DelayTime);
    const SavedImage& saved = file->SavedImages[i];
    played.places.push_back(saved.ImageDesc);
    played.last_red.clear();
    for (int p = 0; p < saved.ImageDesc.Width * saved.ImageDesc.Height; ++p)
      played.last_red.push_back(saved.ImageDesc.ColorMap->Colors[saved.RasterBits[p]].Red);
  }
  for (GifImageDesc& place : played.places) place.ColorMap = nullptr;  // it goes with the file
  DGifCloseFile(file, &error);
  return played;
}

}  // namespace

TEST_CASE("film: pictures that are alike are one, shown for longer") {
  Film film;
  for (int i = 0; i < 5; ++i) film.add(plain(40, 30, 200), 0.1);
  const Played played = play(film);
  CHECK(played.width == 40);
  CHECK(played.height == 30);
  REQUIRE(played.delays.size() == 1);
  CHECK(played.delays[0] == 50);
  CHECK(played.last_red[0] == doctest::Approx(200).epsilon(0.05));
}

TEST_CASE("film: of a picture only what changed is kept") {
  Film film;
  Image image = plain(64, 48, 10);
  film.add(image, 0.5);
  set_pixel(image, 5, 7, 250);
  set_pixel(image, 9, 8, 250);
  film.add(image, 0.2);
  const Played played = play(film);
  REQUIRE(played.places.size() == 2);
  CHECK(played.places[1].Left == 5);
  CHECK(played.places[1].Top == 7);
  CHECK(played.places[1].Width == 5);
  CHECK(played.places[1].Height == 2);
  CHECK(played.delays[1] == 20);
  CHECK(played.last_red[0] > 240);
  CHECK(played.last_red[1] < 30);
}

TEST_CASE("film: of another size, or lost, a picture is left out; none at all is an error") {
  Film film;
  CHECK_FALSE(film.gif().ok());
  Image lost = plain(8, 8, 1);
  lost.is_lost = true;
  film.add(lost, 1);
  CHECK(film.empty());
  film.add(plain(8, 8, 1), 1);
  film.add(plain(9, 8, 200), 1);
  CHECK(play(film).places.size() == 1);
}
