#include "kernels/measure/cuda/driver.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "kernels/measure/cuda/library.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::cuda {
namespace {

struct Meaning {
  CUresult result;
  ProblemKind kind;
  Sentence text;
};

// Errors that a user can do something about. The others have CUDA's own message.
constexpr Meaning kMeanings[] = {
    {CUDA_ERROR_ILLEGAL_ADDRESS, ProblemKind::kFault,
     sentence("the kernel reached an address outside of every array (an illegal address); look for "
              "an index "
              "that leaves its array")},
    {CUDA_ERROR_MISALIGNED_ADDRESS, ProblemKind::kFault,
     sentence(
         "the kernel reached an address that is no multiple of the access's size (a misaligned "
         "address); look for a pointer cast to a wider type")},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, ProblemKind::kFault,
     sentence(
         "the kernel used a pointer to one memory as if it pointed to another (an invalid address "
         "space); look for a shared array's address that is used as a global one")},
    {CUDA_ERROR_ASSERT, ProblemKind::kFault,
     sentence("an assert() in the kernel failed; see which condition does not hold")},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, ProblemKind::kFault,
     sentence("the kernel stopped at a trap or an illegal instruction; look for __trap() and for a "
              "function "
              "that ends without a return")},
    {CUDA_ERROR_INVALID_PC, ProblemKind::kFault,
     sentence(
         "the kernel jumped to no instruction (an invalid program counter); look for a function "
         "pointer that was overwritten")},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, ProblemKind::kFault,
     sentence("the kernel's call stack overflowed; look for a recursion that does not end")},
    {CUDA_ERROR_LAUNCH_FAILED, ProblemKind::kFault,
     sentence("the kernel was stopped by the GPU (a launch failure: a trap, or a shared or local "
              "address "
              "outside of its memory); look for an index that leaves its array")},
    {CUDA_ERROR_LAUNCH_TIMEOUT, ProblemKind::kTimeLimit,
     sentence("the kernel ran longer than the driver allows on a GPU that also draws the screen; "
              "make the "
              "launch smaller")},
    {CUDA_ERROR_OUT_OF_MEMORY, ProblemKind::kMemory,
     sentence(
         "the GPU has too little free memory; make the arrays smaller or close other programs that "
         "use it")},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, ProblemKind::kInput,
     sentence("a block of this size needs more registers or shared memory than an SM has; make the "
              "block smaller")},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, ProblemKind::kNoDriver,
     sentence(
         "the driver is older than the CUDA Toolkit that compiled the kernel; update the driver")},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, ProblemKind::kNoCompiler,
     sentence(
         "the CUDA Toolkit that was found cannot compile for this GPU; install a newer toolkit")},
    {CUDA_ERROR_DEVICE_UNAVAILABLE, ProblemKind::kNoDevice,
     sentence("the GPU is in use by another program that keeps it for itself; try again when it "
              "has ended")},
};

template <class Number>
Number attribute(const Driver& driver, CUdevice device, CUdevice_attribute which) {
  int value = 0;
  driver.cu.cuDeviceGetAttribute(&value, which, device);
  return static_cast<Number>(value);
}

