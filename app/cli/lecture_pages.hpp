// A lecture on paper: the handout for the room, and the notes for whoever speaks.
#pragma once

#include <string>
#include <vector>

#include "app/lecture/walk.hpp"

namespace warplens::cli {

// What of a lecture has a picture, by item: its stops and texts, and votes on stops that are
// nowhere else in it.
bool has_picture(const lecture::Playlist& playlist, size_t item);

// Both are HTML (html.hpp) of what lecture::walk() gave. `pictures`: PNG files' bytes by item; ""
// or none where there is no picture. The right answers are on the last page.
std::string handout_page(const lecture::Playlist& playlist,
                         const std::vector<lecture::Shown>& shown,
                         const std::vector<std::string>& pictures);
std::string notes_page(const lecture::Playlist& playlist, const std::vector<lecture::Shown>& shown);

// "0:12"
std::string clock_text(uint32_t minutes);

}  // namespace warplens::cli
