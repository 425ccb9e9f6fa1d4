import { sql } from 'kysely'
import type { SignalId } from '#contract/leads/signals.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceOrigin } from '#server/providers/lead-sources/index.ts'
import type { CorpusPlaceRow } from '../corpus-store.ts'
import { originOfRecord } from '../record-origin.ts'
import { MOVED_KM, PLACE_CHANGES, type PlaceChanges } from './place-changes.ts'

/** A place of the corpus with its source's name. */
type NamedPlace = Pick<
  CorpusPlaceRow,
  'id' | 'source_key' | 'licence' | 'observed_at' | 'domain' | 'changes'
> & {
  source_name: string
}

/** A value of a signal with its evidence; null: it no longer applies. */
interface BusinessSignal {
  value: string | null
  origin: SourceOrigin
}
export type BusinessSignals = Partial<Record<SignalId, BusinessSignal>>

type Note = NonNullable<PlaceChanges[keyof PlaceChanges]>

const EVIDENCE: Record<keyof PlaceChanges, (note: Note) => string> = {
  opened: () => 'Not listed before',
  closed: ({ was }) => (was ? 'Marked as closed' : 'No longer listed'),
  moved: ({ was }) => (was ? `Was at ${was}` : 'Was elsewhere'),
  renamed: ({ was }) => `Was called ${was}`,
  website_added: () => 'Had no website',
  website_lost: ({ was }) => `Had the website ${was}`,
}

const describeNote = (name: keyof PlaceChanges, source: string, note: Note) =>
  `${EVIDENCE[name](note)} (${source}, ${note.before} and ${note.at})`

/** Places read for one domain. */
const MAX_PLACES = 100

interface Branches {
  domain: string
  places: number
}

/**
 * At how many addresses the businesses of these domains are open. Two records of one place count once: those with the
 * same address, those that were linked, and all that stand together.
 */
async function countBranches(db: Db, domains: readonly string[]): Promise<Map<string, number>> {
  const spread = (axis: 'lat' | 'lon', scale = sql`1`) =>
    sql`(max(${sql.ref(axis)}) - min(${sql.ref(axis)})) * 111.2 * ${scale} <= ${sql.lit(MOVED_KM)}`
  const { rows } = await sql<Branches>`
    select d.domain, case when count(lat) = count(*) and ${spread('lat')} and ${spread('lon', sql`cos(radians(min(lat)))`)}
      then 1 else least(count(distinct address), count(distinct entity_key)) end::int as places
    from unnest(${[...domains]}::text[]) d(domain) cross join lateral (
      select p.entity_key, p.lat, p.lon, concat_ws(' ', coalesce(p.street_key, round(p.lat::numeric, 3) || ' ' || round(p.lon::numeric, 3)),
        lower(p.city)) as address
      from corpus_place p where p.domain = d.domain and p.status <> 'closed' and p.vanished_at is null
        and p.added_run_id <> all(array(select run_id from corpus_load)) limit ${sql.lit(MAX_PLACES)}) found
    group by d.domain`.execute(db)
  return new Map(rows.map(({ domain, places }) => [domain, places]))
}

const describeBranches = (domain: string, places: number) =>
  places === 1
    ? `No other address with ${domain} in the business data`
    : `${places}${places === MAX_PLACES ? ' or more' : ''} addresses with ${domain} in the business data`

/** What the business data shows of places, by their ids: changes between two releases, and whether there are branches. */
export async function findBusinessSignals(
  db: Db,
  places: readonly NamedPlace[],
): Promise<Map<number, BusinessSignals>> {
  const domains = [...new Set(places.flatMap(({ domain }) => domain ?? []))]
  const branches = domains.length > 0 ? await countBranches(db, domains) : new Map<string, number>()
  return new Map(
    places.map((place) => {
      const origin = originOfRecord(place)
      const signals: BusinessSignals = {}
      for (const name of PLACE_CHANGES) {
        const note = place.changes?.[name]
        signals[name] = note
          ? { value: note.at, origin: { ...origin, text: describeNote(name, place.source_name, note) } }
          : { value: null, origin }
      }
      const count = place.domain ? branches.get(place.domain) : undefined
      if (place.domain && count)
        signals.several_places = {
          value: count > 1 ? 'yes' : 'no',
          origin: { ...origin, text: describeBranches(place.domain, count) },
        }
      return [place.id, signals]
    }),
  )
}

/** The same for leads that came from the business data, by lead: with the name of the source and the id in it. */
export async function findSignalsOfRecords(
  db: Db,
  records: readonly { leadId: number; source: string; record: string }[],
): Promise<Map<number, BusinessSignals>> {
  if (records.length === 0) return new Map()
  const { rows } = await sql<NamedPlace & { leadId: number }>`
    select r."leadId", p.id, p.source_key, p.licence, p.observed_at, p.domain, p.changes, s.name as source_name
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r("leadId" bigint, source text, record text)
    join corpus_source s on lower(s.name) = lower(r.source)
    join corpus_place p on p.source_id = s.id and p.source_key = r.record`.execute(db)
  const signals = await findBusinessSignals(db, rows)
  return new Map(rows.map(({ leadId, id }) => [leadId, signals.get(id) ?? {}]))
}
