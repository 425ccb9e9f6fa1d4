import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { OrganisationFinding } from '../findings.ts'
import { hasLegalForm } from './legal-forms.ts'
import { type PostalPlace, readPostalPlace } from './postal-forms.ts'

type Address = Pick<OrganisationFinding, 'street' | 'postal_code' | 'city' | 'region' | 'country'>

const STREET_WORDS =
  /(?:str(?:\.|aße|asse)?|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|hof|road|rd\.?|street|st\.?|avenue|ave\.?|boulevard|blvd\.?|drive|dr\.?|lane|ln\.?|way|court|ct\.?|square|sq\.?|place|parkway|pkwy|highway|hwy|suite|floor|rue|av\.|bd|chemin|allée|impasse|quai|via|viale|piazza|corso|calle|c\/|avenida|avda|plaza|paseo|carrer|rua|travessa|straat|laan|plein|gracht|vej|gade|gatan|gata|vägen|veien|katu|tie|ul\.|ulica|al\.|utca|u\.|út|tér|ulice|náměstí|улица|ул\.|postfach|p\.?\s?o\.?\s?box|bp|丁目|番地)(?![\p{L}])/iu
const NOT_STREET = /@|https?:|www\.|(?:^|\s)(?:tel|fon|fax|phone|mob|iban|ust|vat|hrb)\b|[?!]$/i
const MAX_LINE = 90

/** Whether a line may be a street with its number, or a post box. */
function isStreet(line: string): boolean {
  if (line.length > MAX_LINE || line.length < 4 || NOT_STREET.test(line)) return false
  return (
    /\p{L}{2}/u.test(line) &&
    /\d/.test(line) &&
    (STREET_WORDS.test(line) || /(?:^|\s)\d{1,5}\s?[a-z]?\.?$|^\d{1,5}[a-z]?[ ,]/iu.test(line))
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
  const place = readPostalPlace(lines[index] ?? '')
  if (!place) return null
  // "44 Sample Road, Birmingham B15 1TH": the road is no town in a county.
  const road = `${place.before} ${place.city}`.trim()
  if (place.country === 'GB' && place.region && isStreet(road))
    Object.assign(place, { before: road, city: place.region, region: null })
  const inline = place.before ? splitInlineStreet(place.before) : null
  if (place.before && !inline)
    return place.country === 'GB' && !place.city ? null : readTownAddress(lines, index, place)
  if (inline)
    return { ...buildAddress(place, inline.street, lines[index + 1]), above: index - 1, name: inline.name }
  for (let up = 1; up <= 2; up += 1) {
    const line = lines[index - up] ?? ''
    if (isStreet(line)) {
      const { street, name } = splitInlineStreet(line) ?? { street: line, name: null }
      const upper = lines[index - up - 1] ?? ''
      // "Building 4" or "Suite 100" over the street.
      const both = isStreet(upper) && !hasLegalForm(upper) ? `${upper}, ${street}` : street
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

/** "London SW1A 1AA" read with its town in `before`. */
function readTownAddress(lines: readonly string[], index: number, place: PostalPlace): TextAddress | null {
  const above = lines[index - 1] ?? ''
  return isStreet(above)
    ? { ...buildAddress(place, above, lines[index + 1]), above: index - 2, name: null }
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
    .map((part) =>
      part.replace(/^(?:address|adresse|anschrift|sitz|indirizzo|dirección|adres)\s?:\s?/i, '').trim(),
    )
    .filter(Boolean)
  const first = parts.findIndex(isStreet)
  if (first < 0) return null
  // "469, Sample Street West, office 105" begins with its number.
  if (first > 0 && /^\d{1,5}[a-z]?$/i.test(parts[0] ?? '')) return { street: parts.join(', '), name: null }
  const last = parts[first - 1] ?? ''
  // "Acme, Inc., 1 Sample Street": a legal form goes with what stands before it.
  const before = parts[first - 2]
  const name = before && last.length <= 5 && hasLegalForm(`${before} ${last}`) ? `${before}, ${last}` : last
  return { street: parts.slice(first, first + 3).join(', '), name: name && name.length <= 80 ? name : null }
}
