/** Longer texts are no address, whatever is in them. */
const LONGEST = 320
/** One sign, something on both sides, no space. Whether it can be one is asked of the verifier. */
const SHAPE = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** Whether a text has the shape of an address. */
export const looksLikeAddress = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text)

/** How an address is stored: one row for all ways to write it in capitals and small letters. */
export const addressKey = (address: string): string => address.trim().toLowerCase()

/**
 * The address of a cell as its key: plain, behind `mailto:` or in `Name <address>`; null when there is none.
 * A quoted local part is none here: nobody has one.
 */
export function addressOf(cell: string): string | null {
  const text = cell.trim()
  const open = text.lastIndexOf('<')
  const inner = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1) : text
  const plain = inner.replace(/^mailto:/i, '').trim()
  return looksLikeAddress(plain) ? addressKey(plain) : null
}
