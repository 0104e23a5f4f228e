// Follows values that nothing has written, of variables, local arrays and shared memory, through
// the registers of one block to where they matter: a branch, an address, an atomic, a store to
// global memory. Copying them is no mistake.
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

#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/code/program.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/trace/event.hpp"

namespace warplens::check {

// A warp that is about to execute the instruction at `pc`, or has just done so.
struct WarpMoment {
  uint32_t warp = 0, pc = 0;
  uint32_t mask = 0;                                // active lanes, before the instruction
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
  std::vector<analysis::Finding> findings(const analysis::MemoryLayout& layout) const;

 private:
  static constexpr uint32_t kNoDeclaration = 0xffffffff;
  // The offset of bytes that are still where the variable is.
  static constexpr uint32_t kWhole = 0xffffffff;
  // Where an unwritten value comes from: a load of shared memory, or a variable's declaration.
  struct Source {
    uint32_t declaration = kNoDeclaration;
    uint32_t offset = 0;  // of a variable [bytes]
    uint32_t site = 0, step = 0, thread = 0;
    uint64_t address = 0;
    bool is_carried = false;  // stored again since; which of a warp's lanes loaded it is lost
    auto operator<=>(const Source&) const = default;
  };
  // Of a value in a register, 32 lanes: which are unwritten, and where the first comes from.
  struct Taint {
    uint32_t lanes = 0;
    Source source;
  };
  struct Use {
    uint64_t count = 0;  // lanes
    Source source;
    uint32_t thread = 0;  // of the first use
  };
  // An instruction, made ready to be followed.
  struct Step {
    code::OpInfo op;
    code::RegisterUses uses;
    uint8_t values = 1;  // of an access
  };
  static constexpr size_t kMostValues = 16;  // of one access
  using Values = std::array<Taint, kMostValues>;

  Taint& taint(uint32_t warp, uint32_t slot) { return registers_[warp * slots_ + slot]; }
  const Step& step_at(uint32_t pc);
  void declare(const WarpMoment& now);
  void use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask);
  void use_condition(const WarpMoment& now);
  // Lanes in which one operand alone, which is written, makes the result of & or |.
  uint32_t lanes_decided(const WarpMoment& now);
  Taint computed(const WarpMoment& now, const Step& step);
  void note(Taint& taint, uint32_t lane, const Source& source) const;

  // Of the bytes of a place in shared memory.
  bool is_unwritten(uint64_t address, uint32_t bytes) const;
  void access_value(const trace::WarpAccess& access, uint32_t step, uint32_t value, uint32_t bytes);

  // Local memory: where in its frame each lane accesses it; nothing of lanes that do not.
  std::optional<uint32_t> local_offset(const WarpMoment& now, const Step& step,
                                       uint32_t lane) const;
  void access_local(const WarpMoment& now, const Step& step);
  void load_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes);
  void store_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes);
  void clear_local(const WarpMoment& now);
  void fill_local(const WarpMoment& now, uint32_t offset, uint32_t bytes, uint16_t origin);
  uint16_t origin_of(const Source& source);

  analysis::Finding finding(uint32_t pc, const Use& use) const;
  std::string who(const analysis::Finding& finding) const;
  std::string words_of_load(const analysis::Finding& finding, const analysis::OtherAccess& load,
                            const Use& use, const analysis::MemoryLayout& layout) const;
  std::string variable_words(const Source& source) const;

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_, id_;
  uint32_t slots_;
  uint32_t step_ = 0;
  std::vector<bool> variables_;
  std::vector<std::optional<Step>> steps_;  // by pc, made when they are first executed
  std::vector<uint32_t> last_pc_;           // by warp
  std::vector<Taint> registers_;            // by warp and slot
  std::vector<bool> written_;  // by byte of shared memory: with a value that was written
  // By address: where a value that was stored unwritten comes from.
  std::unordered_map<uint64_t, Source> carried_;
  // By thread and byte of its frame: 0, or what is unwritten there as an index in sources_. Empty
  // where no variable in the frame is looked at.
  std::vector<uint16_t> local_;
  std::vector<Source> sources_{Source{}};
  std::map<Source, uint16_t> origins_;
  // Of the present instruction: the values that it loads, or of the registers that it stores.
  Values moved_;
  uint32_t decided_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, Use> uses_;  // by instruction and site of the load
  // By declaration: the instruction of the first use.
  std::map<uint32_t, std::pair<uint32_t, Use>> variable_uses_;
};

}  // namespace warplens::check
