// Memory that is written in parts, grown and freed by the standard library and by hand.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
__global__ void f() {}
struct P {
  unsigned a;
  bool b;
  char name[8];
};
int main() {
  P* p = (P*)malloc(sizeof(P));
  p->a = 0;
  p->a |= 5;
  p->b = true;
  snprintf(p->name, 8, "%s", "abc");
  std::vector<std::string> v;
  for (int i = 0; i < 20; ++i) v.push_back(std::to_string(i));
  std::map<int, int> m;
  for (int i = 0; i < 20; ++i) m[i * 7 % 20] += i;
  int all = 0;
  for (auto& one : m) all += one.first * one.second;
  char* text = (char*)malloc(32);
  sprintf(text, "%d", all);
  int* q = (int*)realloc(nullptr, 40);
  for (int i = 0; i < 10; ++i) q[i] = i;
  q = (int*)realloc(q, 80);
  for (int i = 10; i < 20; ++i) q[i] = i;
  int s = 0;
  for (int i = 0; i < 20; ++i) s += q[i];
  f<<<1, 1>>>();
  printf("%u %d %s %s %s %d\n", p->a, p->b, p->name, v[19].c_str(), text, s);
  delete new int(3);
  int* z = new int[5]{};
  printf("%d\n", z[4]);
  delete[] z;
  free(p);
  free(text);
  free(q);
}
