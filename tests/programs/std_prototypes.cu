// Prototypes of templates with the same name, and their definitions in another order.
#include <cstdio>
template <class T>
void run(T* d);
template <class T>
void run(T* d, int n);
void go() {
  float x = 1;
  run(&x);
  run(&x, 2);
}
template <class T>
void run(T* d, int n) {
  printf("two %d\n", n);
}
template <class T>
void run(T* d) {
  printf("one\n");
}
template <class T>
struct Box {
  T v;
  typedef T type;
  struct In {
    T w;
  };
};
template <class T>
typename Box<T>::type first(typename Box<T>::In in, Box<T> b);
template <class T>
T first(T* b);
int main() {
  go();
  Box<int> b{3};
  Box<int>::In in{4};
  printf("%d\n", first<int>(in, b));
  int k = 9;
  printf("%d\n", first(&k));
}
template <class T>
T first(T* b) {
  return *b;
}
template <class T>
typename Box<T>::type first(typename Box<T>::In in, Box<T> b) {
  return in.w + b.v;
}
