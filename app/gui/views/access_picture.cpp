#include "app/gui/views/access_picture.hpp"

#include "app/gui/views/constant.hpp"
#include "app/gui/views/doors.hpp"
#include "app/gui/views/global.hpp"

namespace warplens::views {

void draw_access(const PassView& view) {
  switch (view.moment.passes.work) {
    case scene::Work::kWavefronts:
      return draw_doors(view);
    case scene::Work::kBroadcasts:
      return draw_broadcasts(view);
    case scene::Work::kSectors:
      return draw_sectors(view);
  }
}

}  // namespace warplens::views
