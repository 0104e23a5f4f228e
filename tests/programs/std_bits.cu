// std::bitset: single bits, operators, conversions.
#include <bitset>
#include <iostream>
int main() {
  std::bitset<8> b(0b10110), c("1100");
  std::cout << b << " " << c << " " << b.count() << b.size() << b.test(1) << b[0] << b.any()
            << b.none() << b.all() << "\n";
  b.set(0);
  b.flip(1);
  b.reset(2);
  b[7] = 1;
  std::cout << b << " " << (b & c) << (b | c) << (b ^ c) << ~b << (b << 2) << (b >> 1) << "\n";
  std::cout << b.to_ulong() << " " << b.to_string() << " " << std::bitset<32>(0xdeadbeef)
            << (b == c) << "\n";
  std::bitset<100> s;
  s.set(99);
  s <<= 0;
  s >>= 60;
  std::cout << s.count() << s.test(39) << "\n";
  b.set();
  std::cout << b << b.to_ullong() << "\n";
  b.reset();
  b.flip();
  std::cout << b.all() << "\n";
}
