import { wholeAddress } from './address-texts.ts'
import type { EmailScan } from './email-scan.ts'
import { base64Text, caesarMailto, reversed, rot13, unescaped } from './encodings.ts'

/** Parts of an address that are kept apart. */
export type AddressPart = 'user' | 'domain' | 'suffix'

/** Names of the parts, after prefixes such as `data-email-` were taken away. */
const PARTS = new Map<string, AddressPart>()
for (const [part, names] of [
  [
    'user',
    'user username name u n local localpart account mailbox box part1 part-1 p1 one first before left recipient login alias',
  ],
  ['domain', 'domain dom d host hostname server part2 part-2 p2 two last after right provider'],
  ['suffix', 'tld ext extension suffix t zone part3 part-3 p3 three end topdomain toplevel top-level'],
] as const)
  for (const name of names.split(' ')) PARTS.set(name, part)
const PREFIX = /^(?:data-)?(?:(?:e-?mail|mail|contact|obf|em|ml)[-_.]?)?/

/** An address that is not encoded as a whole has one of these. */
const SIGN = /@|%40|&#|&commat|[[({<][^\])}>]{1,12}[\])}>]| (?:at|arroba) /i

/** Which part of an address an attribute or a variable of this name holds. */
export const partOf = (name: string): AddressPart | undefined =>
  PARTS.get(name.toLowerCase().replace(PREFIX, ''))

/** The address that a value is, plain or in one of the usual disguises: half the alphabet, backwards, escapes, base64, TYPO3. */
export function disguisedAddress(scan: EmailScan, value: string): string | null {
  const readings: string[] = []
  if (SIGN.test(value)) {
    // Signs are spelled out after the letters were moved.
    const signs = value.replace(/\[at\]|\(at\)/i, '@').replaceAll(/\[dot\]|\(dot\)/gi, '.')
    readings.push(value, rot13(signs), reversed(signs))
    if (value.includes('%')) readings.push(unescaped(value))
  }
  const plain = base64Text(value)
  if (plain) readings.push(plain, unescaped(plain))
  const moved = caesarMailto(value)
  if (moved) readings.push(moved.split('?')[0] ?? moved)
  return best(scan, readings)
}

/** The address of parts as they are, or of each of them in the same disguise. */
export function joinedAddress(
  scan: EmailScan,
  user: string | null,
  domain: string | null,
  suffix?: string,
): string | null {
  if (!user || !domain) return null
  const name = (suffix ? `${domain}.${suffix.replace(/^\./, '')}` : domain).replace(/^@/, '')
  const readings = [`${user}@${name}`, `${reversed(user)}@${reversed(name)}`, `${rot13(user)}@${rot13(name)}`]
  const [plainUser, plainName] = [base64Text(user), base64Text(name)]
  if (plainUser && plainName) readings.push(`${plainUser}@${plainName}`)
  return best(scan, readings)
}

/** An own address wins over what another reading of the same letters gives. */
function best(scan: EmailScan, readings: readonly string[]): string | null {
  let first: string | null = null
  for (const reading of readings) {
    const address = wholeAddress(scan, reading)
    if (address && scan.judge.isOwn(address.slice(address.lastIndexOf('@') + 1))) return address
    first ??= address
  }
  return first
}
