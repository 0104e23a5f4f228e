// <complex>: arithmetic, functions, output, literals.
#include <cmath>
#include <complex>
#include <iostream>
#include <vector>
using cd = std::complex<double>;
int main() {
  cd a(1, 2), b = 3.0;
  a += b;
  a *= cd(0, 1);
  std::cout << a << " " << a.real() << " " << std::imag(a) << " " << std::abs(cd(3, 4)) << " "
            << std::norm(a) << " " << std::conj(a) << "\n";
  std::cout << std::arg(cd(0, 1)) << " " << std::polar(2.0, M_PI / 3) << " "
            << std::exp(cd(0, M_PI)) << "\n";
  std::vector<std::complex<float>> v(4, {1, -1});
  std::complex<float> s = 0;
  for (auto z : v) s += z * 2.0f;
  std::cout << s / 3.0f << (s == std::complex<float>(8, -8)) << "\n";
  std::cout << std::sqrt(cd(-4, 0)) << std::pow(cd(1, 1), 2) << a / b << -a << 2.0 / a << "\n";
  using namespace std::complex_literals;
  std::cout << 1.0 + 2i << "\n";
}
