// The launch options in one table, as they are declared and explained.
#include "app/cli/declared_options.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {

std::vector<LaunchWord> launch_words() {
  return {
      {"--kernel",
       "NAME",
       say("The kernel to run; needed if the file has several that can run. Code that it does not "
           "reach is not checked. For a template, an instance: 'matmul<32, 1>'"),
       false,
       {}},
      {"--grid", "X[,Y[,Z]]", say("Blocks in the grid; default 1"), false, {}},
      {"--block", "X[,Y[,Z]]", say("Threads in a block; default 1"), false, {}},
      {"--shared", "BYTES", say("Dynamic shared memory of a block"), false, {}},
      {"-D", "NAME=VALUE", say("Define a macro, as for a compiler"), true, {}},
      {"-I",
       "DIR",
       say("A folder where #include finds files, after the kernel's own; then the folders common, "
           "inc, include and utils near that are searched"),
       true,
       {}},
      {"--include",
       "FILE",
       say("Read FILE before the text; -include FILE says the same"),
       true,
       {}},
      {"--set", "PARAMETER=VALUE", say("Set a parameter of a lesson"), true, {}},
      {"--arg",
       "NAME=VALUE | NAME=TYPE[COUNT]...[:FILL]",
       say("A kernel argument, or a __device__ or __constant__ variable of the file: a number, a "
           "record's members {{a,b,c}}, an array in global memory, or @NAME, the array of that "
           "name. "
           "TYPE: a scalar or a vector type (float4). FILL: mod=N, mod=N+FIRST, zero, iota, "
           "const=V, "
           "values=a,b,c, random=SEED, file=PATH (bytes; .npy, .csv by the ending), none; default "
           "mod=1021"),
       true,
       {}},
      {"--call",
       "FUNCTION",
       say("Call this host function of the file in place of main(), with the values of --arg: "
           "arrays are device memory, host:float[16] is the host's; the launches that it reaches "
           "are looked at like a program's"),
       false,
       {}},
      {"--device",
       "ID",
       say("The device whose rules count (see 'warplens devices'); run takes several: h200,cc1.0"),
       false,
       {}},
      {"--threads",
       "N",
       say("Threads that run the simulation, at most 256; default: as many as there are cores. "
           "Results do not depend on it. gui takes 0, too: all is done between frames"),
       false,
       {}},
      {"--then",
       "'KERNEL [OPTIONS]'",
       say("Another launch after it, on the same global memory: arrays are shared by name, and "
           "--arg "
           "in=@out chooses another; a grid, block or number that is not given is that of the "
           "previous launch"),
       true,
       {}},
      {"--checks",
       "LIST",
       say("What to look for besides accesses out of bounds and misaligned: races, barriers, "
           "unwritten, hints, joined by commas; all or none; default all"),
       false,
       {}},
      {"--schedule",
       "ORDER",
       say("Which warp goes next: in-order, round-robin, random=SEED or adversarial (of two "
           "accesses that race, the later one first, and asynchronous copies arrive as late as "
           "they may); default in-order"),
       false,
       {}},
      {"--resident",
       "N",
       say("Blocks that take turns; default: as many as the device holds at once"),
       false,
       {}},
      {"--lanes",
       "HOW",
       say("lockstep: the lanes of a warp execute together; independent: each by itself, as "
           "devices since compute capability 7.0 may; default lockstep"),
       false,
       {}},
      {"--step-limit", "N", say("Warp instructions after which a run is stopped"), false, {}},
  };
}

}  // namespace warplens::cli