GpuDevice describe(const Driver& driver, CUdevice device) {
  const auto number = [&](CUdevice_attribute which) {
    return attribute<uint32_t>(driver, device, which);
  };
  GpuDevice result;
  char name[256] = "";
  driver.cu.cuDeviceGetName(name, sizeof name, device);
  size_t memory = 0;
  driver.cu.cuDeviceTotalMem(&memory, device);
  result.name = name;
  result.memory_bytes = memory;
  result.compute_major = number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  result.compute_minor = number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  result.multiprocessors = number(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  result.shared_per_block = number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  result.shared_per_block_optin = number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  result.shared_per_multiprocessor =
      number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  result.threads_per_block = number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  result.threads_per_multiprocessor = number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  result.blocks_per_multiprocessor = number(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  result.registers_per_block = number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  result.registers_per_multiprocessor =
      number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  result.l2_bytes = number(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  result.clock_khz = number(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  result.memory_clock_khz = number(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  result.memory_bus_bits = number(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  return result;
}

// The version by the management library of the driver; "" without it.
std::string version_by_nvml() {
  const Library nvml = Library::open({"libnvidia-ml.so.1"});
  int (*initialise)() = nullptr;
  int (*version)(char*, unsigned) = nullptr;
  int (*shut_down)() = nullptr;
  if (!nvml.find(initialise, "nvmlInit_v2") || !nvml.find(shut_down, "nvmlShutdown") ||
      !nvml.find(version, "nvmlSystemGetDriverVersion") || initialise() != 0) {
    return "";
  }
  char text[96] = "";
  const bool known = version(text, sizeof text) == 0;
  shut_down();
  return known ? text : "";
}

}  // namespace

std::string version_in(const std::string& kernel_module) {
  std::istringstream words(kernel_module);
  for (std::string word; words >> word;) {  // the first that begins with three digits and a dot
    const size_t dot = word.find('.');
    const bool is_version = dot != std::string::npos && dot >= 3 && dot + 1 < word.size() &&
                            word.find_first_not_of("0123456789.") == std::string::npos;
    if (is_version) return word;
  }
  return "";
}

Measured<std::shared_ptr<const Driver>> Driver::open() {
  const Library library = Library::open({"libcuda.so.1", "libcuda.so"});
  if (!library.is_open()) {
    return base::fail(
        Problem{ProblemKind::kNoDriver,
                say("no NVIDIA driver was found on this machine (libcuda.so.1); install the NVIDIA "
                    "driver of your GPU to measure on it (recorded measurements can be shown "
                    "without)")});
  }
  auto driver = std::make_shared<Driver>();
  Functions& cu = driver->cu;
  const char* missing = nullptr;
#define WARPLENS_CUDA_NAME(name) #name
#define WARPLENS_CUDA_FUNCTION(name) \
  if (!library.find(cu.name, WARPLENS_CUDA_NAME(name))) missing = WARPLENS_CUDA_NAME(name);
#include "kernels/measure/cuda/driver_functions.def"
#undef WARPLENS_CUDA_FUNCTION
#undef WARPLENS_CUDA_NAME
  if (missing) {
    return base::fail(
        Problem{ProblemKind::kNoDriver,
                say("the NVIDIA driver is too old: it has no {function}; update the driver",
                    "function"_a = missing)});
  }
  if (const CUresult result = cu.cuInit(0); result != CUDA_SUCCESS) {
    if (result == CUDA_ERROR_NO_DEVICE) {
      return base::fail(Problem{ProblemKind::kNoDevice,
                                say("the NVIDIA driver is installed and finds no GPU; check that "
                                    "one is plugged in and visible (CUDA_VISIBLE_DEVICES)")});
    }
    const char* words = "";
    cu.cuGetErrorString(result, &words);
    return base::fail(Problem{ProblemKind::kNoDriver,
                              say("the NVIDIA driver does not start ({reason}); reinstall it, or "
                                  "restart the machine after an update",
                                  "reason"_a = words ? words : say("an unknown error"))});
  }
  int count = 0;
  cu.cuDeviceGetCount(&count);
  if (count == 0 || cu.cuDeviceGet(&driver->device, 0) != CUDA_SUCCESS) {
    return base::fail(Problem{ProblemKind::kNoDevice,
                              say("the NVIDIA driver shows no GPU; check CUDA_VISIBLE_DEVICES")});
  }
  driver->compute_major =
      attribute<int>(*driver, driver->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  driver->compute_minor =
      attribute<int>(*driver, driver->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  CUresult result = cu.cuDevicePrimaryCtxRetain(&driver->context, driver->device);
  if (result == CUDA_SUCCESS) result = cu.cuCtxSetCurrent(driver->context);
  if (result != CUDA_SUCCESS) {
    return base::fail(driver->problem(result, say("making a context on the GPU")));
  }
  // The context exists as long as anything made in it.
  const Driver* opened = driver.get();
  return std::shared_ptr<const Driver>(opened, [keep = std::move(driver)](const Driver* last) {
    last->cu.cuDevicePrimaryCtxRelease(last->device);
  });
}

Problem Driver::problem(CUresult result, const std::string& doing) const {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.result == result) return {meaning.kind, say(meaning.text)};
  }
  const char* name = nullptr;
  const char* words = nullptr;
  if (cu.cuGetErrorName) cu.cuGetErrorName(result, &name);
  if (cu.cuGetErrorString) cu.cuGetErrorString(result, &words);
  return {ProblemKind::kInternal,
          say("CUDA failed while {activity}: {reason} ({name})", "activity"_a = doing,
              "reason"_a = words ? words : say("an unknown error"),
              "name"_a = name ? name : std::to_string(int{result}))};
}

Measured<std::vector<GpuDevice>> Driver::devices() const {
  int count = 0;
  if (const CUresult result = cu.cuDeviceGetCount(&count); result != CUDA_SUCCESS) {
    return base::fail(problem(result, say("counting the GPUs")));
  }
  std::vector<GpuDevice> result;
  for (int i = 0; i < count; ++i) {
    CUdevice each = 0;
    if (cu.cuDeviceGet(&each, i) == CUDA_SUCCESS) result.push_back(describe(*this, each));
  }
  return result;
}

std::string Driver::version() const {
  std::ifstream file("/proc/driver/nvidia/version");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (const std::string found = version_in(text); !found.empty()) return found;
  if (const std::string found = version_by_nvml(); !found.empty()) return found;
  int number = 0;  // 13000: CUDA 13.0
  if (cu.cuDriverGetVersion(&number) != CUDA_SUCCESS) return "";
  return "CUDA " + std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

}  // namespace warplens::measure::cuda
