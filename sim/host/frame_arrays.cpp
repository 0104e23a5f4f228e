#include "sim/host/frame_arrays.hpp"

#include <algorithm>

namespace warplens::host {

namespace {

using code::VariableHome;

uint64_t end_of(const VariableHome& home) {
  return home.offset + lang::size_of(home.variable->type);
}

// The frame of the subroutine, or of main()'s caller, that the frame is inlined in.
uint32_t root_of(const code::Program& program, uint32_t frame) {
  while (frame != 0 && !program.frames[frame].is_subroutine) frame = program.frames[frame].parent;
  return frame;
}

bool is_bare(const code::Program& program, const VariableHome& home) {
  return std::any_of(program.bare_arrays.begin(), program.bare_arrays.end(),
                     [&](const code::BareArray& bare) {
                       return bare.variable == home.variable && bare.offset == home.offset &&
                              root_of(program, bare.frame) == home.frame;
                     });
}

}  // namespace

std::vector<FrameArrays> frame_arrays(const code::Program& program) {
  std::vector<FrameArrays> found(program.subroutines.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const uint32_t frame = program.subroutines[i].frame;
    std::vector<const VariableHome*> homes;
    for (const VariableHome& home : program.homes) {
      if (home.place == VariableHome::Place::kLocalMemory && root_of(program, home.frame) == frame)
        homes.push_back(&home);
    }
    for (const VariableHome* home : homes) {
      if (home->frame != frame || !home->variable->type->is_array()) continue;
      const bool is_shared =
          std::any_of(homes.begin(), homes.end(), [&](const VariableHome* other) {
            return other != home && other->offset < end_of(*home) && home->offset < end_of(*other);
          });
      if (is_shared) continue;
      found[i].push_back({home->offset, lang::size_of(home->variable->type), home->variable->span,
                          is_bare(program, *home)});
    }
  }
  return found;
}

}  // namespace warplens::host
