// warplens: --arg l=float[64] --arg out=float[32] --block 32
struct List;
struct Item {
  float v;
  int next;
};
struct List {
  Item items[4];
  int count;
  struct Inner {
    int z;
  } in;
  enum Color { RED, GREEN } color;
};
__device__ float walk(const Item* items, int at) {
  float s = 0;
  while (at >= 0 && at < 4) {
    s += items[at].v;
    at = items[at].next;
    if (s > 100) break;
  }
  return s;
}
__global__ void k(Item* l, float* out) {
  List list;
  list.count = 2;
  list.in.z = 3;
  list.color = List::GREEN;
  for (int i = 0; i < 4; i++) list.items[i] = l[i];
  out[threadIdx.x] = walk(list.items, 0) + list.in.z + (list.color == List::GREEN);
}
