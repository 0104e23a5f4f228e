#include "app/window/split/time_beside.hpp"

#include "app/scene/words/costs.hpp"
#include "app/scene/words/launch_words.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/totals.hpp"
#include "app/window/split/split.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

// Two kernels with their blocks, where these differ: a time depends on them.
SideNames split_sides(const gui::State& model) {
  SideNames names = side_names(model);
  const run::Run &left = *model.split.run, &right = *model.run;
  const launch::Dim3 one = left.context->block, other = right.context->block;
  if (one == other || left.program->kernel->name == right.program->kernel->name) return names;
  const auto named = [](const std::string& name, const launch::Dim3& block) {
    return say("{kernel} in blocks of {threads}", "kernel"_a = name, "threads"_a = dim_text(block));
  };
  return {named(names.left, one), named(names.right, other)};
}

SideNames sides_of(const gui::State& model) {
  if (model.split.run != nullptr) return split_sides(model);
  if (model.lesson != nullptr) {
    if (const auto names = differing_parameter(model.lesson->parameters, model.run_settings,
                                               model.previous_settings))
      return {names->before, names->now};
  }
  return {label("before"), label("now")};
}

// Where the names are too long.
SideNames brief_sides(const gui::State& model) {
  if (model.split.run != nullptr) return {label("left"), label("right")};
  return {label("before"), label("now")};
}

// What the faster side has more of, in words; "" where its counts are as its time is.
std::string contradiction(const gui::State& model, const scene::TimePair& pair) {
  const run::Run* left = model.split.run != nullptr ? model.split.run.get() : model.previous.get();
  const run::Run* right = model.run.get();
  if (left == nullptr || right == nullptr || !left->is_counted || !right->is_counted) return "";
  const bool right_is_faster = pair.right_us < pair.left_us;
  const auto more = [&](uint64_t of_left, uint64_t of_right) {
    return right_is_faster ? of_right > of_left : of_left > of_right;
  };
  if (scene::is_same_time(pair)) return "";
  const observe::GlobalTotal one = left->totals.global_sum(), other = right->totals.global_sum();
  const uint64_t waves = left->totals.shared_sum().wavefronts;
  const uint64_t other_waves = right->totals.shared_sum().wavefronts;
  if (waves > 0 && other_waves > 0 && more(waves, other_waves))
    return label(scene::despite(scene::Work::kWavefronts, right_is_faster));
  if (more(one.sectors, other.sectors))
    return label(scene::despite(scene::Work::kSectors, right_is_faster));
  return "";
}

// "grid 2 × 2, rows 64: Pad 0 4.48 µs, ...", "at 4,096 × 4,096: Pad 0 167.8 µs, ..."; `despite` at
// its end, unless it is empty.
std::string words_of(const gui::State& model, const scene::TimePair& pair, const SideNames& names,
                     const std::string& despite) {
  const bool is_split = model.split.run != nullptr;
  const bool has_two_kernels =
      is_split && model.split.run->program->kernel->name != model.run->program->kernel->name;
  std::string times = scene::time_pair_words(pair, names.left, names.right, is_split);
  if (!despite.empty()) times += " " + despite;
  const run::Run* left = model.split.run != nullptr ? model.split.run.get() : model.previous.get();
  if (pair.arrays.empty())
    return say("{size}: {times}",
               "size"_a = left == nullptr ? scene::launch_size_words(*model.run)
                                          : scene::launch_size_words(*left, *model.run),
               "times"_a = times);
  const launch::Dim3 block = model.run->context->block;
  if (has_two_kernels && block == model.split.run->context->block)
    return say("at {extents} in blocks of {threads}: {times}", "extents"_a = pair.arrays,
               "threads"_a = dim_text(block), "times"_a = times);
  return say("at {extents}: {times}", "extents"_a = pair.arrays, "times"_a = times);
}

std::string measured(const scene::TimePair& pair, const std::string& words) {
  return pair.is_recorded ? say("measured time, {what}  ({device}, recorded)", "what"_a = words,
                                "device"_a = pair.device)
                          : say("measured time, {what}  ({device}, this machine)", "what"_a = words,
                                "device"_a = pair.device);
}

}  // namespace

std::vector<std::string> time_lines(const gui::State& model) {
  if (counts_hidden(model) || model.measuring.times.empty()) return {};
  const SideNames names = sides_of(model);
  std::vector<std::string> lines;
  for (const scene::TimePair& pair : model.measuring.times)
    lines.push_back(measured(pair, words_of(model, pair, names, contradiction(model, pair))));
  return lines;
}

std::string time_beside(const gui::State& model, ImFont* font, float width) {
  const scene::Times& times = model.measuring.times;
  if (times.empty() || counts_hidden(model)) return "";
  const SideNames names = sides_of(model);
  const scene::TimePair& last = times.back();
  const std::string despite = contradiction(model, last);
  const std::string whole = words_of(model, last, names, despite),
                    one = words_of(model, last, names, "");
  const std::string brief = words_of(model, last, brief_sides(model), "");
  const bool is_one_gpu =
      times.front().device == last.device && times.front().is_recorded == last.is_recorded;
  const std::string all = times.size() == 1 || !is_one_gpu
                              ? whole
                              : words_of(model, times.front(), names, "") + ";  " + whole;
  const std::string texts[] = {
      measured(last, all), measured(last, whole), say("measured {what}", "what"_a = whole),
      say("measured {what}", "what"_a = one), say("measured {what}", "what"_a = brief)};
  for (const std::string& text : texts) {
    if (ui::text_size(font, text).x <= width) return text;
  }
  return "";
}

std::string why_time_differs(const gui::State& model) {
  const scene::Times& times = model.measuring.times;
  if (times.empty() || counts_hidden(model) || contradiction(model, times.back()).empty())
    return "";
  return label(
      "Work is not time: caches answer what is requested again, and other warps go on while one "
      "waits.");
}

float draw_time_at_end(ui::Ui& ui, const gui::State& model, ImDrawList* list, float right, float y,
                       float room, bool says_of_access) {
  std::string time = time_beside(model, ui.fonts.small, room);
  if (time.empty() && says_of_access && model.moment != nullptr && !counts_hidden(model))
    time = scene::access_time_words(*model.moment, model.run->device, true);
  const float width = ui::text_size(ui.fonts.small, time).x;
  if (time.empty() || width > room) return 0;
  ui::text_at(ui, list, ui.fonts.small, ImVec2(right - width, y), ui.theme.text, time);
  return width + ui.theme.unit * 2;
}

}  // namespace warplens::views
