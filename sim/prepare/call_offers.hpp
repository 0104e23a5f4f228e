// Calls of functions for who has given none: values that a first call may have, and the functions
// of a text without main() that launch its kernels.
#pragma once

#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

// `given`, with a value for each other parameter: integers are small and all different, arrays have
// as many elements as these together can count; those of results hold zeros.
std::vector<launch::Argument> complete_call(const lang::Unit& unit, const lang::Kernel& function,
                                            std::vector<launch::Argument> given);

// "--call solve --arg n=1000 ...": each option, and all of them.
std::vector<std::string> call_words(const std::string& function,
                                    const std::vector<launch::Argument>& arguments);
std::string call_options(const std::string& function,
                         const std::vector<launch::Argument>& arguments);
// "warplens run FILE.cu --call solve --arg n=1000 ...", as one types it.
std::string call_command(const std::string& file_name, const std::string& function,
                         const std::vector<launch::Argument>& arguments);

// Calls of the host functions that launch the text's kernels and that no other such function calls,
// in order; none for a text with main().
struct CallOffer {
  std::string function;
  std::vector<launch::Argument> arguments;
};
std::vector<CallOffer> offered_calls(const Request& request);
// That the text has no main(), and the command that makes the call.
base::Diagnostic offer_of(const CallOffer& call, const std::string& file_name);

}  // namespace warplens::prepare
