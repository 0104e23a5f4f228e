// Barriers: mbarriers in shared memory, and the block's own.
#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_translations.hpp"

namespace warplens::lang {
namespace {

// Orders and scopes decide nothing: what a lane does is seen at once.
bool knows_words(PtxInstruction& one) {
  return one.knows(2, {"shared", "shared::cta", "shared::cluster", "noComplete", "expect_tx",
                       "parity", "acquire", "release", "relaxed", "cta", "cluster", "b64"});
}

// mbarrier.arrive.b64 state, [mbarrier], count; .expect_tx: bytes in the count's place
std::string arrive(PtxInstruction& one, std::string_view function) {
  const bool expects = one.has("expect_tx");
  if (!one.takes(expects ? 3 : 2, 3, expects ? "state, [mbarrier], bytes" : "state, [mbarrier]"))
    return "";
  const std::vector<std::string>& operands = one.operands();
  const std::string place = one.shared_offset(operands[1]);
  const std::string number = operands.size() == 3 ? one.read(operands[2], "u32") : "1u";
  std::string text;
  if (expects) text = "warplens_mbarrier_expect_tx(" + place + ", " + number + "); ";
  const std::string call =
      std::string(function) + "(" + place + ", " + (expects ? std::string("1u") : number) + ")";
  return text + one.write(operands[0], "b64", call);
}

// mbarrier.try_wait.parity.b64 p, [mbarrier], parity, hint
std::string wait(PtxInstruction& one) {
  const bool is_parity = one.has("parity"), is_wait = one.has("try_wait");
  if (!one.takes(3, is_wait ? 4 : 3, is_parity ? "p, [mbarrier], parity" : "p, [mbarrier], state"))
    return "";
  const std::vector<std::string>& operands = one.operands();
  const std::string call = std::string("warplens_mbarrier_") + (is_wait ? "wait" : "test") +
                           (is_parity ? "(" : "_state(") + one.shared_offset(operands[1]) + ", " +
                           one.read(operands[2], is_parity ? "u32" : "b64") + ")";
  return one.write(operands[0], "pred", call + " != 0");
}

std::string with_number(PtxInstruction& one, std::string_view function, std::string_view form) {
  if (!one.takes(2, form)) return "";
  return std::string(function) + "(" + one.shared_offset(one.operands()[0]) + ", " +
         one.read(one.operands()[1], "u32") + ");";
}

}  // namespace

std::string translate_ptx_mbarrier(PtxInstruction& one) {
  if (!knows_words(one)) return "";
  const std::string_view what = one.words().size() > 1 ? std::string_view(one.words()[1]) : "";
  if (what == "init") return with_number(one, "warplens_mbarrier_init", "[mbarrier], count");
  if (what == "expect_tx")
    return with_number(one, "warplens_mbarrier_expect_tx", "[mbarrier], bytes");
  if (what == "complete_tx")
    return with_number(one, "warplens_mbarrier_complete_tx", "[mbarrier], bytes");
  if (what == "arrive") return arrive(one, "warplens_mbarrier_arrive");
  if (what == "arrive_drop") return arrive(one, "warplens_mbarrier_drop");
  if (what == "test_wait" || what == "try_wait") return wait(one);
  if (what == "inval") {
    if (!one.takes(1, "[mbarrier]")) return "";
    return "warplens_mbarrier_inval(" + one.shared_offset(one.operands()[0]) + ");";
  }
  if (what == "pending_count") {
    if (!one.takes(2, "count, state")) return "";
    const std::string call =
        "warplens_mbarrier_pending(" + one.read(one.operands()[1], "b64") + ")";
    return one.write(one.operands()[0], "u32", call);
  }
  one.knows(1, {"init", "inval", "arrive", "arrive_drop", "expect_tx", "complete_tx", "test_wait",
                "try_wait", "pending_count", "b64"});
  return "";
}

// bar.sync 0: of all threads of the block.
std::string translate_ptx_barrier(PtxInstruction& one) {
  if (!one.knows(1, {"sync", "cta", "aligned"}) || !one.needs("sync") || !one.takes(1, 2, "0"))
    return "";
  if (one.operands().size() == 2) {
    one.unsupported(
        say("inline PTX: '{name}' with a number of threads is not supported: all threads of the "
            "block wait here",
            "name"_a = one.spelling()),
        say("write __syncthreads(), or an mbarrier of those threads"));
  }
  const auto number = one.constant(one.operands()[0]);
  return number ? "__syncthreads();" : "";
}

}  // namespace warplens::lang
