import { SOCIAL_LABELS, type SocialNetwork } from '#contract/leads/place-fields.ts'
import { googlePlacesSource } from '#contract/sources/source-kinds/google-places.ts'
import { InvalidSearch, type LeadBatch, type LeadSource, type SearchContext } from '../lead-source.ts'
import { vendorOrigin } from '../person-lead.ts'
import { type Box, boxesAround, type Circle, heightKm, isIn, quarters } from '../places/area.ts'
import {
  fits,
  getCircle,
  type PlaceReader,
  type PlaceSearch,
  type PlaceValues,
  placeLead,
} from '../places/place-search.ts'
import type { VendorSetup } from '../vendor-setup.ts'
import {
  createGooglePlacesClient,
  type GooglePlace,
  type GooglePlacesClient,
  MAX_SHOWN_PLACES,
} from './google-places-client.ts'

/** Boxes with too many places are split into four down to this height. */
const MIN_BOX_KM = 0.2
/** Maximum boxes fetched in one search. */
const MAX_BOXES = 400

const asSearch = (search: Record<string, unknown>) => search as unknown as PlaceSearch

/** The search, if Google supports all of it. @throws InvalidSearch */
function checkSearch(filters: Record<string, unknown>): Record<string, unknown> {
  const search = asSearch(filters)
  getCircle(search, googlePlacesSource.label)
  for (const field of ['has', 'has_not'] as const)
    for (const asset of search[field] ?? [])
      if (asset !== 'website' && asset !== 'phone') {
        const label = asset === 'email' ? 'emails' : `${SOCIAL_LABELS[asset as SocialNetwork]} profiles`
        throw new InvalidSearch(field, `Google Places doesn’t know ${label}. Remove that filter`)
      }
  return filters
}

const formatQuery = ({ category, keywords }: PlaceSearch): string =>
  [category, keywords].filter(Boolean).join(' ') || 'business'

function readPart(place: GooglePlace, form: 'longText' | 'shortText', ...types: string[]): string {
  for (const type of types) {
    const part = place.addressComponents?.find((component) => component.types.includes(type))?.[form]
    if (part) return part
  }
  return ''
}

const STATUSES: Record<string, string> = { CLOSED_TEMPORARILY: 'closed', CLOSED_PERMANENTLY: 'closed' }

/** Values of a place; null without a name. */
function readValues(place: GooglePlace, { read, findKinds }: PlaceReader): PlaceValues | null {
  const { id, displayName, primaryType, types = [], location } = place
  const kinds = [primaryType, ...types].filter((type) => type !== undefined)
  const values = read({
    id,
    name: displayName?.text ?? '',
    category: kinds.find((type) => findKinds(type).length > 0) ?? primaryType ?? '',
    street: [readPart(place, 'longText', 'street_number'), readPart(place, 'longText', 'route')]
      .filter(Boolean)
      .join(' '),
    city: readPart(place, 'longText', 'locality', 'postal_town', 'administrative_area_level_3'),
    state: readPart(place, 'longText', 'administrative_area_level_1'),
    postal_code: readPart(place, 'longText', 'postal_code'),
    country: readPart(place, 'shortText', 'country'),
    phone: place.internationalPhoneNumber ?? '',
    website: place.websiteUri ?? '',
    ...(location && { lat: String(location.latitude), lon: String(location.longitude) }),
    ...(place.businessStatus && { status: STATUSES[place.businessStatus] ?? '' }),
  })
  return values && { ...values, google_place_id: id }
}

interface Area {
  search: PlaceSearch
  circle: Circle
}

function makeLead(place: GooglePlace, { search, circle }: Area, box: Box, reader: PlaceReader, now: Date) {
  const { latitude: lat, longitude: lon } = place.location ?? {}
  // A place on the border of two boxes is in both results.
  if (lat === undefined || lon === undefined || !isIn(box, { lat, lon })) return []
  const values = readValues(place, reader)
  if (!values || !fits(values, search)) return []
  const origin = vendorOrigin('google-places', place.id, {
    url: place.googleMapsUri ?? null,
    method: 'search',
    observed_at: now.toISOString(),
  })
  const lead = placeLead(values, circle, { key: `google-places:${place.id}`, origin })
  return lead ? [lead] : []
}

