import type { PeopleSearch } from '#contract/leads/list-types/people.ts'
import { SENIORITIES } from '#contract/leads/seniorities.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type {
  AreaWords,
  LeadBatch,
  LeadSource,
  SourceLead,
  TitleWords,
} from '#server/providers/lead-sources/index.ts'
import { originOfRecord } from '../record-origin.ts'
import { countPeople, findPeople, findPeopleKeys, newestPeople, type PersonMatch } from './people-reads.ts'
import { type ResolvedPeopleSearch, resolvePeopleSearch } from './people-search.ts'
import { hasPeople } from './people-store.ts'

function toLead(match: PersonMatch): SourceLead {
  return {
    key: match.entity_key,
    values: {
      name: match.name,
      position: match.position,
      seniority: SENIORITIES.find((level) => match.seniorities.includes(level)) ?? null,
      department: match.department,
      company: match.company,
      website: match.website,
      domain: match.domain,
      email: match.email,
      // Published, but not verified yet.
      email_state: match.email ? 'unknown' : null,
      phone: match.phone,
      linkedin_url: match.linkedin_url,
      github_url: match.github_url,
      x_url: match.x_url,
      city: match.city,
      region: match.region,
      country: match.country,
      keywords: match.keywords,
    },
    origin: originOfRecord(match),
  }
}

const titleWords = ({ title }: ResolvedPeopleSearch): TitleWords | undefined =>
  title ? { also: title.also, words: title.words } : undefined

const areaWords = ({ area }: ResolvedPeopleSearch): AreaWords | undefined =>
  area
    ? {
        labels: [...new Set(area.readings.map(({ label }) => label))].slice(0, 3),
        asWords: area.readings.length === 0,
      }
    : undefined

async function* stream(
  db: Db,
  search: ResolvedPeopleSearch,
  start: number,
  batchSize: number,
  signal: AbortSignal,
): AsyncIterable<LeadBatch> {
  let after = start
  while (!signal.aborted) {
    const matches = await findPeople(db, search, { after, limit: batchSize })
    const last = matches.at(-1)
    if (!last) return
    after = last.id
    yield { leads: matches.map(toLead), cursor: { id: after } }
    if (matches.length < batchSize) return
  }
}

export function createPeopleSource(ctx: Context) {
  const resolved = (search: Record<string, unknown>) => resolvePeopleSearch(search as PeopleSearch)
  return {
    async quote({ search }, { keys }) {
      const wanted = resolved(search)
      const [matched, dataAsOf, isFilled, first] = await Promise.all([
        countPeople(ctx.db, wanted),
        newestPeople(ctx.db),
        hasPeople(ctx.db),
        keys > 0 ? findPeopleKeys(ctx.db, wanted, keys) : [],
      ])
      const [title, area] = [titleWords(wanted), areaWords(wanted)]
      return {
        matched,
        withoutCoordinates: 0,
        dataAsOf,
        keys: first,
        ceiling: null,
        ...(isFilled ? {} : { noData: true as const }),
        ...(title && { title }),
        ...(area && { area }),
      }
    },
    preview: async ({ search }, _context, limit) =>
      (await findPeople(ctx.db, resolved(search), { after: 0, limit })).map(toLead),
    search: ({ search }, { cursor, batchSize, signal }) =>
      stream(ctx.db, resolved(search), Number(cursor?.id ?? 0), batchSize, signal),
  } satisfies Pick<LeadSource, 'quote' | 'preview' | 'search'>
}
