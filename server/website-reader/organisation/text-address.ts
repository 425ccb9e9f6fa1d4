import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { OrganisationFinding } from '../findings.ts'
import { hasLegalForm } from './legal-forms.ts'
import { type CodeBehindPlace, readCodeBehindPlace, readRegion } from './place-before-code.ts'
import { type PostalPlace, readPostalPlace } from './postal-forms.ts'

type Address = Pick<OrganisationFinding, 'street' | 'postal_code' | 'city' | 'region' | 'country'>

const STREET_WORDS =
  /(?:str(?:\.|aße|asse)?|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|hof|road|rd\.?|street|st\.?|avenue|ave\.?|boulevard|blvd\.?|drive|dr\.?|lane|ln\.?|way|court|ct\.?|square|sq\.?|place|parkway|pkwy|highway|hwy|suite|floor|rue|av\.|bd|chemin|allée|impasse|quai|via|viale|piazza|corso|calle|c\/|avenida|avda|plaza|paseo|carrer|rua|travessa|straat|laan|plein|gracht|vej|gade|gatan|gata|vägen|veien|katu|tie|ul\.|ulica|al\.|utca|u\.|út|tér|ulice|náměstí|улица|ул\.|postfach|p\.?\s?o\.?\s?box|bp|丁目|番地|(?<!\p{L})(?:pl|cir|circle|ter|terrace|trl|trail|pike|loop|tpke|turnpike|cres|crescent|fwy|freeway|expy|expressway|broadway|route|rte|row|mews|plz|bypass|crossing|xing|alley|walk|esplanade|bldg|ste|unit))(?![\p{L}])/iu
const NOT_STREET = /@|https?:|www\.|(?:^|\s)(?:tel|fon|fax|phone|mob|iban|ust|vat|hrb)\b|[?!]$/i
/** A phone number. */
const NUMBER_ROW = /\d{3,5}\)?[\s.-]+\d{3,4}[\s.-]+\d{3,4}/
const MAX_LINE = 90
/** Longer lines are read sentence by sentence: "Acme Ltd. Registered office: 1 Sample Road, London SW1A 1AA." */
const MAX_TEXT = 220
const SENTENCE = /(?<=[\p{Ll}\p{N})]\.)\s+(?=\p{Lu})/u

/** Whether a text has a word for a street. */
export const hasStreetWord = (text: string): boolean => STREET_WORDS.test(text)

/** Whether a line may be a street with its number, or a post box. */
function isStreet(line: string): boolean {
  if (line.length > MAX_LINE || line.length < 4 || NOT_STREET.test(line)) return false
  return (
    /\p{L}{2}/u.test(line) &&
    /\d/.test(line) &&
    !NUMBER_ROW.test(line) &&
    (STREET_WORDS.test(line) ||
      /(?:^|\s)\d{1,5}(?:\s?[-–/]\s?\d{1,4})?\s?[a-z]?\.?$|^\d{1,5}[a-z]?[ ,]/iu.test(line))
  )
}

/** An address found in lines, and how many of the lines before the place belong to it. */
export interface TextAddress extends Address {
  /** The line above the first of the address, as an index; the name may stand there. */
  above: number
  /** Words before the street in the same line: "Acme Ltd, 1 Sample Road, …". */
  name: string | null
}

/**
 * The address whose place stands in line `index`; null when there is none. A place without a street is not enough:
 * any sentence may hold a number and a name.
 */
