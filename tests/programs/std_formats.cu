// Manipulators of <iomanip>.
#include <iomanip>
#include <iostream>
#include <sstream>
int main() {
  std::cout << std::setw(8) << 42 << std::setfill('0') << std::setw(5) << 7 << std::left
            << std::setfill(' ') << std::setw(6) << "ab"
            << "|" << std::right << std::setw(6) << "cd"
            << "|\n";
  std::cout << std::fixed << std::setprecision(3) << 3.14159 << " " << std::scientific << 12345.678
            << " " << std::defaultfloat << 0.1 << "\n"
            << std::hex << 255 << std::uppercase << " " << 255 << std::showbase << " " << 255
            << std::dec << std::noshowbase << " " << std::oct << 8 << std::dec << "\n";
  std::cout << std::boolalpha << true << std::noboolalpha << true << std::showpos << 5
            << std::noshowpos << std::internal << std::setw(6) << -3 << "\n"
            << std::quoted("a\"b") << "\n";
  std::ostringstream o;
  o << std::setw(4) << 1.5 << std::setbase(16) << 17;
  std::cout << o.str() << std::endl;
  std::cout << std::showpoint << 1.0 << std::noshowpoint << std::setw(10) << std::setfill('*')
            << std::left << 12 << "\n";
}
