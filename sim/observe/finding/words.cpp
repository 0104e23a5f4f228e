#include "sim/observe/finding/words.hpp"

#include <fmt/format.h>

#include "sim/base/say.hpp"

namespace warplens::observe {

std::string element_words(const ElementRef& element) {
  if (element.array.empty())
    return say("the byte at address {address:#x}", "address"_a = element.address);
  std::string text = element.array;
  for (const uint64_t index : element.indices) text += fmt::format("[{}]", index);
  return text;
}

}  // namespace warplens::observe
