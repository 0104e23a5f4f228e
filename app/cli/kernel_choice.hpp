// Of a text whose host code gives no launch, and where the options give none either: a guessed one,
// of the kernel that is most worth looking at.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/json.hpp"
#include "app/cli/run_cli.hpp"

namespace warplens::cli {

struct CommandLine;
struct Opened;

struct KernelChoice {
  std::string kernel;
  // What makes it the one: guessed launches of all were tried; or no access of any is wasted.
  enum class Why : uint8_t { kWaste, kFirst } why = Why::kFirst;
  std::vector<std::string> others;
};

// Gives the request a guessed launch where the options give no part of one but perhaps the kernel.
// One choice where the text has several kernels; none where the options name one, and where nothing
// can be guessed, which running the request says.
std::optional<KernelChoice> guess_open_launch(const CommandLine& line, Opened& opened,
                                              const Surroundings& surroundings);

void print_choice(std::ostream& out, const KernelChoice& choice);
Json choice_json(const KernelChoice& choice);

}  // namespace warplens::cli
