import {
  PLACE_FIELDS,
  type PlaceField,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#contract/leads/place-fields.ts'
import {
  cleanText,
  isNothing,
  joinStreet,
  nameKey,
  normaliseEmail,
  normaliseStatus,
  normaliseUrl,
  type OperatingStatus,
  ownDomain,
  parseCoordinate,
  profileIn,
  profileOn,
  streetKey,
} from '#server/modules/core/normalise/index.ts'
import { resolveCategory, resolveCountry, resolveRegion } from '#server/modules/core/vocabulary/index.ts'
import { unguard } from '#server/platform/csv/write-csv.ts'
import { readPhones } from '#server/platform/text/read-phone.ts'

/** A business as stored in the corpus. `...Raw` is the original text, also where it was not recognized. */
export type PlaceInput = {
  sourceKey: string
  name: string
  /** Name and street normalized for finding duplicates; null where nothing is left. */
  nameKey: string | null
  streetKey: string | null
  /** Canonical category id. */
  category: string | null
  categoryRaw: string | null
  street: string | null
  city: string | null
  /** Usual English name of a known region, else the original text. */
  region: string | null
  regionRaw: string | null
  postalCode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  countryRaw: string | null
  /** E.164; further numbers of the field in `morePhones`. */
  phone: string | null
  morePhones: string[]
  phoneRaw: string | null
  /** The phone is a nationwide number, which branches share. */
  isFreephone: boolean
  website: string | null
  websiteRaw: string | null
  /** Registrable domain of the website, unless that is a page on a shared site. */
  domain: string | null
  email: string | null
  emailRaw: string | null
  /** Profile URLs, by network. */
  socials: Partial<Record<SocialNetwork, string>> | null
  /** Degrees, WGS 84; both or neither. */
  lat: number | null
  lon: number | null
  status: OperatingStatus
}

/** Defaults for rows without their own: any category text, any country text. */
export type PlaceDefaults = { category?: string; country?: string }

export type PlaceOutcome = { ok: true; place: PlaceInput } | { ok: false; reason: string }

type Raw = Partial<Record<PlaceField, string>>

const MAX_ID = 200
const MAX_TEXT = 500
const MAX_LONG_TEXT = 2048
const LONG_FIELDS: readonly PlaceField[] = ['website', 'email', 'phone', ...SOCIAL_NETWORKS]

/**
 * Builds a place from a row. Rejects only what cannot be stored properly: no id, no name, a text too long for
 * its field, a coordinate that is not a number or out of range; `reason` names the field and what is expected.
 * An unrecognized phone, website, email, category or country is kept raw and left null.
 */
export function toPlace(raw: Raw, defaults: PlaceDefaults = {}): PlaceOutcome {
  const get = (field: PlaceField) => {
    const text = readText(raw[field])
    return isNothing(text) ? null : text
  }
  const id = readText(raw.id)
  const name = readText(raw.name)
  if (id === '') return refuse('no id: every row needs a text that identifies it')
  if (id.length > MAX_ID) return refuse(`id is longer than ${MAX_ID} characters`)
  if (name === '') return refuse('no name')
  const tooLong = findTooLong(raw)
  if (tooLong) return refuse(tooLong)
  const position = readPosition(get('lat'), get('lon'))
  if (typeof position === 'string') return refuse(position)
  const place = { sourceKey: id, name, ...readCategory(get, defaults), ...readAddress(get, defaults) }
  const contact = readContact(get, place.country)
  const keys = { nameKey: nameKey(name), streetKey: place.street && streetKey(place.street) }
  const socials = readSocials(get, contact.website)
  return {
    ok: true,
    place: {
      ...place,
      ...keys,
      ...contact,
      socials,
      ...position,
      status: normaliseStatus(get('status') ?? ''),
    },
  }
}

type Get = (field: PlaceField) => string | null

/** Cleans a cell. Our own exports escape texts that look like formulas. */
function readText(cell: string | undefined): string {
  return cell === undefined ? '' : cleanText(unguard(cell))
}

function refuse(reason: string): PlaceOutcome {
  return { ok: false, reason }
}

function findTooLong(raw: Raw): string | null {
  for (const field of PLACE_FIELDS) {
    const limit = LONG_FIELDS.includes(field) ? MAX_LONG_TEXT : MAX_TEXT
    if ((raw[field]?.length ?? 0) > limit) return `${field} is longer than ${limit} characters`
  }
  return null
}

function readCategory(get: Get, defaults: PlaceDefaults): Pick<PlaceInput, 'category' | 'categoryRaw'> {
  const own = get('category')
  const known = own === null ? null : resolveCategory(own)
  const fallback = defaults.category ? resolveCategory(defaults.category) : null
  return { category: (known ?? fallback)?.id ?? null, categoryRaw: own }
}

function readAddress(get: Get, defaults: PlaceDefaults) {
  const countryRaw = get('country')
  const country = resolveCountry(countryRaw ?? defaults.country ?? '')
  const regionRaw = get('state')
  const region = regionRaw === null ? null : resolveRegion(regionRaw, country)
  const [city, postalCode] = [get('city'), get('postal_code')]
  const street = joinStreet(get('street') ?? '', get('house_number') ?? '', country) || null
  return { street, city, region, regionRaw, postalCode, country, countryRaw }
}

function readContact(get: Get, country: string | null) {
  const [phoneRaw, websiteRaw, emailRaw] = [get('phone'), get('website'), get('email')]
  const [phone, ...morePhones] = phoneRaw === null ? [] : readPhones(phoneRaw, country)
  const website = websiteRaw === null ? null : normaliseUrl(websiteRaw)
  return {
    phone: phone?.e164 ?? null,
    morePhones: morePhones.map(({ e164 }) => e164),
    phoneRaw,
    isFreephone: phone?.freephone ?? false,
    website,
    websiteRaw,
    domain: website === null ? null : ownDomain(website),
    email: emailRaw === null ? null : normaliseEmail(emailRaw),
    emailRaw,
  }
}

/** Profiles in the row, including one in the website column. */
function readSocials(get: Get, website: string | null): PlaceInput['socials'] {
  const found: Partial<Record<SocialNetwork, string>> = {}
  const inWebsite = website === null ? null : profileIn(website)
  if (inWebsite) found[inWebsite.network] = inWebsite.url
  for (const network of SOCIAL_NETWORKS) {
    const text = get(network)
    const url = text === null ? null : profileOn(network, text)
    if (url) found[network] = url
  }
  return Object.keys(found).length > 0 ? found : null
}

/** Both coordinates, neither (a single one, or 0, 0), or why the row is rejected. */
function readPosition(
  latText: string | null,
  lonText: string | null,
): Pick<PlaceInput, 'lat' | 'lon'> | string {
  const lat = readDegrees('lat', latText, 90)
  const lon = readDegrees('lon', lonText, 180)
  if (typeof lat === 'string') return lat
  if (typeof lon === 'string') return lon
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return { lat: null, lon: null }
  return { lat, lon }
}

function readDegrees(field: 'lat' | 'lon', text: string | null, limit: number): number | string | null {
  if (text === null) return null
  const degrees = parseCoordinate(text)
  if (Math.abs(degrees) <= limit) return degrees
  const problem = Number.isNaN(degrees) ? 'is not a number' : 'is out of range'
  return `${field} "${text.slice(0, 40)}" ${problem}: expected degrees between -${limit} and ${limit}`
}
