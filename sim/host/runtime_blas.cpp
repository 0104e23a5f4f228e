// cuBLAS' products and vector operations: the results are computed from the device's arrays; what
// the library's kernels do to memory is not simulated. prelude_cublas.cpp says which call is which
// product; its warplens_matrix, warplens_product and warplens_vectors are here.
//
// Products are added up in double precision and rounded once, which is at least as close to the
// exact result as cuBLAS' own order of additions.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/host/matrix_product.hpp"
#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {
namespace {

// Elements of arrays in the device's memory, by cudaDataType_t.
enum class Type : int32_t {
  kFloat = 0,
  kDouble = 1,
  kHalf = 2,
  kInt8 = 3,
  kInt32 = 10,
  kBfloat = 14,
};

uint64_t bytes_of(Type type) {
  switch (type) {
    case Type::kDouble:
      return 8;
    case Type::kFloat:
    case Type::kInt32:
      return 4;
    case Type::kHalf:
    case Type::kBfloat:
      return 2;
    case Type::kInt8:
      return 1;
  }
  return 0;
}

// As the program has it: the element (i, j) of number b is data[i * row + j * column + b * batch].
struct Matrix {
  uint64_t data;
  int64_t type;
  int64_t row, column, batch;
};
struct Product {
  Matrix a, b, c;
  int64_t m, n, k, count;
  double alpha, beta;
};
struct Vectors {
  Matrix x, y;  // a column each
  int64_t n;
  int64_t what;
  double alpha;
  double result;
};

double value_of(Type type, const std::byte* from) {
  const auto as = [from](auto value) {
    std::memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
  };
  const auto small = [from](base::Scalar scalar) {
    uint16_t bits = 0;
    std::memcpy(&bits, from, sizeof bits);
    return static_cast<double>(base::small_to_float(scalar, bits));
  };
  switch (type) {
    case Type::kFloat:
      return as(float{});
    case Type::kDouble:
      return as(double{});
    case Type::kHalf:
      return small(base::Scalar::kHalf);
    case Type::kBfloat:
      return small(base::Scalar::kBfloat);
    case Type::kInt8:
      return as(int8_t{});
    case Type::kInt32:
      return as(int32_t{});
  }
  return 0;
}

void put_value(Type type, double value, std::byte* to) {
  const auto put = [to](auto converted) { std::memcpy(to, &converted, sizeof converted); };
  switch (type) {
    case Type::kFloat:
      return put(static_cast<float>(value));
    case Type::kDouble:
      return put(value);
    case Type::kHalf:
      return put(base::small_from_double(base::Scalar::kHalf, value));
    case Type::kBfloat:
      return put(base::small_from_double(base::Scalar::kBfloat, value));
    case Type::kInt8:
      return put(static_cast<int8_t>(value));
    case Type::kInt32:
      return put(static_cast<int32_t>(static_cast<int64_t>(value)));
  }
}

// Rows and columns of elements in a part of an array: of the two, what is side by side is read
// and written at once.
class Elements {
 public:
  Elements(Device& device, const Matrix& matrix, int64_t rows, int64_t columns, int64_t number)
      : device_(device),
        type_(static_cast<Type>(matrix.type)),
        size_(bytes_of(type_)),
        begin_(matrix.data + static_cast<uint64_t>(number * matrix.batch) * size_),
        is_by_row_(matrix.row != 1 && matrix.column == 1),
        runs_(is_by_row_ ? rows : columns),
        length_(is_by_row_ ? columns : rows),
        step_(is_by_row_ ? matrix.row : matrix.column),
        stride_(is_by_row_ ? matrix.column : matrix.row) {}

  // Row by row, as a kernel reads them, just past an array, too; false where they are not all in
  // one.
  bool read(std::vector<double>& to, int64_t columns) const {
    std::vector<std::byte> bytes;
    for (int64_t run = 0; run < runs_; ++run) {
      bytes.resize(bytes_in_run());
      if (!device_.memory().read(address(run, 0), bytes)) return false;
      for (int64_t i = 0; i < length_; ++i)
        to[at(run, i, columns)] = value_of(type_, bytes.data() + offset(i));
    }
    return true;
  }
  bool write(const std::vector<double>& from, int64_t columns) const {
    std::vector<std::byte> bytes;
    for (int64_t run = 0; run < runs_; ++run) {
      bytes.resize(bytes_in_run());
      // What is between the elements stays.
      if (stride_ != 1 && !device_.copy_out(address(run, 0), bytes)) return false;
      for (int64_t i = 0; i < length_; ++i)
        put_value(type_, from[at(run, i, columns)], bytes.data() + offset(i));
      if (!device_.copy_in(address(run, 0), bytes)) return false;
    }
    return true;
  }

 private:
  uint64_t address(int64_t run, int64_t i) const {
    return begin_ + static_cast<uint64_t>(run * step_ + i * stride_) * size_;
  }
  uint64_t offset(int64_t i) const { return static_cast<uint64_t>(i * stride_) * size_; }
  uint64_t bytes_in_run() const { return length_ == 0 ? 0 : offset(length_ - 1) + size_; }
  size_t at(int64_t run, int64_t i, int64_t columns) const {
    return static_cast<size_t>(is_by_row_ ? run * columns + i : i * columns + run);
  }

