// std::string, string_view, bitset and streams to files.
#include <bitset>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>
typedef unsigned char uchar;
typedef unsigned int uint;
size_t words(std::string_view t) {
  size_t n = 0;
  for (size_t at = 0; at < t.size();) {
    size_t end = t.find(' ', at);
    if (end == std::string_view::npos) end = t.size();
    n += end > at;
    at = end + 1;
  }
  return n;
}
int main() {
  std::string s = "kernel.cu";
  std::cout << s.rfind('.') << ' ' << s.substr(s.find_last_of("./") + 1) << ' '
            << s.find_first_not_of("kern") << ' ' << s.compare("kernel") << '\n';
  std::string t = std::move(s);
  std::cout << t << s.size() << '\n';
  t += 'x';
  t.append(3, '!').append("end");
  t.erase(0, 2);
  t.insert(0, "<");
  std::cout << t << ' ' << t.back() << ' ' << ('a' + t) << ' ' << (t >= "b") << '\n';
  std::cout << std::stoi("0x1f", nullptr, 16) << ' ' << std::stoull("12345678901") << ' '
            << std::stod("2.5e3") << ' ' << words("a bc  def") << '\n';
  std::bitset<10> b(37);
  b[1] = true;
  b.flip(0);
  std::cout << b << ' ' << b.count() << ' ' << b.test(5) << ' '
            << (b & std::bitset<10>("1111")).to_ulong() << '\n';
  std::stringstream ss;
  ss << std::setw(4) << std::setfill('0') << 42;
  std::cout << ss.str() << '\n';
  std::string rev(t.rbegin(), t.rend());
  std::cout << rev << '\n';
  std::vector<std::string> parts = {"x", "y"};
  std::string all;
  for (auto& p : parts) all = all + p + ",";
  all.pop_back();
  std::cout << all << '\n';
  std::ofstream o("strings_of_a_program.txt", std::ofstream::out | std::ofstream::app);
  o << "a b\n";
  o.close();
  std::ifstream i("strings_of_a_program.txt", std::ios::in | std::ios::binary);
  char c[3];
  i.read(c, 3);
  std::cout << i.gcount() << c[0] << c[2] << '\n';
  uchar u = 200;
  uint v = 4000000000u;
  printf("%d %u\n", u, v);
}
