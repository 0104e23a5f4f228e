// Scenes of pages: made once the page is open, kept as long as what they are of stays.
#include <doctest/doctest.h>

#include "session_fixture.hpp"

using namespace warplens;

namespace {

gui::Action change(std::function<void(gui::ViewOptions&)> how) {
  return gui::action::ChangeOptions{std::move(how)};
}
gui::Action turn_to(gui::Page page) {
  return change([page](gui::ViewOptions& options) { options.page = page; });
}

}  // namespace

TEST_CASE("pages: a scene is made once somebody looks, and again for another run") {
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, "matmul-tiled");
  CHECK(model.divergence.results == nullptr);
  CHECK(model.hiding.results == nullptr);
  CHECK(model.limits == nullptr);
  test::act(session, turn_to(gui::Page::kDivergence));
  const auto masks = model.divergence.results;
  REQUIRE(masks != nullptr);
  CHECK(model.divergence.is_of(model.run));
  CHECK(model.hiding.results == nullptr);
  test::act(session, turn_to(gui::Page::kLimits));
  const auto limits = model.limits;
  REQUIRE(limits != nullptr);
  test::act(session, turn_to(gui::Page::kDivergence));
  test::act(session, turn_to(gui::Page::kLimits));
  CHECK(model.divergence.results == masks);
  CHECK(model.limits == limits);

  test::act(session, gui::action::SetParameter{"tile", 16});
  CHECK(model.limits != limits);
  CHECK(model.divergence.results == masks);  // of the run before: nobody looks
  CHECK_FALSE(model.divergence.is_of(model.run));
  test::act(session, turn_to(gui::Page::kDivergence));
  CHECK(model.divergence.results != masks);
  CHECK(model.divergence.is_of(model.run));
}

TEST_CASE("pages: what is in view stays until what is tried is there") {
  gui::Session session = test::make_session(false);
  const gui::State& model = test::open(session, "matmul-tiled");
  test::act(session, turn_to(gui::Page::kHiding));
  const auto first = model.hiding.results;
  REQUIRE(first != nullptr);
  session.apply({change([](gui::ViewOptions& options) { options.hiding.warps = 32; })});
  session.update(1);
  CHECK(model.hiding.results == first);
  session.wait_idle();
  const auto tried = model.hiding.results;
  REQUIRE(tried != first);
  CHECK(tried->warps == 32);
  CHECK(tried->facts.streams == first->facts.streams);  // the block is followed once

  // What only moves the strip runs no model.
  test::act(session, change([](gui::ViewOptions& options) { options.hiding.is_whole = true; }));
  CHECK(model.hiding.results != tried);
  CHECK(model.hiding.results->hiding == tried->hiding);

  // Another kernel's: how much of the strip is looked at stays.
  test::open(session, "matmul-naive");
  CHECK(model.options.hiding.warps == 0);
  CHECK(model.options.hiding.is_whole);
}
