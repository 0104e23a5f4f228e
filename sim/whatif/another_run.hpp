// Runs made of existing ones without running their grids again: with another block recorded, or on
// another device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::whatif {

// Records another block of existing runs without running their grids again. The runs that
// run_sequence() would make of `wanted`, which differs from the runs' request in the recorded
// block alone (the nearest one, where a launch's grid does not have it): equal in every bit. Only
// the blocks from the nearest kept moment (Run::starts) to this one are executed, and nothing is
// counted. Nothing is returned if the runs have to be made again: no moments were kept, a memory
// limit or the user ended a run, or Request::cancelled became true.
std::optional<run::Runs> with_block(const run::Runs& runs, const prepare::Request& wanted);

// Existing runs on another device. A device decides how shared memory's banks serve a warp; it
// changes what a program does only where the text reads __CUDA_ARCH__ or the launch breaks a limit
// of the device. Otherwise the same recording gives the other device's costs, and the totals of
// several devices are counted in one execution.

// The runs on the device ("": the default one); nothing is executed. The recorded block's costs are
// worked out from its recording. Totals and rows are kept if the device has the same banks, if the
// kernel does not use shared memory, or if Run::other_counts has them; otherwise Run::is_counted is
// false until with_counts() adds them. Nothing is returned if the runs have to be made again: the
// program depends on the device, the device refuses a launch, or a run was ended by the user or by
// the limit of atomics' rounds, which depend on the banks.
std::optional<run::Runs> on_device(const run::Runs& runs, const std::string& device);

// `runs` with the totals and rows of `counted`, which executed the same request. Nothing if they
// ended differently.
std::optional<run::Runs> with_counts(const run::Runs& runs, const run::Runs& counted);

// The result of run_sequence() on each of the devices, in their order; devices on which the program
// is the same share one execution, `after_slice` as there.
std::vector<base::Checked<run::Runs>> run_on_devices(const prepare::Request& request,
                                                     const std::vector<std::string>& devices,
                                                     const run::AfterSlice& after_slice = {});

}  // namespace warplens::whatif
