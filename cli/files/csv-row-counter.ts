const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts the records of a CSV stream: line ends inside quotes do not count. */
export class CsvRowCounter {
  #quoted = false
  #rows = 0
  #open = false

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === QUOTE) this.#quoted = !this.#quoted
      if (byte === LINE_FEED && !this.#quoted) {
        this.#rows++
        this.#open = false
      } else {
        this.#open = true
      }
    }
  }

  /** Records so far without the header. */
  get rows(): number {
    return Math.max(0, this.#rows + (this.#open ? 1 : 0) - 1)
  }
}
