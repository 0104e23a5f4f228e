// The launches of a whole program, run one of each kind for its table (app/study/program_launches).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/run_cli.hpp"
#include "app/study/program_launches.hpp"

namespace warplens::cli {

// Runs the launches of the request's program, of each kind the first, and counts more of them as
// far as that takes little. Errors: of the text, and where `wanted`, a launch from 0, is not
// reached.
base::Checked<study::ProgramSummary> survey_program(const prepare::Request& request,
                                                    std::optional<uint32_t> wanted,
                                                    const Surroundings& surroundings);

// What was seen of the launch that is shown in detail; null where that was not looked at.
std::shared_ptr<const run::Run> run_of_chosen(const study::ProgramSummary& summary);

// Of a request for another launch, because the file's program was run and reached none.
std::optional<study::ProgramSummary> program_without_launch(
    const prepare::Request& request, const std::vector<std::string>& arguments);

}  // namespace warplens::cli
