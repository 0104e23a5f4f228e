// Fills an array's bytes as its ArrayArgument says.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/paged_bytes.hpp"
#include "sim/base/result.hpp"
#include "sim/base/slice.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::launch {

// A file's size and its first bytes.
struct FileBytes {
  uint64_t size = 0;
  std::vector<std::byte> bytes;  // all of them, or as many as were requested
};
// Reads at most `most` bytes of a file; sim/ opens no files itself.
using FileReader =
    std::function<base::Result<FileBytes, std::string>(const std::string& path, uint64_t most)>;

// The contents of a file that a program opens. The error is empty where there is no such file, else
// it says why it is not read.
using DataReader = std::function<base::Result<std::string, std::string>(const std::string& path)>;

// The largest array that is filled. [bytes] A launch's total is limited elsewhere (sim/prepare).
inline constexpr uint64_t kMostArrayBytes = uint64_t{16} << 30;

// One scalar member of a record.
struct RecordMember {
  base::Scalar scalar = base::Scalar::kFloat;
  uint64_t offset = 0;  // [bytes] in the record
};
// The layout of a record; a fill counts through the scalar members of the array's records. Bytes
// between members are zero.
struct StructLayout {
  uint64_t bytes = 0;  // of one record
  std::vector<RecordMember> members;
};

// The array's initial bytes; `layout` is that of its records, if it has any. kNone gives a
// recognisable pattern (0xCD). Errors: a value that is not a number, a file that cannot be read or
// is longer than the array (a shorter one is followed by zeros), one of NumPy's or of numbers with
// another count (array_file.hpp), an array over kMostArrayBytes.
// `budget` may be null.
base::Result<base::PagedBytes, std::string> make_bytes(
    const ArrayArgument& array, const FileReader& read_file, const StructLayout* layout = nullptr,
    std::shared_ptr<base::PageBudget> budget = nullptr);

// Contents that are worked out element by element, to be continued later.
class ArrayFilling {
 public:
  // Whether make_bytes() would work it out so; any other content takes no time to speak of, or is
  // a file's.
  static bool is_for(const ArrayArgument& array, const StructLayout& layout);
  // Of such an array.
  ArrayFilling(const ArrayArgument& array, const StructLayout& layout,
               std::shared_ptr<base::PageBudget> budget);
  base::Progress advance(base::Slice& slice);
  // As make_bytes() has it, when it is done.
  base::Result<base::PagedBytes, std::string> take();

 private:
  const Fill fill_;
  const StructLayout layout_;
  const uint64_t records_;
  const std::shared_ptr<base::PageBudget> budget_;
  std::optional<base::PagedBytes> bytes_;
  uint64_t next_ = 0;  // record
  std::string problem_;
};

// "1.5" -> the scalar's bit pattern, zero-extended; an error says why it does not fit. Decimal, 0x,
// a sign, the suffixes u, l and f, inf and nan, true and false.
base::Result<uint64_t, std::string> scalar_bits(base::Scalar type, std::string_view text);

}  // namespace warplens::launch
