// warplens: --kernel k<float,2> --arg a=float[32] --block 32
#include <optional>
#include <string_view>
#include <type_traits>
inline constexpr int kN = 4;
template <typename T>
inline constexpr bool is_f = std::is_same_v<T, float>;
struct [[nodiscard]] S {
  int a = 1;
  float b{2.5f};
};
template <typename T, int N>
__global__ void k(T* a) {
  if (int i = threadIdx.x; i < kN) {
    S s{};
    a[i] = s.a + s.b + N;
  }
}
auto [x, y] = std::pair(1, 2);
