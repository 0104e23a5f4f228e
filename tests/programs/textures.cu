// Arrays, texture and surface objects: filters, what is outside, normalised places and values.
#include <cstdio>
__global__ void sample(cudaTextureObject_t image, cudaTextureObject_t bytes,
                       cudaTextureObject_t border, float* out) {
  out[0] = tex2D<float>(image, 1.5f, 0.5f);
  out[1] = tex2D<float>(image, 2.0f, 1.0f);
  out[2] = tex2D<float>(image, -5.0f, 9.0f);
  out[3] = tex2D<float>(image, 1.75f, 1.5f);
  const float4 color = tex2D<float4>(bytes, 0.5f, 0.25f);
  out[4] = color.x;
  out[5] = color.w;
  out[6] = tex1D<float>(border, 1.5f);
  out[7] = tex1D<float>(border, 7.5f);
}
__global__ void turn(cudaSurfaceObject_t surface, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  float value;
  surf2Dread(&value, surface, x * (int)sizeof(float), y);
  __syncthreads();
  surf2Dwrite(value * 10, surface, (width - 1 - x) * (int)sizeof(float), y);
}
int main() {
  const float pixels[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  const unsigned char colors[2][8] = {{255, 0, 0, 51, 102, 0, 0, 204}, {0, 0, 0, 0, 0, 0, 0, 0}};
  float h[8], back[2][4], *d;
  cudaMalloc(&d, sizeof h);
  cudaArray_t array, small, row;
  cudaChannelFormatDesc of_float = cudaCreateChannelDesc<float>(),
                        of_colors = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&array, &of_float, 4, 2);
  cudaMallocArray(&small, &of_colors, 2, 2);
  cudaMallocArray(&row, &of_float, 4);
  cudaMemcpy2DToArray(array, 0, 0, pixels, 16, 16, 2, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(small, 0, 0, colors, 8, 8, 2, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(row, 0, 0, pixels, 16, 16, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t image, bytes, border;
  cudaCreateTextureObject(&image, &resource, &how, nullptr);
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  resource.res.array.array = small;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeNormalizedFloat;
  how.normalizedCoords = 1;
  cudaCreateTextureObject(&bytes, &resource, &how, nullptr);
  resource.res.array.array = row;
  how = {};
  how.addressMode[0] = cudaAddressModeBorder;
  cudaCreateTextureObject(&border, &resource, &how, nullptr);
  sample<<<1, 1>>>(image, bytes, border, d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (float x : h) printf("%g ", x);
  printf("\n");
  turn<<<1, dim3(4, 2)>>>(surface, 4);
  cudaMemcpy2DFromArray(back, 16, array, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", back[0][0], back[1][0], back[1][3]);
  cudaDestroyTextureObject(image);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaResourceDesc known;
  cudaTextureDesc known_how;
  cudaGetTextureObjectResourceDesc(&known, border);
  cudaGetTextureObjectTextureDesc(&known_how, border);
  printf("%d %d %d\n", known.resType == cudaResourceTypeArray, known.res.array.array == row,
         known_how.addressMode[0] == cudaAddressModeBorder);
}
