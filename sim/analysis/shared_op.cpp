#include "sim/analysis/shared_op.hpp"

#include "sim/base/scalar.hpp"
#include "sim/lang/ast.hpp"

namespace warplens::analysis {

model::SharedOp shared_op(const code::AccessSite& site) {
  if (site.operation == code::Operation::kLoad) return model::SharedOp::kLoad;
  if (site.operation == code::Operation::kStore) return model::SharedOp::kStore;
  switch (site.atomic) {
    case code::Atomic::kCompareSwap:
      return model::SharedOp::kCompareSwap;
    case code::Atomic::kAdd:
      return site.type != nullptr && base::is_floating(site.type->scalar)
                 ? model::SharedOp::kSwapLoop
                 : model::SharedOp::kAtomic;
    case code::Atomic::kMinimum:
    case code::Atomic::kMaximum:
    case code::Atomic::kBits:
      return site.bytes == 8 ? model::SharedOp::kReadSwapLoop : model::SharedOp::kAtomic;
    default:
      return model::SharedOp::kAtomic;
  }
}

}  // namespace warplens::analysis
