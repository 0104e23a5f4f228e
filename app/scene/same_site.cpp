#include "app/scene/same_site.hpp"

#include <string_view>

namespace warplens::scene {

std::optional<uint32_t> same_site(const code::Program& before, uint32_t site,
                                  const code::Program& now) {
  const auto text_of = [](const code::Program& program, uint32_t index) {
    return program.unit->file.slice(program.sites[index].span);
  };
  const std::string_view text = text_of(before, site);
  const code::Operation operation = before.sites[site].operation;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < site; ++i) {
    rank += before.sites[i].operation == operation && text_of(before, i) == text ? 1 : 0;
  }
  std::optional<uint32_t> last;
  for (uint32_t i = 0; i < now.sites.size(); ++i) {
    if (now.sites[i].operation == operation && text_of(now, i) == text) {
      last = i;
      if (rank-- == 0) {
        break;
      }
    }
  }
  return last;
}

}  // namespace warplens::scene