export function readTextAddress(lines: readonly string[], index: number): TextAddress | null {
  const text = lines[index] ?? ''
  const line =
    text.length > MAX_TEXT ? (text.split(SENTENCE).find((part) => readCodeBehindPlace(part, '')) ?? '') : text
  const behind = readCodeBehindPlace(line, lines[index - 1] ?? '')
  if (behind) return readUpwards(lines, index, behind)
  const place = readPostalPlace(line)
  // "12804 Oak Trail" above "Springfield, IL 62701" begins with the number of a house.
  if (!place || readCodeBehindPlace(lines[index + 1] ?? '', '')?.postal_code) return null
  const inline = place.before ? splitInlineStreet(place.before) : null
  if (place.before && !inline) return null
  if (inline)
    return { ...buildAddress(place, inline.street, lines[index + 1]), above: index - 1, name: inline.name }
  for (let up = 1; up <= 2; up += 1) {
    const line = lines[index - up] ?? ''
    const upper = lines[index - up - 1] ?? ''
    const isGoingOn = upper.endsWith(',') && hasStreetWord(upper)
    if (isStreet(line) || (isGoingOn && /\d/.test(line))) {
      const { street, name } = splitInlineStreet(line) ?? { street: line, name: null }
      // "Building 4" or "Suite 100" over the street.
      const both =
        (isGoingOn || isStreet(upper)) && !hasLegalForm(upper)
          ? `${upper.replace(/,$/, '')}, ${street}`
          : street
      return {
        ...buildAddress(place, both, lines[index + 1]),
        above: index - up - (both === street ? 1 : 2),
        name,
      }
    }
    if (!place.city && /^\p{Lu}[\p{L}' -]{2,40}$/u.test(line)) place.city = line
  }
  // Hungary and the East write the street after the place.
  const [after = ''] = place.after.split(/\s*[,|·•;]\s*/)
  return isStreet(after)
    ? { ...buildAddress(place, after, lines[index + 1]), above: index - 1, name: null }
    : null
}

const PARTS = /\s*[,|·•;◊]\s*|(?<!\d)\s+[–-]\s+|\s+[–-]\s+(?!\d)/
const MAX_LINES_UP = 5
/** Parts of a house: the street stands above them. */
const UNIT =
  /^(?:#|(?:suite|ste|unit|units|floor|level|apt|apartment|building|bldg|room|rm|flat|office|bureau|block|bldg)\b\.?|(?:\d+(?:st|nd|rd|th)|ground|first|second|third) floor\b)/i
/** Streets and estates that houses in Britain and Ireland have names rather than numbers in. */
const UNNUMBERED =
  /\b(?:road|street|lane|avenue|drive|close|way|court|park|estate|place|square|terrace|gardens|hill|mews|row|crescent|quay)$/i
/** A word that a street ends with, or a number of a unit. */
const ENDS_STREET = new RegExp(
  `^(?:${STREET_WORDS.source}|[NS]?[EW]\\.?|[NS]\\.?|#?[\\p{L}-]*\\d[\\p{L}\\d-]*|[A-Z])$`,
  'iu',
)
/** A number and a word for a street: enough of an address where the code is missing. */
const ROAD = new RegExp(`^\\d{1,6} .*\\p{L}.*${STREET_WORDS.source}`, 'iu')
const LABEL =
  /^(?:\p{L}+ )?(?:address|adresse|anschrift|sitz|indirizzo|dirección|adres|location|office)\s?:\s?/iu
const TOWN = /^\p{Lu}[\p{L}'’.-]*(?: [\p{L}'’.-]+){0,4}$/u
const NO_TOWN =
  /\b(?:park|estate|centre|center|house|business|court|industrial|building|floor|campus|mall|plaza|works|mills?|map|contact|address|office|headquarters)$/i

/**
 * The address of a postal code behind its town, read part by part away from the code: country and region, the town,
 * places within it, units of a house, and the street.
 */
function readUpwards(lines: readonly string[], index: number, place: CodeBehindPlace): TextAddress | null {
  let { region } = place
  let city: string | null = null
  let hasStreet = false
  let isFirst = true
  const street: { text: string; at: number }[] = []
  let rest: { text: string; at: number } | null = null
  for (const { text, at } of listPartsUpwards(lines, index, place)) {
    if (hasStreet && !UNIT.test(text)) {
      rest = { text, at }
      break
    }
    const isRoad: boolean = isStreet(text)
    const isPlace = street.length === 0 && !city && !isRoad
    // "Orchard Park, NY" and "Norway, ME" are towns.
    const isTown = isPlace && isFirst && place.region !== null && TOWN.test(text) && !UNIT.test(text)
    isFirst = false
    const named = isPlace ? readRegion(text, place.country) : null
    if (!isTown && isPlace && (named ? !region : readCountry(text) !== null)) region ??= named
    else if (isTown || (isPlace && TOWN.test(text) && !NO_TOWN.test(text))) city = text
    else if (isRoad || (street.length > 0 && /^\d{1,5}[a-z]?$/i.test(text))) {
      const split: { street: string; town: string } | null = city ? null : splitTown(text)
      city ??= split?.town ?? null
      street.unshift({ text: split?.street ?? text, at })
      hasStreet = !UNIT.test(street[0]?.text ?? '')
    } else if (street.length < 3 && text.length <= 60 && !NOT_STREET.test(text)) street.unshift({ text, at })
    else break
  }
  const { country, postal_code } = place
  const mayLackNumber = country === 'GB' || country === 'IE'
  const from = street.findIndex(
    ({ text }) => isStreet(text) || /^\d+[a-z]?$/i.test(text) || (mayLackNumber && UNNUMBERED.test(text)),
  )
  const first = street[from]
  if (!first || (country === 'US' && !postal_code && !(city && ROAD.test(first.text)))) return null
  if (!city && region?.startsWith('Dublin')) [city, region] = ['Dublin', null]
  const before = street[from - 1] ?? rest
  const name =
    before?.at === first.at && before.text.length <= 80 && !NO_TOWN.test(before.text) ? before.text : null
  const texts = street.slice(from).map(({ text }) => text)
  return { street: texts.join(', '), postal_code, city, region, country, above: first.at - 1, name }
}

/** The parts of an address away from its code, each with its line. */
function* listPartsUpwards(
  lines: readonly string[],
  index: number,
  { head, isAlone }: CodeBehindPlace,
): Generator<{ text: string; at: number }> {
  const last = isAlone ? index - 1 : index
  for (let at = last; at >= 0 && at >= last - MAX_LINES_UP; at -= 1) {
    const line = at === last ? head : (lines[at] ?? '')
    if (at < last && (line.length > MAX_LINE || readCodeBehindPlace(line, ''))) return
    for (const part of line.split(PARTS).reverse()) {
      const text = part.replace(LABEL, '').trim()
      if (text) yield { text, at }
    }
  }
}

/** "1 Sample Road Springfield": a town in capitals right behind the street. */
function splitTown(text: string): { street: string; town: string } | null {
  const words = text.split(' ')
  let from = words.length
  while (
    from > 1 &&
    /^\p{Lu}[\p{L}'’.-]+$/u.test(words[from - 1] ?? '') &&
    !ENDS_STREET.test(words[from - 1] ?? '')
  )
    from -= 1
  const street = words.slice(0, from).join(' ')
  return from < words.length && ENDS_STREET.test(words[from - 1] ?? '') && /\p{L}{2}/u.test(street)
    ? { street, town: words.slice(from).join(' ') }
    : null
}

function buildAddress(place: PostalPlace, street: string, next: string | undefined): Address {
  const named = [place.after.split(/[,|·•;]/)[0] ?? '', next ?? '']
    .map((text) => readCountry(text))
    .find(Boolean)
  return {
    street: street.replace(/[\s,;|]+$/, ''),
    postal_code: place.postal_code,
    city: place.city || null,
    region: place.region,
    country: place.country ?? named ?? null,
  }
}

/** The country that a short text names and nothing else. Codes of two letters are states and units as often. */
export function readCountry(text: string): string | null {
  const name = text.replace(/^[\s,.|()–-]+|[\s,.|()–-]+$/g, '')
  return name.length >= 3 && name.length <= 40 && !/\d/.test(name) ? resolveCountry(name) : null
}

/** Splits "Acme Ltd, 1 Sample Road": the street is the last part with a number, a part after it belongs to it. */
function splitInlineStreet(text: string): { street: string; name: string | null } | null {
  const parts = text
    .slice(-160)
    .split(/\s*[,|·•;]\s*/)
    .map((part) => part.replace(LABEL, '').trim())
    .filter(Boolean)
  const first = parts.findIndex(
    (part, at) => isStreet(part) || (hasStreetWord(part) && /^(?:n[.º°o]* ?)?\d/i.test(parts[at + 1] ?? '')),
  )
  if (first < 0) return null
  // "469, Sample Street West, office 105" begins with its number.
  if (first > 0 && /^\d{1,5}[a-z]?$/i.test(parts[0] ?? '')) return { street: parts.join(', '), name: null }
  const last = parts[first - 1] ?? ''
  // "Acme, Inc., 1 Sample Street": a legal form goes with what stands before it.
  const before = parts[first - 2]
  const name = before && last.length <= 5 && hasLegalForm(`${before} ${last}`) ? `${before}, ${last}` : last
  return { street: parts.slice(first, first + 3).join(', '), name: name && name.length <= 80 ? name : null }
}
