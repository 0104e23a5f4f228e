// Another device for runs that are there. A device decides how shared memory's banks serve a warp;
// what a program does, it decides only where the text reads __CUDA_ARCH__ or the launch breaks a
// limit of the device. Elsewhere another device is another look at the same recording, and several
// devices' totals are counted in one execution.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/engine/run.hpp"

namespace warplens::engine {

// The runs on the device ("": the default one), nothing executed: the recorded block's costs are
// worked out from its recording. Totals and rows are taken over where the device counts alike,
// where the kernel leaves shared memory alone, or where Run::other_counts has them; else
// Run::is_counted is false, and with_counts() puts them in. Nothing where the runs have to be made
// again: the program can see the device, the device refuses a launch, or the user or the limit of
// atomics' rounds, which depend on the banks, ended a run.
std::optional<Runs> on_device(const Runs& runs, const std::string& device);

// `runs` with the totals and rows of `counted`, the same request executed. Nothing if that ended
// otherwise.
std::optional<Runs> with_counts(const Runs& runs, const Runs& counted);

// What run_sequence() gives for the request on each of the devices, which must be one at least; one
// execution for all on which the program is the same.
base::Checked<std::vector<Runs>> run_on_devices(const Request& request,
                                                const std::vector<std::string>& devices);

}  // namespace warplens::engine
