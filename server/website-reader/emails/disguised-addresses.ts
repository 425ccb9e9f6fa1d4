import { readWholeAddress } from './address-texts.ts'
import { decodeBase64, decodeCaesarMailto, decodePercents, decodeRot13, reverseText } from './decode-text.ts'
import type { EmailScan } from './email-scan.ts'

/** Parts of an address that are kept apart. */
export type AddressPart = 'user' | 'domain' | 'suffix'

/** Names of the parts, after prefixes such as `data-email-` were taken away. */
const ADDRESS_PARTS = new Map<string, AddressPart>()
for (const [part, names] of [
  [
    'user',
    'user username name u n local localpart account mailbox box part1 part-1 p1 one first before left recipient login alias',
  ],
  ['domain', 'domain dom d host hostname server part2 part-2 p2 two last after right provider'],
  ['suffix', 'tld ext extension suffix t zone part3 part-3 p3 three end topdomain toplevel top-level'],
] as const)
  for (const name of names.split(' ')) ADDRESS_PARTS.set(name, part)
const NAME_PREFIX = /^(?:data-)?(?:(?:e-?mail|mail|contact|obf|em|ml)[-_.]?)?/

/** An address that is not encoded as a whole has one of these. */
const ADDRESS_SIGN = /@|%40|&#|&commat|[[({<][^\])}>]{1,12}[\])}>]| (?:at|arroba) /i

/** Which part of an address an attribute or a variable of this name holds. */
export const getAddressPart = (name: string): AddressPart | undefined =>
  ADDRESS_PARTS.get(name.toLowerCase().replace(NAME_PREFIX, ''))

/** The address that a value is, plain or in one of the usual disguises: half the alphabet, backwards, escapes, base64, TYPO3. */
export function readDisguisedAddress(scan: EmailScan, value: string): string | null {
  const readings: string[] = []
  if (ADDRESS_SIGN.test(value)) {
    // Signs are spelled out after the letters were moved.
    const signs = value.replace(/\[at\]|\(at\)/i, '@').replaceAll(/\[dot\]|\(dot\)/gi, '.')
    readings.push(value, decodeRot13(signs), reverseText(signs))
    if (value.includes('%')) readings.push(decodePercents(value))
  }
  const plain = decodeBase64(value)
  if (plain) readings.push(plain, decodePercents(plain))
  const moved = decodeCaesarMailto(value)
  if (moved) readings.push(moved.split('?')[0] ?? moved)
  return chooseReading(scan, readings)
}

/** The address of parts as they are, or of each of them in the same disguise. */
export function joinAddressParts(
  scan: EmailScan,
  { user, domain, suffix }: Partial<Record<AddressPart, string | null>>,
): string | null {
  if (!user || !domain) return null
  const name = (suffix ? `${domain}.${suffix.replace(/^\./, '')}` : domain).replace(/^@/, '')
  const readings = [
    `${user}@${name}`,
    `${reverseText(user)}@${reverseText(name)}`,
    `${decodeRot13(user)}@${decodeRot13(name)}`,
  ]
  const [plainUser, plainName] = [decodeBase64(user), decodeBase64(name)]
  if (plainUser && plainName) readings.push(`${plainUser}@${plainName}`)
  return chooseReading(scan, readings)
}

/** An own address wins over what another reading of the same letters gives. */
function chooseReading(scan: EmailScan, readings: readonly string[]): string | null {
  let first: string | null = null
  for (const reading of readings) {
    const address = readWholeAddress(scan, reading)
    if (address && scan.addressReader.isOwnDomain(address.slice(address.lastIndexOf('@') + 1))) return address
    first ??= address
  }
  return first
}
