#include <doctest/doctest.h>

#include "app/window/platform/script_actions.hpp"
#include "sim/launch/parse.hpp"

using namespace warplens;
using platform::path_of_action;
using platform::path_then_rest;

TEST_CASE("script: a path ends in front of its options") {
  CHECK(path_then_rest("a b.cu -- --grid 1").path == "a b.cu");
  CHECK(path_then_rest("a b.cu -- --grid 1").rest == "-- --grid 1");
  CHECK(path_then_rest("a.cu").path == "a.cu");
  CHECK(path_then_rest("a.cu").rest.empty());
}

TEST_CASE("script: a path in quotes is whole, whatever is in it") {
  for (const char* path : {"my --talk/a.cu", " a.cu ", "it's -- \"it\".cu", "a.cu"}) {
    CAPTURE(path);
    const platform::PathThenRest found = path_then_rest(launch::quoted(path) + " -- --grid 1");
    CHECK(found.path == path);
    CHECK(found.rest == "-- --grid 1");
    CHECK(path_of_action(launch::quoted(path)) == path);
  }
  // Blanks in a path need none.
  CHECK(path_of_action("my pictures/a.png") == "my pictures/a.png");
}
