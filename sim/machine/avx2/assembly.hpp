// Code that is put together by asmjit, on its way into memory that the processor executes.
#pragma once

#include <asmjit/x86.h>

#include <cstddef>
#include <vector>

#include "sim/base/assert.hpp"

namespace warplens::machine {

class Assembly {
 public:
  // The code will be the runtime's, which outlives this.
  explicit Assembly(asmjit::JitRuntime& runtime) : runtime_(runtime) {
    is_ready_ = holder_.init(runtime.environment()) == asmjit::kErrorOk;
    holder_.setErrorHandler(&refusals_);
  }
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  // Whether there is a holder to write to.
  bool is_ready() const { return is_ready_; }
  asmjit::CodeHolder& holder() { return holder_; }
  // Once all is written: false if the memory is not to be had.
  bool place() {
    return !refusals_.is_out_of_memory && runtime_.add(&begin_, &holder_) == asmjit::kErrorOk;
  }
  // Behind place(): where a label is; null for those that were never made.
  const void* at(const asmjit::Label& label) const {
    if (!label.isValid()) return nullptr;
    return static_cast<const std::byte*>(begin_) + holder_.labelOffsetFromBase(label);
  }
  template <class Function>
  Function* function_at(const asmjit::Label& label) const {
    return reinterpret_cast<Function*>(const_cast<void*>(at(label)));
  }

 private:
  // An instruction that the processor does not have would be left out.
  class Refusals : public asmjit::ErrorHandler {
   public:
    void handleError(asmjit::Error error, const char* message,
                     asmjit::BaseEmitter* /*origin*/) override {
      WL_ASSERT(error == asmjit::kErrorOutOfMemory, message);
      is_out_of_memory = true;
    }
    bool is_out_of_memory = false;
  };

  asmjit::JitRuntime& runtime_;
  asmjit::CodeHolder holder_;
  Refusals refusals_;
  bool is_ready_ = false;
  void* begin_ = nullptr;
};

}  // namespace warplens::machine
