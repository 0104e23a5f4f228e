// Hash tables in the order of libstdc++, and streams to texts and files.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
struct V {
  float x, y;
};
std::ostream& operator<<(std::ostream& o, const V& v) {
  return o << '(' << v.x << ", " << v.y << ')';
}
int main() {
  std::unordered_map<std::string, int> words;
  const char* text[] = {"the", "quick", "brown", "fox",  "jumps", "over", "the", "lazy", "dog",
                        "and", "runs",  "away",  "from", "the",   "bear", "at",  "noon"};
  for (auto w : text) ++words[w];
  for (auto& [k, v] : words) std::cout << k << ':' << v << ' ';
  std::cout << words.bucket_count() << '\n';
  std::unordered_map<int, double> u;
  for (int i = 0; i < 40; ++i) u[i * 7919 % 1009] += i;
  u.erase(0);
  u.erase(7919 % 1009);
  for (auto it = u.begin(); it != u.end(); ++it) std::cout << it->first << ' ';
  std::cout << u.size() << '\n';
  std::unordered_set<int> s = {5, 1, 100, 5, 77};
  s.insert(3);
  for (int x : s) printf("%d ", x);
  printf("%zu %d\n", s.count(5), s.find(9) == s.end());
  auto copy = words;
  copy["new"] = 1;
  for (auto& p : copy) std::cout << p.first << ' ';
  std::cout << '\n';
  std::unordered_map<double, int> ud;
  ud[1.5] = 1;
  ud[2.5] = 2;
  ud[-3.25] = 3;
  for (auto& p : ud) std::cout << p.first << ' ';
  std::cout << '\n';
  auto [it, fresh] = u.insert({7, 1.0});
  std::cout << it->first << fresh << u.insert({7, 2.0}).second << '\n';
  std::ostringstream o;
  o << std::setw(6) << std::fixed << std::setprecision(2) << 3.14159 << '|' << V{1, 2} << std::hex
    << 255;
  std::cout << o.str() << std::endl;
  std::stringstream ss("10 20 30.5 abc");
  int a, b;
  float f;
  std::string w;
  ss >> a >> b >> f >> w;
  std::cout << a + b << ' ' << f << ' ' << w << ' ' << ss.eof() << '\n';
  std::stringstream s2;
  s2 << 1 << ' ' << 2.5;
  int q;
  double r;
  s2 >> q >> r;
  std::cout << q << r << '\n';
  std::istringstream bad("x");
  int n = 5;
  bad >> n;
  std::cout << n << bad.fail() << '\n';
  std::istringstream csv("a,b,,c");
  std::string cell;
  while (std::getline(csv, cell, ',')) std::cout << '[' << cell << ']';
  std::cout << '\n';
  {
    std::ofstream out("streams_of_a_program.txt");
    if (!out) {
      std::cout << "cannot\n";
    }
    out << "line one\n" << 42 << ' ' << 2.5 << "\nlast";
  }
  std::ifstream in("streams_of_a_program.txt");
  std::string line;
  int count = 0;
  while (std::getline(in, line)) std::cout << ++count << ':' << line << '\n';
  std::ifstream in2("streams_of_a_program.txt");
  std::string w1, w2;
  int num;
  in2 >> w1 >> w2 >> num;
  std::cout << w1 << w2 << num << in2.good() << '\n';
  std::ifstream none("/nonexistent/x");
  std::cout << none.is_open() << (none ? 1 : 0) << none.good() << '\n';
  int sum = 0, x;
  std::istringstream nums("1 2 3 4");
  while (nums >> x) sum += x;
  std::cout << sum << '\n';
}