interface Place {
  /** Remaining boxes, the next one last. */
  boxes: Box[]
  /** Finished pages of the next box. */
  pages: number
  searched: number
}

/** Splits the next box until Google shows all of its places; the rest waits in `boxes`. */
async function splitToFit(
  client: GooglePlacesClient,
  context: SearchContext,
  boxes: Box[],
  { search, circle }: Area,
): Promise<{ box: Box; count: number } | null> {
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const count = await client.count(context, { textQuery: formatQuery(search), box })
    if (context.signal.aborted) return null
    if (count < MAX_SHOWN_PLACES || heightKm(box) / 2 < MIN_BOX_KM) return { box, count }
    boxes.push(...quarters(box, circle).reverse())
  }
  return null
}

async function* searchAll(
  client: GooglePlacesClient,
  area: Area,
  context: SearchContext,
  { reader, now }: { reader: PlaceReader; now(): Date },
): AsyncIterable<LeadBatch> {
  const start = (context.cursor as unknown as Place | null) ?? {
    boxes: boxesAround(area.circle),
    pages: 0,
    searched: 0,
  }
  const boxes = [...start.boxes]
  let skipped = start.pages
  for (let { searched } = start; searched < MAX_BOXES && !context.signal.aborted; searched += 1) {
    const next = await splitToFit(client, context, boxes, area)
    if (!next || context.signal.aborted) return
    const { box, count } = next
    let pages = 0
    const isLast = () => pages * 20 >= count
    for await (const places of client.pages(context, { textQuery: formatQuery(area.search), box }, 'full')) {
      pages += 1
      if (pages <= skipped) continue
      const leads = places.flatMap((place) => makeLead(place, area, box, reader, now()))
      const rest = isLast()
        ? { boxes: [...boxes], pages: 0, searched: searched + 1 }
        : { boxes: [...boxes, box], pages, searched }
      yield {
        leads,
        cursor: { ...rest },
        ...(isLast() && { coverage: { areas: 1, cut: count >= MAX_SHOWN_PLACES ? 1 : 0 } }),
      }
      if (context.signal.aborted || isLast()) break
    }
    skipped = 0
  }
}

/**
 * Google Places as a source. Google shows at most 60 places per search: areas with more are split into four, counted
 * by ids alone, and only boxes that are small enough are fetched completely.
 */
export function createGooglePlacesSource(setup: VendorSetup, reader: PlaceReader): LeadSource {
  const client = createGooglePlacesClient(setup)
  const findArea = (filters: Record<string, unknown>): Area => {
    const search = asSearch(filters)
    return { search, circle: getCircle(search, googlePlacesSource.label) }
  }
  return {
    declaration: googlePlacesSource,
    normalise: checkSearch,
    async quote({ search: filters }, context) {
      const { search, circle } = findArea(filters)
      let shown = 0
      let isMore = false
      for (const box of boxesAround(circle)) {
        const count = await client.count(context, { textQuery: formatQuery(search), box })
        shown += count
        isMore ||= count >= MAX_SHOWN_PLACES
      }
      return {
        matched: isMore ? MAX_BOXES * MAX_SHOWN_PLACES : shown,
        isEstimate: true,
        ...(isMore && { isUncounted: true }),
        withoutCoordinates: 0,
        dataAsOf: null,
        keys: [],
        ceiling: null,
      }
    },
    search: ({ search }, context) => searchAll(client, findArea(search), context, { reader, now: setup.now }),
    async test(context) {
      await client.check(context, { textQuery: 'post office', box: { south: 0, west: 0, north: 1, east: 1 } })
      return { plan: null, left: null }
    },
  }
}
