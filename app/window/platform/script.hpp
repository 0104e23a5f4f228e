// A script of the window: one action a line, what a person would do and what they should then see.
// README.md lists the actions.
#pragma once

#include <string>
#include <vector>

#include "app/window/platform/headless.hpp"

namespace warplens::platform {

struct ScriptEnd {
  int status = 0;       // 0; 1: an assertion failed; 2: the script is wrong
  std::string message;  // "script:LINE: what"; empty if all went well
};

// `name` comes before the line number in messages.
ScriptEnd run_script(Headless& window, const std::string& name, const std::string& text);

}  // namespace warplens::platform
