/** Degrees. */
export interface Spot {
  lat: number
  lon: number
}

const UNITS = 1e7
const UNKNOWN = -2_147_483_648
/** Maximum stored corners of one outline: enough for its center. */
const MAX_CORNERS = 16

/** Evenly spaced items of a list. */
export function takeSample<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= MAX_CORNERS) return items
  return Array.from(
    { length: MAX_CORNERS },
    (_, at) => items[Math.floor((at * items.length) / MAX_CORNERS)] as Item,
  )
}

/** Positions of requested nodes: 16 bytes each, however many nodes the file has. */
export class NodeSpots {
  readonly #ids: Float64Array
  readonly #lats: Int32Array
  readonly #lons: Int32Array

  constructor(ids: Iterable<number>) {
    this.#ids = Float64Array.from(ids).sort()
    this.#lats = new Int32Array(this.#ids.length).fill(UNKNOWN)
    this.#lons = new Int32Array(this.#ids.length)
  }

  /** The first index of an id; -1 when not requested. */
  #find(id: number): number {
    let [low, high] = [0, this.#ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return this.#ids[low] === id ? low : -1
  }

  put(id: number, lat: number, lon: number): void {
    const at = this.#find(id)
    if (at < 0) return
    this.#lats[at] = Math.round(lat * UNITS)
    this.#lons[at] = Math.round(lon * UNITS)
  }

  /** The center of nodes; null when the file contains none of them. */
  findMiddle(ids: readonly number[]): Spot | null {
    const known = ids.map((id) => this.#find(id)).filter((at) => at >= 0 && this.#lats[at] !== UNKNOWN)
    if (known.length === 0) return null
    const lats = known.map((at) => this.#lats[at] as number)
    const lons = known.map((at) => this.#lons[at] as number)
    const middle = (units: number[]) => (Math.min(...units) + Math.max(...units)) / 2 / UNITS
    return { lat: middle(lats), lon: middle(lons) }
  }
}
