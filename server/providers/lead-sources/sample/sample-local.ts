import { kmBetween, type Point } from '#server/platform/geo/great-circle.ts'
import type { SampleDraft } from './sample-draft.ts'
import { pointWithin } from './sample-geometry.ts'
import type { SampleRandom } from './sample-random.ts'
import { sampleSignals } from './sample-signals.ts'
import {
  emailState,
  fictionalPhone,
  hostLabel,
  nameWords,
  RESERVED_DOMAIN,
  titleCase,
} from './sample-text.ts'

const CATEGORIES = [
  'craft/brewery',
  'amenity/cafe',
  'amenity/dentist',
  'shop/bicycle',
  'shop/florist',
  'office/lawyer',
]
const STREETS = ['Sample Street', 'Example Avenue', 'Placeholder Road', 'Invented Lane']
const DEFAULT_RADIUS_KM = 25
/** In Kansas, because the phones are American. */
const SAMPLETON: Point = { lat: 39.83, lon: -98.58 }

/** `Oregon, United States` as address values. */
const readRegion = (text: string): SampleDraft => {
  const [region, country] = text.split(',').map(nameWords)
  return { region: region || 'Sample State', ...(country && { country }) }
}

const isPoint = (near: unknown): near is Point & { label?: string } =>
  typeof near === 'object' && near !== null && 'lat' in near && 'lon' in near

function whereabouts(
  { near, region: inRegion }: Record<string, unknown>,
  radiusKm: number,
  random: SampleRandom,
): SampleDraft {
  // No coordinates are made up inside a real region.
  if (!near && typeof inRegion === 'string' && inRegion) return { city: 'Sampleton', ...readRegion(inRegion) }
  if (!near) return { city: 'Sampleton', region: 'Sample State', ...pointWithin(SAMPLETON, radiusKm, random) }
  const label = isPoint(near) ? near.label : near
  const [city, region] = typeof label === 'string' ? label.split(',').map(nameWords) : []
  const place = { city: city || 'Sampleton', region: region || 'Sample State' }
  if (!isPoint(near)) return place
  const point = pointWithin(near, radiusKm, random)
  return { ...place, ...point, distance_km: Math.round(kmBetween(near, point) * 1000) / 1000 }
}

/** A sample business in the searched category and circle, with the values that `has` requires. */
export function sampleLocal(
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
): SampleDraft {
  const name = typeof search.category === 'string' ? search.category.trim() : ''
  const category = name || random.pick(CATEGORIES)
  const kind = titleCase(nameWords(category.split('/').at(-1))) || 'Business'
  const keywords = titleCase(nameWords(search.keywords))
  const domain = `sample-${hostLabel(kind)}-${index + 1}-${seed}.${RESERVED_DOMAIN}`
  const wanted = Array.isArray(search.has) ? search.has : []
  const radiusKm = typeof search.radius_km === 'number' ? search.radius_km : DEFAULT_RADIUS_KM
  const [website, phone, email, closed] = [0.8, 0.85, 0.6, 0.05].map((odds) => random.share() < odds)
  const hasWebsite = website || wanted.includes('website')
  const draft = {
    name: ['Sample', keywords, kind, index + 1].filter(Boolean).join(' '),
    category,
    ...whereabouts(search, radiusKm, random),
    street: `${random.whole(1, 999)} ${random.pick(STREETS)}`,
    postal_code: String(random.whole(1, 99)).padStart(5, '0'),
    business_status: search.include_closed === true && closed ? 'closed' : 'open',
    ...(phone || wanted.includes('phone') ? { phone: fictionalPhone(seed, index) } : {}),
    ...(hasWebsite ? { website: `https://${domain}`, domain } : {}),
    ...(email ? { email: `hello@${domain}`, email_state: emailState(random) } : {}),
  }
  // Last, so that a lead keeps the values it had before there were signals.
  return { ...draft, ...sampleSignals(hasWebsite === true, random) }
}
