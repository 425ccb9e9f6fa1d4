import { osmSource } from '#contract/sources/source-kinds/osm.ts'
import {
  InvalidSearch,
  type LeadBatch,
  type LeadSource,
  type SearchContext,
  type SourceContext,
  type SourceLead,
} from '../lead-source.ts'
import { vendorOrigin } from '../person-lead.ts'
import { type Box, boxesAround, type Circle, heightKm, isIn, quarters } from '../places/area.ts'
import { fits, getCircle, type PlaceReader, type PlaceSearch, placeLead } from '../places/place-search.ts'
import { ProviderError } from '../provider-error.ts'
import { createOsmClient, type OsmClient, type OsmElement, type OsmSetup } from './osm-client.ts'
import { overpassQuery } from './overpass-query.ts'

const SECONDS = 60
/** Elements per request; a box with more is split into four. */
const MAX_ELEMENTS = 2000
/** Boxes are not split below this height. */
const MIN_BOX_KM = 0.2

interface Area {
  search: PlaceSearch
  circle: Circle
}

const asSearch = (search: Record<string, unknown>) => search as unknown as PlaceSearch

/**
 * The circle of a search; Nominatim finds places unknown to us.
 * @throws InvalidSearch
 */
async function findArea(
  client: OsmClient,
  filters: Record<string, unknown>,
  context: SourceContext,
): Promise<Area> {
  const search = asSearch(filters)
  if (typeof search.near !== 'string') return { search, circle: getCircle(search, osmSource.label) }
  const point = await client.find(context, search.near)
  if (!point)
    throw new InvalidSearch(
      'near',
      `OpenStreetMap doesn’t know the place “${search.near}”. Check its spelling`,
    )
  return { search, circle: getCircle({ ...search, near: point }, osmSource.label) }
}

/** Businesses of an answer by OpenStreetMap id, because boxes overlap. */
function makeLeads(
  { elements, osm3s }: { elements: OsmElement[]; osm3s?: { timestamp_osm_base?: string } },
  { search, circle }: Area,
  box: Box,
  reader: PlaceReader,
): SourceLead[] {
  return elements.flatMap(({ type, id, tags = {}, center, ...point }) => {
    const { lat, lon } = center ?? point
    if (lat === undefined || lon === undefined || !isIn(box, { lat, lon })) return []
    const name = `${type}/${id}`
    const values = reader.readTags(name, tags)
    if (!values) return []
    const placed = { ...values, lat, lon }
    if (!fits(placed, search)) return []
    const origin = vendorOrigin('osm', name, {
      url: `https://www.openstreetmap.org/${name}`,
      method: 'search',
      observed_at: osm3s?.timestamp_osm_base ?? null,
      licence: 'ODbL-1.0',
    })
    const lead = placeLead(placed, circle, { key: `osm:${name}`, origin })
    return lead ? [lead] : []
  })
}

/** The next box's content; null when it holds too much and was split into quarters instead. */
async function queryBox(
  client: OsmClient,
  area: Area,
  context: SourceContext,
  { boxes, box, reader }: { boxes: Box[]; box: Box; reader: PlaceReader },
) {
  const { search, circle } = area
  const kinds = search.category ? reader.findKinds(search.category) : []
  const out = `out center tags ${MAX_ELEMENTS + 1};`
  const answer = await client.request(context, overpassQuery(search, kinds, box, { out, seconds: SECONDS }))
  const isAll = answer !== null && answer.elements.length <= MAX_ELEMENTS
  if (!isAll && heightKm(box) / 2 >= MIN_BOX_KM) {
    boxes.push(...quarters(box, circle).reverse())
    return null
  }
  if (!answer) throw new ProviderError(osmSource, 'unavailable', { detail: 'timed out on the smallest area' })
  return { leads: makeLeads(answer, area, box, reader), isAll }
}

async function* searchAll(
  client: OsmClient,
  area: Area,
  context: Pick<SearchContext, 'cursor' | 'batchSize'> & SourceContext,
  reader: PlaceReader,
): AsyncIterable<LeadBatch> {
  const start = (context.cursor as unknown as { boxes: Box[]; done: number } | null) ?? {
    boxes: boxesAround(area.circle).reverse(),
    done: 0,
  }
  const boxes = [...start.boxes]
  let skipped = start.done
  for (let box = boxes.pop(); box && !context.signal.aborted; box = boxes.pop()) {
    const found = await queryBox(client, area, context, { boxes, box, reader })
    if (!found) continue
    const { leads, isAll } = found
    for (let at = skipped; !context.signal.aborted; at += context.batchSize) {
      const end = at + context.batchSize
      const isLast = end >= leads.length
      yield {
        leads: leads.slice(at, end),
        cursor: isLast ? { boxes: [...boxes], done: 0 } : { boxes: [...boxes, box], done: end },
        ...(isLast && { coverage: { areas: 1, cut: isAll ? 0 : 1 } }),
      }
      if (isLast) break
    }
    skipped = 0
  }
}

/** OpenStreetMap as a source. On a timeout the area is split into four and requested again. */
export function createOsmSource(setup: OsmSetup, reader: PlaceReader): LeadSource {
  const client = createOsmClient(setup)
  return {
    declaration: osmSource,
    normalise(search) {
      if (!asSearch(search).near) getCircle(asSearch(search), osmSource.label)
      return search
    },
    async quote({ search: filters }, context) {
      const { search, circle } = await findArea(client, filters, context)
      const kinds = search.category ? reader.findKinds(search.category) : []
      let matched = 0
      for (const box of boxesAround(circle)) {
        const query = overpassQuery(search, kinds, box, { out: 'out count;', seconds: SECONDS })
        const answer = await client.request(context, query)
        if (!answer)
          throw new ProviderError(osmSource, 'unavailable', {
            detail: 'timed out',
            message: 'OpenStreetMap couldn’t count this area in time. Choose a smaller radius',
          })
        matched += Number(answer.elements[0]?.tags?.total ?? 0)
      }
      // Places in the corners of the box, or without required values, are counted but not delivered.
      return { matched, isEstimate: true, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    async *search({ search }, context) {
      yield* searchAll(client, await findArea(client, search, context), context, reader)
    },
  }
}
