// What a text's first comment and a lesson may say of their launch.
#include "app/lessons/own_options.hpp"

#include <doctest/doctest.h>

#include "sim/launch/parse.hpp"
#include "sim/run/run.hpp"

using namespace warplens;

TEST_CASE("own options: a text may lower the step limit, but not lift it") {
  const auto limit_of = [](const std::string& steps) {
    const auto options = lessons::own_options("--step-limit " + steps, "k.cu");
    REQUIRE(options.ok());
    return options->step_limit;
  };
  CHECK(limit_of("1000") == 1000);
  CHECK(limit_of("184000000") == 184'000'000);
  CHECK_FALSE(limit_of(std::to_string(prepare::kDefaultStepLimit)));
  CHECK_FALSE(limit_of("18446744073709551615"));
}

TEST_CASE("own options: what belongs on the command line is named") {
  for (const std::string option : {"--memory", "--dump", "--schedules"}) {
    CAPTURE(option);
    const auto options = lessons::own_options(option + " x", "k.cu");
    REQUIRE_FALSE(options.ok());
    CHECK(options.error().find(option) != std::string::npos);
  }
}

TEST_CASE("own options: the launch comment takes the place of those before it") {
  const std::string text =
      "//warplens:--grid 1\n// what it does\n\n  // warplens: --block 2\n"
      "// warplens: assert requests == 1\nint a;\n"
      "// warplens: not in the head\n";
  const std::string with = lessons::with_launch_comment(text, "--grid 4 --block 8");
  CHECK(with ==
        "// warplens: --grid 4 --block 8\n// what it does\n\n"
        "// warplens: assert requests == 1\nint a;\n"
        "// warplens: not in the head\n");
  CHECK(launch::embedded_options(with) == "--grid 4 --block 8");
  CHECK(lessons::with_launch_comment("int a;", "--grid 1") == "// warplens: --grid 1\nint a;");
  // A byte-order mark stays in front, and hides no comment.
  CHECK(lessons::with_launch_comment("\xEF\xBB\xBF// warplens: --grid 2\nint a;", "--grid 1") ==
        "\xEF\xBB\xBF// warplens: --grid 1\nint a;");
}
