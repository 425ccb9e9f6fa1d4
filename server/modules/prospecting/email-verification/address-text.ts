/** Longer texts are not addresses. */
const LONGEST = 320
/** One @ with something on both sides, and no space. The verifier checks the rest. */
const SHAPE = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

export const looksLikeAddress = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text)

/** The stored form of an address: one row for any case. */
export const addressKey = (address: string): string => address.trim().toLowerCase()

/**
 * The address in a cell as its key: plain, after `mailto:` or in `Name <address>`; null without one. Quoted
 * local parts are not accepted: nobody uses them.
 */
export function readAddress(cell: string): string | null {
  const text = cell.trim()
  const open = text.lastIndexOf('<')
  const inner = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1) : text
  const plain = inner.replace(/^mailto:/i, '').trim()
  return looksLikeAddress(plain) ? addressKey(plain) : null
}
