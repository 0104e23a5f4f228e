// std::vector, std::string, <map>, <set>, <array>, <algorithm> and <random> as libstdc++ has them.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

struct Point {
  float x, y;
  Point(float a = 1, float b = 2) : x(a), y(b) {}
};

struct Item {
  int key, at;
  bool operator<(const Item& o) const { return key < o.key; }
};
struct ByAt {
  bool operator()(const Item& a, const Item& b) const { return a.at % 7 < b.at % 7; }
};

static std::vector<int> squares(int n) {
  std::vector<int> made;
  for (int i = 0; i < n; ++i) made.push_back(i * i);
  return made;
}

static void show(const char* name, const std::vector<int>& values) {
  printf("%s:", name);
  for (int value : values) printf(" %d", value);
  printf(" (%zu)\n", values.size());
}

int main() {
  std::vector<int> a = squares(6), b(a), c;
  b[1] = 100;
  c = b;
  c.insert(c.begin() + 2, 55);
  c.erase(c.begin());
  show("a", a);
  show("c", c);
  std::sort(c.begin(), c.end());
  std::reverse(a.begin(), a.end());
  show("sorted", c);
  show("reversed", a);
  printf("%d %d %ld\n", std::accumulate(a.begin(), a.end(), 0),
         *std::max_element(a.begin(), a.end()), (long)(std::find(a.begin(), a.end(), 9) - a.begin()));
  std::vector<std::vector<int>> rows(3, std::vector<int>(2, 7));
  rows[1].push_back(8);
  for (const auto& row : rows) printf("[%zu %d] ", row.size(), row.back());
  std::vector<Point> points(2);
  points.emplace_back(Point(3, 4));
  for (auto& p : points) p.x += 1;
  printf("%g %g %g\n", points[0].x, points[2].x, points[2].y);
  std::vector<std::string> words = {"tile", "bank", "warp"};
  words.push_back(words[0] + "s");
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  std::cout << all << ' ' << all.size() << ' ' << all.substr(5, 4) << ' ' << all.find("warp") << '\n';
  std::vector<float> moved(3, 1.5f), to = std::move(moved);
  std::swap(moved, to);
  std::cout << moved.size() << ' ' << to.size() << ' ' << std::to_string(moved[2]) << '\n';
  std::map<std::string, int> sizes = {{"warp", 32}, {"block", 1024}};
  ++sizes["bank"];
  sizes.insert({"grid", 0});
  sizes.erase("grid");
  for (const auto& item : sizes) printf("%s=%d ", item.first.c_str(), item.second);
  std::set<int> kinds = {5, 1, 5, 3};
  for (int kind : kinds) printf("%d ", kind);
  std::array<int, 4> few = {1, 2, 3};
  printf("%zu %d\n", few.size(), few[2] + few[3]);
  std::vector<Item> items;
  for (int i = 0; i < 200; ++i) items.push_back(Item{(i * 37) % 11, i});
  std::sort(items.begin(), items.end());
  printf("%d %d ", items[17].at, items[150].at);
  std::sort(items.begin(), items.end(), ByAt());
  printf("%d %d\n", items[17].at, items[150].at);
  std::vector<std::pair<int, float>> pairs;
  pairs.emplace_back(1, 2.5f);
  pairs.push_back({3, 4.f});
  std::cout << pairs[0].first << ' ' << pairs[1].second << std::endl;
  std::mt19937 engine(7);
  std::uniform_int_distribution<int> die(1, 6);
  std::uniform_real_distribution<float> unit(0, 1);
  std::normal_distribution<double> bell(0, 1);
  for (int i = 0; i < 5; ++i) printf("%d ", die(engine));
  printf("%.6f %.9f\n", unit(engine), bell(engine));
}
