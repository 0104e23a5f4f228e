void k(float* a) { a[0] = 1; }
// expect error: the file holds no kernel
