// Ratios and durations with their literals.
#include <chrono>
#include <iostream>
#include <ratio>
int main() {
  using half = std::ratio<1, 2>;
  std::cout << half::num << "/" << half::den << " " << std::ratio_add<half, std::ratio<1, 3>>::num
            << std::milli::den << "\n";
  using namespace std::chrono;
  auto t = 1500ms;
  std::cout << duration_cast<seconds>(t).count() << " " << duration<double>(t).count() << " "
            << duration<double, std::milli>(seconds(2)).count() << "\n";
  using namespace std::chrono_literals;
  std::cout << (1s + 20ms).count() << (2min).count() << (t > 1s) << "\n";
}
