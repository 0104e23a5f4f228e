__global__ void count(int* hits) {
  *hits++;
}
// expect warning 2:3: this moves the pointer, and changes nothing in memory -> write (*hits)++ to change what it points to, or atomicAdd(hits, 1) if several threads do
