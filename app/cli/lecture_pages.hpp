// A lecture on paper: the handout for the room, and the notes for whoever speaks.
#pragma once

#include <string>
#include <vector>

#include "app/lecture/walk.hpp"

namespace warplens::cli {

// What of a lecture has a picture: its texts, and each of its stops once, where it is shown first;
// a vote only where its stop is not shown.
bool has_picture(const lecture::Playlist& playlist, size_t item);

// Of an item on paper, as the bytes of PNG files; "": there is none.
struct ItemPictures {
  std::string asked, answered;
};

// Both are HTML (html.hpp) of what lecture::walk() gave. `pictures`: by item, or none at all. The
// right answers are at the end, on pages of their own.
std::string handout_page(const lecture::Playlist& playlist,
                         const std::vector<lecture::Shown>& shown,
                         const std::vector<ItemPictures>& pictures);
std::string notes_page(const lecture::Playlist& playlist, const std::vector<lecture::Shown>& shown);

// "0:12"
std::string clock_text(uint32_t minutes);

}  // namespace warplens::cli
