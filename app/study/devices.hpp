// The devices of the model, one's limits, the GPUs of this machine, and the launches of a text held
// against a device's limits.
#pragma once

#include <string>
#include <vector>

#include "app/study/section.hpp"
#include "kernels/measure/format/job.hpp"
#include "sim/model/device.hpp"
#include "sim/prepare/launch_needs.hpp"

namespace warplens::study {

Section describe(const std::vector<model::Device>& devices);
Section describe_limits(const model::Device& device);

// For people: which row of the model describes each GPU; what this machine lacks for measuring. For
// programs kernels/measure/format has all of it.
Section describe(const measure::MachineAnswer& machine);

// `name`: of the text.
Section describe(const prepare::TextLaunches& launches, const model::Device& device,
                 const std::string& name);

}  // namespace warplens::study
