import { foldToWord } from '#server/platform/text/fold-text.ts'
import { looksLikeAddress } from './address-text.ts'

/** Column names for addresses, best first, lower case without spaces and punctuation. */
const NAMES =
  'email emailaddress mail mailaddress workemail businessemail primaryemail contactemail useremail email1 emails recipientemail recipient finalrecipient originalrecipient toaddress rcptto rcpt to address emailadresse mailadresse courriel adressemail adresseemail correo correoelectronico epost eposta posta indirizzoemail'.split(
    ' ',
  )
/** Ambiguous names: only their content decides. */
const UNSURE = new Set(['recipient', 'to', 'address', 'posta'])

/** The position of addresses in a file. */
export interface AddressColumn {
  index: number
  /** The first line is not a header but already an address. */
  headerless: boolean
}

/** Share of a column's non-empty cells that look like addresses; null without any. */
function countShare(rows: string[][], index: number): number | null {
  const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '')
  if (cells.length === 0) return null
  return cells.filter((cell) => looksLikeAddress(cell)).length / cells.length
}

/** Finds a column by one of these folded header names; -1 without one. */
export function findByName(columns: readonly string[], names: readonly string[]): number {
  const folded = columns.map(foldToWord)
  const found = names.map((name) => folded.indexOf(name)).find((index) => index >= 0)
  return found ?? -1
}

/** Finds the column with addresses, by name or else by the first rows' content; null without one. */
export function findAddressColumn(columns: readonly string[], rows: string[][]): AddressColumn | null {
  const bare = columns.findIndex((name) => looksLikeAddress(name))
  if (bare >= 0) return { index: bare, headerless: true }
  const folded = columns.map(foldToWord)
  for (const name of NAMES) {
    const index = folded.indexOf(name)
    if (index < 0) continue
    const share = countShare(rows, index)
    if (UNSURE.has(name) ? (share ?? 0) > 0 : true) return { index, headerless: false }
  }
  const shares = columns.map((_name, index) => countShare(rows, index) ?? 0)
  const best = Math.max(...shares)
  return best >= 0.5 ? { index: shares.indexOf(best), headerless: false } : null
}
