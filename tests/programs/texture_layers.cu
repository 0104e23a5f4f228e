// Layered and cubemap textures and surfaces. Places are those of texels, so every filter gives the
// same.
#include <cstdio>

__global__ void layers(cudaTextureObject_t texture, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  out[(layer * height + y) * width + x] = tex2DLayered<float>(texture, (x + 0.5f) / width, (y + 0.5f) / height, layer) + 100 * layer;
}
__global__ void faces(cudaTextureObject_t texture, float* out, int width) {
  const int x = threadIdx.x, y = threadIdx.y, face = threadIdx.z;
  const float u = (x + 0.5f) / width * 2 - 1, v = (y + 0.5f) / width * 2 - 1;
  const float3 directions[6] = {make_float3(1, -v, -u), make_float3(-1, -v, u), make_float3(u, 1, v),
                                make_float3(u, -1, -v), make_float3(u, -v, 1), make_float3(-u, -v, -1)};
  const float3 to = directions[face];
  out[(face * width + y) * width + x] = texCubemap<float>(texture, to.x, to.y, to.z);
}
__global__ void write(cudaSurfaceObject_t surface, int layers) {
  for (int layer = 0; layer < layers; ++layer) {
    const float old = surf2DLayeredread<float>(surface, threadIdx.x * 4, threadIdx.y, layer);
    surf2DLayeredwrite(-old, surface, threadIdx.x * 4, threadIdx.y, layer);
  }
}

cudaArray_t filled(int width, int height, int depth, unsigned flags) {
  static float values[6 * 4 * 4];
  for (int i = 0; i < width * height * depth; ++i) values[i] = i;
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &channels, make_cudaExtent(width, height, depth), flags);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values, width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  return array;
}
cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = filter;
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeWrap;
  how.normalizedCoords = true;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  const int width = 4, height = 3, depth = 5;
  float *out, host[6 * 4 * 4];
  cudaMalloc(&out, sizeof host);
  cudaArray_t array = filled(width, height, depth, cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaTextureObject_t linear = texture_of(array, cudaFilterModeLinear), point = texture_of(array, cudaFilterModePoint);
  layers<<<depth, dim3(width, height)>>>(linear, out, width, height);
  cudaMemcpy(host, out, width * height * depth * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", host[0], host[17], host[59]);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  write<<<1, dim3(width, height)>>>(surface, depth);
  layers<<<depth, dim3(width, height)>>>(point, out, width, height);
  cudaMemcpy(host, out, width * height * depth * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", host[0], host[17], host[59]);

  cudaArray_t cube = filled(4, 4, 6, cudaArrayCubemap);
  cudaTextureObject_t around = texture_of(cube, cudaFilterModePoint);
  faces<<<1, dim3(4, 4, 6)>>>(around, out, 4);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int right = 0;
  for (int i = 0; i < 96; ++i) right += host[i] == i;
  printf("%d of 96 texels\n", right);
  for (cudaTextureObject_t texture : {linear, point, around}) cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFreeArray(cube);
  cudaFree(out);
}
