#include "app/guide/guide.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/guide/embedded.hpp"
#include "sim/base/diagnostic.hpp"

namespace warplens::guide {

Topic make_topic(std::string_view file_name, std::string_view text) {
  Topic topic;
  topic.name = file_name.substr(0, file_name.rfind('.'));
  topic.blocks = parse_markdown(text);
  if (topic.blocks.empty() || topic.blocks.front().kind != BlockKind::kHeading) return topic;
  topic.title = std::move(topic.blocks.front().text);
  topic.blocks.erase(topic.blocks.begin());
  if (!topic.blocks.empty() && topic.blocks.front().kind == BlockKind::kParagraph)
    topic.summary = topic.blocks.front().text;
  return topic;
}

std::vector<Topic> topics() {
  std::vector<Topic> all;
  for (const files::EmbeddedFile& file : embedded_guide())
    all.push_back(make_topic(file.name, file.text));
  return all;
}

const Topic* find_topic(const std::vector<Topic>& topics, std::string_view name) {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [&](const Topic& topic) { return topic.name == name; });
  return found == topics.end() ? nullptr : &*found;
}

std::string nearest_topic(const std::vector<Topic>& topics, std::string_view name) {
  std::vector<std::string> names;
  for (const Topic& topic : topics) names.push_back(topic.name);
  return base::nearest_name(name, names);
}

size_t end_of_table(const std::vector<Block>& blocks, size_t first) {
  size_t end = first;
  while (end < blocks.size() && blocks[end].kind == BlockKind::kRow &&
         (end == first || !blocks[end].is_head))
    ++end;
  return end;
}

std::vector<float> column_widths(const std::vector<float>& widest_cells,
                                 const std::vector<float>& longest_words, float room) {
  const float share = room / static_cast<float>(std::max<size_t>(1, widest_cells.size()));
  const auto at_most = [&](float most) {
    std::vector<float> widths;
    for (size_t i = 0; i < widest_cells.size(); ++i) {
      const float least = std::min(longest_words[i], share);
      widths.push_back(std::max(std::min(widest_cells[i], most), least));
    }
    return widths;
  };
  const auto fits = [&](float most) {
    const std::vector<float> widths = at_most(most);
    return std::accumulate(widths.begin(), widths.end(), 0.0f) <= room;
  };
  if (fits(room)) return at_most(room);
  constexpr int kHalvings = 24;
  float fitting = 0, large = room;
  for (int i = 0; i < kHalvings; ++i) {
    const float middle = (fitting + large) / 2;
    (fits(middle) ? fitting : large) = middle;
  }
  return at_most(fitting);
}

}  // namespace warplens::guide
