/** Entities of one block, as in `exported_block`. */
const BLOCK_SIZE = 1024

/** A set of entities, one bit each: a million take 125 kB. */
export class EntityBlocks {
  readonly #blocks = new Map<number, Uint8Array>()
  #lastNumber = -1
  #last: Uint8Array = new Uint8Array(0)

  static from(ids: Iterable<number>): EntityBlocks {
    const blocks = new EntityBlocks()
    for (const id of ids) blocks.add(id)
    return blocks
  }

  add(id: number): void {
    const number = Math.floor(id / BLOCK_SIZE)
    if (number !== this.#lastNumber) this.#open(number)
    const at = id % BLOCK_SIZE
    const byte = at >> 3
    // PostgreSQL counts bits from the left.
    this.#last[byte] = (this.#last[byte] as number) | (0x80 >> (at & 7))
  }

  #open(number: number): void {
    const block = this.#blocks.get(number) ?? new Uint8Array(BLOCK_SIZE / 8)
    this.#blocks.set(number, block)
    this.#lastNumber = number
    this.#last = block
  }

  /** Block numbers and their bits in hexadecimal, two columns of the same length. */
  columns(): { numbers: number[]; bits: string[] } {
    return {
      numbers: [...this.#blocks.keys()],
      bits: [...this.#blocks.values()].map((block) => Buffer.from(block.buffer).toString('hex')),
    }
  }
}
