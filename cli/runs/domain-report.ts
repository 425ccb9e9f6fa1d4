import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { listWebsites, type Website } from '#contract/sources/websites.ts'
import type { RequestedDomain } from '../arguments/domain-words.ts'
import type { ApiClient } from '../http/api-client.ts'
import { readPages } from '../http/read-pages.ts'
import { textTable } from '../terminal/text-table.ts'

/** What one asked domain brought, as `search domain --json` prints it. Absent keys: nothing is known. */
export interface DomainReport {
  domain: string
  emails: (Pick<Website['emails'][number], 'value' | 'state' | 'kind' | 'sources'> & { person?: string })[]
  phones: (Pick<Website['phones'][number], 'value' | 'sources'> & {
    extension?: string
    label?: string
    person?: string
  })[]
  socials: string[]
  people: {
    name: string
    role: string | null
    email?: string
    phone?: string
    sources: Website['people'][number]['sources']
  }[]
  problem?: string
  moved_to?: string
}

/** The entries of an object that have a value. */
function known<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> }
}

const reportOf = (website: Website): DomainReport => ({
  domain: website.domain,
  emails: website.emails.map(({ value, state, kind, sources, person }) => ({
    value,
    state,
    kind,
    sources,
    ...known({ person }),
  })),
  phones: website.phones.map(({ value, sources, extension, label, person }) => ({
    value,
    sources,
    ...known({ extension, label, person }),
  })),
  socials: website.socials.map(({ url }) => url),
  people: website.people.map(({ name, role, email, phone, sources }) => ({
    name,
    role,
    sources,
    ...known({ email, phone }),
  })),
  ...known({ problem: website.problem, moved_to: website.moved_to }),
})

const nothing = ({ name, isDomain }: RequestedDomain): DomainReport => ({
  domain: name,
  emails: [],
  phones: [],
  socials: [],
  people: [],
  ...(isDomain ? {} : { problem: 'bad_domain' }),
})

/** What a run found on each of these, in their order; one that was not reached has empty arrays. */
export async function readDomains(
  client: ApiClient,
  run: { list_id: number; run_id: number },
  requested: readonly RequestedDomain[],
): Promise<DomainReport[]> {
  const { data } = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (page, limit) =>
    client.call(
      listWebsites,
      { params: { id: run.list_id }, query: { run_id: run.run_id, page, limit } },
      { patient: true },
    ),
  )
  const found = new Map(data.map((website) => [website.domain, reportOf(website)]))
  return requested.map((domain) => found.get(domain.name) ?? nothing(domain))
}

const COLUMNS = ['WHAT', 'VALUE', 'ABOUT', 'FOUND ON'] as const

type Row = [what: string, value: string, about: string, where: string]
const words = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ')
const firstPage = (sources: { url: string }[]): string => sources[0]?.url ?? ''

const rowsOf = ({ emails, phones, socials, people }: DomainReport): Row[] => [
  ...emails.map(
    ({ value, state, kind, person, sources }): Row => [
      'email',
      value,
      words(state, kind, person),
      firstPage(sources),
    ],
  ),
  ...phones.map(
    ({ value, extension, label, person, sources }): Row => [
      'phone',
      extension ? `${value} ext. ${extension}` : value,
      words(label, person),
      firstPage(sources),
    ],
  ),
  ...people.map(
    ({ name, role, email, phone, sources }): Row => [
      'person',
      name,
      words(role, email, phone),
      firstPage(sources),
    ],
  ),
  ...socials.map((url): Row => ['profile', url, '', '']),
]

/** One domain for people: its name, what is wrong with it, and a table of what was found. */
export function domainText(report: DomainReport, room: number): string {
  const { domain, problem, moved_to } = report
  const sentence = words(problem?.replaceAll('_', ' '), moved_to && `now at ${moved_to}`)
  const rows = rowsOf(report)
  const heading = sentence ? `${domain} (${sentence})` : domain
  return rows.length === 0 ? `${heading}\nNothing found` : `${heading}\n${textTable(COLUMNS, rows, room)}`
}
