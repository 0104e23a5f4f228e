// `warplens exec`: a program as the compiled one would run, on this computer's processor alone.
#pragma once

#include <iosfwd>
#include <string>

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

// Returns the program's exit status; kExitMistake where the text does not compile or reaches what
// is not supported. Warplens' own messages are lines of the error stream that begin with "warplens:
// ".
int execute(const CommandLine& line, const Surroundings& surroundings);

// Each line of a text behind "warplens: ".
void say_beside(std::ostream& err, const std::string& text);

}  // namespace warplens::cli
