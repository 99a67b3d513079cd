// A photograph of 12 megapixels, the same each time: noise with the spectrum of a landscape, as large a file as a camera's.
import { need } from "./optional.mjs"

const WIDTH = 4000
const HEIGHT = 3000
const FINEST = 2
const COARSEST = 1024
const QUALITY = 90

/** The JPEG's bytes. */
export async function photograph() {
  const { default: sharp } = await need("sharp")
  const random = generator(20)
  const light = layers(random, FINEST, 44)
  const tints = [0, 1, 2].map(() => layers(random, 128, 14))
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    for (const [channel, tint] of tints.entries()) {
      pixels[at * 3 + channel] = Math.max(0, Math.min(255, 128 + light[at] + tint[at]))
    }
  }
  const picture = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  return picture.jpeg({ quality: QUALITY, chromaSubsampling: "4:2:0", mozjpeg: false }).toBuffer()
}

/** Noise on grids from `finest` to the coarsest; each coarser grid is stronger. */
function layers(random, finest, strength) {
  const sum = new Float32Array(WIDTH * HEIGHT)
  for (let cell = finest; cell <= COARSEST; cell *= 2) {
    addGrid(sum, random, cell, strength * (cell / COARSEST) ** 0.2 * 2)
  }
  return sum
}

function addGrid(sum, random, cell, strength) {
  const columns = Math.ceil(WIDTH / cell) + 2
  const grid = Float32Array.from({ length: columns * (Math.ceil(HEIGHT / cell) + 2) }, () => (random() - 0.5) * strength)
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    const row = Math.floor(y / cell) * columns
    const down = (y % cell) / cell
    for (let x = 0; x < WIDTH; x++, at++) {
      const corner = row + Math.floor(x / cell)
      const right = (x % cell) / cell
      const above = grid[corner] + (grid[corner + 1] - grid[corner]) * right
      const below = grid[corner + columns] + (grid[corner + columns + 1] - grid[corner + columns]) * right
      sum[at] += above + (below - above) * down
    }
  }
}

/** mulberry32. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
