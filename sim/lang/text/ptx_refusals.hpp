// Instructions and registers of PTX that are refused by name, each with what to write instead.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/text/ptx_instruction.hpp"

namespace warplens::lang {

// Of an instruction that is known and not supported: by its first words, or by one of its words.
std::optional<PtxProblem> refused_ptx(const PtxInstruction& instruction);
// Of a special register: "%cluster_ctarank".
std::optional<PtxProblem> refused_ptx_register(std::string_view name);

// Of an instruction that nobody knows, with the rows of the table: other words of the same, or a
// name that is near.
PtxProblem unknown_ptx(const std::string& spelling, const std::vector<std::string>& rows);
// Asks whether the nearest of them is meant, or says what else to do.
std::string hint_of_nearest(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace warplens::lang
