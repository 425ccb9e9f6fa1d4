import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { listWebsites, type Website } from '#contract/sources/websites.ts'
import type { RequestedDomain } from '../arguments/split-domains.ts'
import type { ApiClient } from '../http/api-client.ts'
import { readPages } from '../http/read-pages.ts'
import { textTable } from '../terminal/text-table.ts'

/** Result for one domain in `search domain --json`. Absent keys are unknown. */
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
function withoutNulls<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> }
}

const makeReport = (website: Website): DomainReport => ({
  domain: website.domain,
  emails: website.emails.map(({ value, state, kind, sources, person }) => ({
    value,
    state,
    kind,
    sources,
    ...withoutNulls({ person }),
  })),
  phones: website.phones.map(({ value, sources, extension, label, person }) => ({
    value,
    sources,
    ...withoutNulls({ extension, label, person }),
  })),
  socials: website.socials.map(({ url }) => url),
  people: website.people.map(({ name, role, email, phone, sources }) => ({
    name,
    role,
    sources,
    ...withoutNulls({ email, phone }),
  })),
  ...withoutNulls({ problem: website.problem, moved_to: website.moved_to }),
})

const emptyReport = ({ name, isDomain }: RequestedDomain): DomainReport => ({
  domain: name,
  emails: [],
  phones: [],
  socials: [],
  people: [],
  ...(isDomain ? {} : { problem: 'bad_domain' }),
})

/** The results of a run for these domains, in order; a domain that was not reached has empty arrays. */
export async function readDomains(
  client: ApiClient,
  run: { list_id: number; run_id: number },
  requested: readonly RequestedDomain[],
): Promise<DomainReport[]> {
  const { data } = await readPages(Number.POSITIVE_INFINITY, MAX_PAGE_SIZE, (paging) =>
    client.call(
      listWebsites,
      { params: { id: run.list_id }, query: { run_id: run.run_id, ...paging } },
      { patient: true },
    ),
  )
  const found = new Map(data.map((website) => [website.domain, makeReport(website)]))
  return requested.map((domain) => found.get(domain.name) ?? emptyReport(domain))
}

const COLUMNS = ['WHAT', 'VALUE', 'ABOUT', 'FOUND ON'] as const

type Row = [what: string, value: string, about: string, where: string]
const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ')
const firstPage = (sources: { url: string }[]): string => sources[0]?.url ?? ''

const makeRows = ({ emails, phones, socials, people }: DomainReport): Row[] => [
  ...emails.map(
    ({ value, state, kind, person, sources }): Row => [
      'email',
      value,
      joined(state, kind, person),
      firstPage(sources),
    ],
  ),
  ...phones.map(
    ({ value, extension, label, person, sources }): Row => [
      'phone',
      extension ? `${value} ext. ${extension}` : value,
      joined(label, person),
      firstPage(sources),
    ],
  ),
  ...people.map(
    ({ name, role, email, phone, sources }): Row => [
      'person',
      name,
      joined(role, email, phone),
      firstPage(sources),
    ],
  ),
  ...socials.map((url): Row => ['profile', url, '', '']),
]

/** One domain as text: its name, its problems, and a table of results. */
export function domainText(report: DomainReport, width: number): string {
  const { domain, problem, moved_to } = report
  const sentence = joined(problem?.replaceAll('_', ' '), moved_to && `now at ${moved_to}`)
  const rows = makeRows(report)
  const heading = sentence ? `${domain} (${sentence})` : domain
  return rows.length === 0 ? `${heading}\nNothing found` : `${heading}\n${textTable(COLUMNS, rows, width)}`
}
