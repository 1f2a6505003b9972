// Mesh generation from a distance function: naive surface nets, with vertices projected onto the surface.

export type Distance = (x: number, y: number, z: number) => number;

interface Box {
  min: readonly [number, number, number];
  max: readonly [number, number, number];
}

interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  index: Uint32Array;
}

const STEP = 1e-4;
/** Block size in cells, along each axis. */
const BLOCK = 4;

/** Surface of `distance` in `box`, with cells of `cell`. */
export function polygonise(distance: Distance, box: Box, cell: number): Surface {
  const size = [0, 1, 2].map(
    (axis) => Math.ceil(((box.max[axis] as number) - (box.min[axis] as number)) / cell) + 2,
  ) as [number, number, number];
  const [nx, ny, nz] = size;
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const place = (axis: number, i: number) => (box.min[axis] as number) + (i - 0.5) * cell;

  const field = new Float32Array(nx * ny * nz);
  for (let k = 0; k < nz; k += BLOCK)
    for (let j = 0; j < ny; j += BLOCK)
      for (let i = 0; i < nx; i += BLOCK) {
        // Far from the surface, one evaluation rules out a whole block.
        const middle = (BLOCK - 1) / 2;
        const far = distance(place(0, i + middle), place(1, j + middle), place(2, k + middle));
        const isFar = Math.abs(far) > cell * BLOCK;
        for (let c = k; c < Math.min(k + BLOCK, nz); c++)
          for (let b = j; b < Math.min(j + BLOCK, ny); b++)
            for (let a = i; a < Math.min(i + BLOCK, nx); a++)
              field[at(a, b, c)] = isFar ? far : distance(place(0, a), place(1, b), place(2, c));
      }

  const corner = new Int32Array(field.length).fill(-1);
  const positions: number[] = [];
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        let inside = 0;
        for (let c = 0; c < 8; c++)
          if ((field[at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))] as number) < 0) inside++;
        if (inside === 0 || inside === 8) continue;
        corner[at(i, j, k)] = positions.length / 3;
        positions.push(place(0, i + 0.5), place(1, j + 0.5), place(2, k + 0.5));
      }

  const index: number[] = [];
  const quad = (a: number, b: number, c: number, d: number, isFlipped: boolean) => {
    const [p, q, r, s] = [corner[a], corner[b], corner[c], corner[d]] as [
      number,
      number,
      number,
      number,
    ];
    if (isFlipped) index.push(p, q, r, p, r, s);
    else index.push(p, r, q, p, s, r);
  };
  for (let k = 1; k < nz - 1; k++)
    for (let j = 1; j < ny - 1; j++)
      for (let i = 1; i < nx - 1; i++) {
        const here = (field[at(i, j, k)] as number) < 0;
        if (here !== (field[at(i + 1, j, k)] as number) < 0)
          quad(at(i, j - 1, k - 1), at(i, j, k - 1), at(i, j, k), at(i, j - 1, k), here);
        if (here !== (field[at(i, j + 1, k)] as number) < 0)
          quad(at(i - 1, j, k - 1), at(i - 1, j, k), at(i, j, k), at(i, j, k - 1), here);
        if (here !== (field[at(i, j, k + 1)] as number) < 0)
          quad(at(i - 1, j - 1, k), at(i, j - 1, k), at(i, j, k), at(i - 1, j, k), here);
      }

  const normals = new Float32Array(positions.length);
  const corners = Float32Array.from(positions);
  for (let v = 0; v < corners.length; v += 3) settle(distance, corners, normals, v, cell);
  return { positions: corners, normals, index: Uint32Array.from(index) };
}

/** Projects a vertex onto the surface along the gradient, which becomes its normal. */
function settle(
  distance: Distance,
  corners: Float32Array,
  normals: Float32Array,
  v: number,
  cell: number,
): void {
  let [x, y, z] = [corners[v], corners[v + 1], corners[v + 2]] as [number, number, number];
  for (let round = 0; ; round++) {
    let gx = distance(x + STEP, y, z) - distance(x - STEP, y, z);
    let gy = distance(x, y + STEP, z) - distance(x, y - STEP, z);
    let gz = distance(x, y, z + STEP) - distance(x, y, z - STEP);
    const length = Math.hypot(gx, gy, gz) || 1;
    gx /= length;
    gy /= length;
    gz /= length;
    if (round === 2) {
      normals.set([gx, gy, gz], v);
      corners.set([x, y, z], v);
      return;
    }
    const far = Math.max(-cell, Math.min(cell, distance(x, y, z))) * 0.8;
    x -= gx * far;
    y -= gy * far;
    z -= gz * far;
  }
}