  Device& device_;
  Type type_;
  uint64_t size_, begin_;
  bool is_by_row_;
  int64_t runs_, length_, step_, stride_;
};

Error multiply(Device& device, const Product& product) {
  const auto size = [](int64_t rows, int64_t columns) {
    return static_cast<size_t>(rows) * static_cast<size_t>(columns);
  };
  const int64_t m = product.m, n = product.n, k = product.k;
  std::vector<double> a(size(m, k)), b(size(k, n)), c(size(m, n)), sums(size(m, n));
  const bool is_single = static_cast<Type>(product.c.type) != Type::kDouble;
  for (int64_t number = 0; number < product.count; ++number) {
    const Elements to(device, product.c, m, n, number);
    if (!Elements(device, product.a, m, k, number).read(a, k) ||
        !Elements(device, product.b, k, n, number).read(b, n) ||
        (product.beta != 0 && !to.read(c, n)))
      return Error::kIllegalAddress;
    multiply_matrices(a, b, sums, static_cast<size_t>(m), static_cast<size_t>(n),
                      static_cast<size_t>(k));
    const bool is_exact = static_cast<Type>(product.c.type) == Type::kInt32;
    for (size_t i = 0; i < sums.size(); ++i) {
      const double sum = is_single ? static_cast<double>(static_cast<float>(sums[i])) : sums[i];
      c[i] = product.alpha * (is_exact ? sums[i] : sum) +
             (product.beta == 0 ? 0.0 : product.beta * c[i]);
    }
    if (!to.write(c, n)) return Error::kIllegalAddress;
  }
  device.compute(static_cast<uint64_t>(m) * static_cast<uint64_t>(n) * static_cast<uint64_t>(k) *
                 static_cast<uint64_t>(product.count));
  return Error::kSuccess;
}

enum class Operation : int64_t {
  kAxpy,
  kScale,
  kCopy,
  kSwap,
  kDot,
  kNorm,
  kSum,
  kLargest,
  kSmallest
};

// The first element whose size is the largest or the smallest, from 1 on; 0: there is none.
double index_of(const std::vector<double>& values, bool is_largest) {
  size_t best = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    const double size = std::fabs(values[i]), known = std::fabs(values[best]);
    if (is_largest ? size > known : size < known) best = i;
  }
  return values.empty() ? 0 : static_cast<double>(best + 1);
}

Error combine(Device& device, Vectors& vectors) {
  const auto operation = static_cast<Operation>(vectors.what);
  std::vector<double> x(static_cast<size_t>(vectors.n)), y = x;
  const Elements of_x(device, vectors.x, vectors.n, 1, 0), of_y(device, vectors.y, vectors.n, 1, 0);
  const bool has_y = vectors.y.data != 0;
  if (!of_x.read(x, 1) || (has_y && !of_y.read(y, 1))) return Error::kIllegalAddress;
  bool is_fine = true;
  double sum = 0;
  switch (operation) {
    case Operation::kAxpy:
      for (size_t i = 0; i < x.size(); ++i) y[i] += vectors.alpha * x[i];
      is_fine = of_y.write(y, 1);
      break;
    case Operation::kScale:
      for (double& value : x) value *= vectors.alpha;
      is_fine = of_x.write(x, 1);
      break;
    case Operation::kCopy:
      is_fine = of_y.write(x, 1);
      break;
    case Operation::kSwap:
      is_fine = of_y.write(x, 1) && of_x.write(y, 1);
      break;
    case Operation::kDot:
      for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
      break;
    case Operation::kNorm:
      for (const double value : x) sum += value * value;
      sum = std::sqrt(sum);
      break;
    case Operation::kSum:
      for (const double value : x) sum += std::fabs(value);
      break;
    case Operation::kLargest:
    case Operation::kSmallest:
      sum = index_of(x, operation == Operation::kLargest);
      break;
  }
  vectors.result = sum;
  device.compute(x.size());
  return is_fine ? Error::kSuccess : Error::kIllegalAddress;
}

base::Sliced<Error> multiplied(Device& device, Product product) {
  co_return multiply(device, product);
}

template <class Work>
Work given(const Call& call) {
  static_assert(std::is_trivially_copyable_v<Work>);
  Work work{};
  if (const std::byte* from = call.read_bytes(0, sizeof work))
    std::memcpy(&work, from, sizeof work);
  return work;
}

}  // namespace

uint64_t warplens_multiply_(Call& call) {
  Process& process = call.process;
  const auto product = given<Product>(call);
  if (process.captured) {
    process.graphs[*process.captured].push_back(
        [&device = process.device, product] { return multiplied(device, product); });
    return 0;
  }
  return static_cast<uint64_t>(process.device.note(multiply(process.device, product)));
}
uint64_t warplens_combine_(Call& call) {
  auto vectors = given<Vectors>(call);
  const Error error = combine(call.process.device, vectors);
  if (std::byte* to = call.bytes(0, sizeof vectors)) std::memcpy(to, &vectors, sizeof vectors);
  return static_cast<uint64_t>(call.process.device.note(error));
}
uint64_t warplens_computed_(Call& call) {
  call.process.say_once(
      say("{library}: results are computed; what the library does to memory is not simulated",
          "library"_a = call.text(0)));
  return 0;
}

}  // namespace warplens::host::runtime
