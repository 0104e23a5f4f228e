struct P { int x, y; };
struct R { int& r; };
__global__ void k(int* a) {
  P late = {.y = 1, .x = 2};
  P unknown = {.z = 1};
  R nothing = {};
  P mixed = {.x = 1, 2};
}
// expect error 4:26: '.x' comes too late: values are in the order of the members
// expect error 5:21: 'P' has no member 'z'
// expect error 6:5: the reference 'r' refers to nothing
// expect error 7:22: either all values of a list name their members, or none
