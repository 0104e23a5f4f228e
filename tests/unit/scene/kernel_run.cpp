#include "kernel_run.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "app/scene/backdrop.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::test {

std::shared_ptr<const scene::Moment> Recorded::at(uint32_t step, uint32_t warp, uint32_t lane) {
  REQUIRE(step < steps());
  return scene::make_moment(*run, *replay, *backdrop, step, warp, lane);
}

Recorded record(const std::string& text, const std::string& words, trace::BlockId block) {
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE_MESSAGE(options.ok(), words);
  prepare::Request request;
  request.file = base::SourceFile("kernel.cu", text);
  request.launch = launch::apply({}, *options);
  request.recorded_block = block;
  auto run = run::run(std::move(request));
  if (!run.ok()) FAIL(base::render(run.error(), base::SourceFile("kernel.cu", text)));
  Recorded recorded;
  recorded.run = *run;
  REQUIRE(recorded.run->recording != nullptr);
  recorded.replay = std::make_shared<replay::Replay>(recorded.run);
  recorded.backdrop = std::make_shared<const scene::Backdrop>(*recorded.run);
  return recorded;
}

Recorded record_lesson(const std::string& file, trace::BlockId block) {
  std::ifstream stream(std::string(WARPLENS_SOURCE_DIR) + "/kernels/lessons/" + file);
  REQUIRE_MESSAGE(stream.good(), file);
  std::stringstream text;
  text << stream.rdbuf();
  const auto words = launch::embedded_options(text.str());
  REQUIRE_MESSAGE(words.has_value(), file);
  return record(text.str(), *words, block);
}

const scene::Grid& grid_of(const scene::Moment& moment, const std::string& name) {
  for (const scene::Grid& grid : moment.grids) {
    if (grid.name == name) return grid;
  }
  FAIL("no grid " << name);
  return moment.grids.front();
}

}  // namespace warplens::test
