// Follows values that the text does not define through the registers of one block to where they
// matter: a branch, an address, an atomic, a store to global memory, a printf. Copying them is no
// mistake, but for storing what a shuffle took from nowhere to shared memory. Nothing has written
// them (variables, local arrays, shared memory), or a shuffle takes them from a lane that does not
// take part.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/unwritten/taint.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

// A warp that is about to execute the instruction at `pc`, or has just done so.
struct WarpMoment {
  uint32_t warp = 0, pc = 0;
  uint32_t mask = 0;                // active lanes, before the instruction
  uint32_t present = 0, ended = 0;  // lanes that are threads of the block; that have returned
  std::span<const uint32_t> registers, mask_words;  // as machine::WarpState has them
};

// An observer of the block that sees each instruction besides, before and after it is
// executed.
class Unwritten : public trace::Observer {
 public:
  // `block`: extents; `id` is the block that is followed. `variables`: by index in
  // Program::bare_declarations, which are looked at.
  Unwritten(std::shared_ptr<const code::Program> program, uint32_t shared_bytes,
            trace::BlockId block, trace::BlockId id, std::vector<bool> variables);

  void before(const WarpMoment& now);
  void access(const trace::WarpAccess& access) override;
  void after(const WarpMoment& now);

  // In order of place; one for each variable, at its first use.
  std::vector<Finding> findings(const MemoryLayout& layout) const;

 private:
  static constexpr uint32_t kNoDeclaration = 0xffffffff;
  // The offset of bytes that are still where the variable is.
  static constexpr uint32_t kWhole = 0xffffffff;
  using Absence = AbsentDetail::Absence;
  static constexpr uint32_t kNoShuffle = 0xffffffff;
  // Where an undefined value comes from: a load of shared memory, a variable's declaration, or a
  // shuffle.
  struct Source {
    uint32_t declaration = kNoDeclaration;
    uint32_t offset = 0;  // of a variable [bytes]
    uint32_t site = 0, step = 0, thread = 0;
    uint64_t address = 0;
    bool is_carried = false;        // stored again since
    uint32_t shuffle = kNoShuffle;  // its pc; `thread` reads from `from`, a thread of the same warp
    uint32_t from = 0;
    Absence absence = Absence::kNoThread;
    auto operator<=>(const Source&) const = default;
  };
  struct Use {
    uint64_t count = 0;  // lanes
    Source source;
    uint32_t thread = 0;           // of the first use
    std::optional<uint32_t> step;  // ... the access that it is in, if it is one
  };
  // An instruction, made ready to be followed.
  struct Step {
    code::OpInfo op;
    code::RegisterUses uses;
    uint8_t values = 1;  // of an access
  };
  static constexpr size_t kMostValues = 16;  // of one access
  using Values = std::array<Taint, kMostValues>;

  // An if whose condition is undefined in some lanes, and both sides of which only compute: what
  // they assign is undefined in these lanes behind it, whichever side was taken.
  struct Doubt {
    uint32_t join = 0;  // pc at which it ends
    Taint condition;
    std::vector<code::RegisterUse> assigned;
  };

  Taint& taint(uint32_t warp, uint32_t slot) { return registers_[warp * slots_ + slot]; }
  const Step& step_at(uint32_t pc);
  void declare(const WarpMoment& now);
  void use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask);
  void use_lane(const Source& source, uint32_t warp, uint32_t pc, uint32_t lane);
  void use_condition(const WarpMoment& now);
  void use_prints(const WarpMoment& now, const Step& step);
  // Whether the if at `pc` only computes; then `doubt` has where it ends and what it assigns.
  bool only_computes(uint32_t pc, Doubt& doubt);
  void doubt_if(const WarpMoment& now);
  void end_doubts(const WarpMoment& now);
  TaintedValue value_of(const WarpMoment& now, const code::RegisterUse& read, uint32_t lane);
  Taint computed(const WarpMoment& now, const Step& step);
  Taint selected(const WarpMoment& now);
  Taint shuffled(const WarpMoment& now);
  Taint reduced(const WarpMoment& now);
  Taint turned(const WarpMoment& now);
  void multiply(const WarpMoment& now);
  void note(Taint& taint, uint32_t lane, const Source& source, uint32_t bits = ~0u);

  // Of a place in shared memory, a bit for each byte that is.
  uint32_t unwritten_bytes(uint64_t address, uint32_t bytes) const;
  void access_value(const trace::WarpAccess& access, uint32_t step, uint32_t value, uint32_t bytes);
  void access_matrix(const trace::WarpAccess& access, uint32_t step, uint32_t matrix);
  Source source_of_byte(const trace::WarpAccess& access, uint32_t step, uint32_t lane,
                        uint64_t address) const;
  void store_bytes(uint64_t address, uint32_t bytes, uint32_t undefined, uint32_t origin);
  void use_shuffled(const trace::WarpAccess& access, uint32_t pc, uint32_t values);
  void fill(const trace::WarpAccess& copy);

  // Local memory: where in its frame each lane accesses it; nothing of lanes that do not.
  std::optional<uint32_t> local_offset(const WarpMoment& now, const Step& step,
                                       uint32_t lane) const;
  void access_local(const WarpMoment& now, const Step& step);
  void load_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes);
  void store_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes);
  void clear_local(const WarpMoment& now);
  void fill_local(const WarpMoment& now, uint32_t offset, uint32_t bytes, uint32_t origin);
  uint32_t origin_of(const Source& source);

  Finding finding(uint32_t pc, const Use& use) const;
  UnwrittenDetail detail_of_load(const Finding& finding, const OtherAccess& load, const Use& use,
                                 const MemoryLayout& layout) const;
  std::string variable_words(const Source& source) const;
  AbsentDetail detail_of_shuffle(const Source& source) const;

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_, id_;
  uint32_t slots_;
  uint32_t step_ = 0;
  std::vector<bool> variables_;
  std::vector<std::optional<Step>> steps_;  // by pc, made when they are first executed
  std::vector<uint32_t> last_pc_;           // by warp
  std::vector<Taint> registers_;            // by warp and slot
  std::vector<bool> written_;  // by byte of shared memory: with a value that was written
  // By address of a byte: where a value that was stored unwritten comes from.
  std::unordered_map<uint64_t, Source> carried_;
  // By thread and byte of its frame: 0, or what is undefined there as an index in sources_. Empty
  // where there is no frame, or one too large.
  std::vector<uint32_t> local_;
  static constexpr size_t kMostSources = 1 << 18;
  std::vector<Source> sources_{Source{}};
  std::map<Source, uint32_t> origins_;
  // The first source of a declaration, a load or a shuffle, which others share when there are too
  // many.
  std::map<std::array<uint32_t, 3>, uint32_t> first_origins_;
  // Of the present instruction: the values that it loads, or of the registers that it stores, or
  // those of a tensor core's product.
  Values moved_;
  Taint result_;
  std::vector<std::vector<Doubt>> doubts_;  // by warp; the innermost last
  // By instruction, and the site of the load or kOfShuffle and the shuffle's pc.
  static constexpr uint32_t kOfShuffle = 0x80000000;
  std::map<std::pair<uint32_t, uint32_t>, Use> uses_;
  // By declaration: the instruction of the first use.
  std::map<uint32_t, std::pair<uint32_t, Use>> variable_uses_;
};

}  // namespace warplens::observe
