import type { Website } from '#contract/sources/websites.ts'
import { findNewestReport } from '#server/modules/sources/websites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { ReadPage } from './gather-sources.ts'
import { pageText } from './page-text.ts'
import { findPages, storePages } from './pages-store.ts'
import { addressesModel } from './quarantine.ts'

const PAGES = 2
const FOR_PROGRAMS = /^\/robots\.txt$|\.xml(?:\.gz)?$/i
const PEOPLE_SHOWN = 10

/** Facts about a website from an earlier visit, as citable lines. */
function pageOfReport(report: Website): ReadPage[] {
  const { name, address, people, domain, read_at } = report
  const place = address
    ? [address.street, address.postal_code, address.city, address.region].filter(Boolean).join(', ')
    : ''
  const lines = [
    name && `Name: ${name}`,
    place && `Address: ${place}`,
    ...people
      .filter(({ staff }) => staff)
      .slice(0, PEOPLE_SHOWN)
      .map((person) => `Person: ${[person.name, person.role].filter(Boolean).join(', ')}`),
  ].filter((line): line is string => Boolean(line))
  const url = people[0]?.sources[0]?.url ?? `https://${domain}/`
  return lines.length > 0 ? [{ url, title: `What ${domain} says`, text: lines.join('\n'), read_at }] : []
}

/** Pages of the lead's website: read lately, read now on request, or known from a contact search. */
export async function pagesOfLead(
  ctx: Context,
  lead: { accountId: number; domain: string | null },
  { readNow, signal }: { readNow: boolean; signal: AbortSignal },
): Promise<ReadPage[]> {
  const { accountId, domain } = lead
  if (!domain) return []
  const report = await findNewestReport(ctx, accountId, domain)
  const known = report ? pageOfReport(report) : []
  const cached = await findPages(ctx.db, accountId, domain)
  if (cached) return [...cached.pages, ...known]
  if (!readNow) return known
  const { pages } = await ctx.readWithPages(domain, { maxPages: PAGES, signal })
  signal.throwIfAborted()
  const read_at = ctx.clock.now().toISOString()
  const read = pages
    .filter(({ url }) => !FOR_PROGRAMS.test(new URL(url).pathname))
    .slice(0, PAGES)
    .map(({ url, html }) => ({ url, read_at, ...pageText(html) }))
    .filter(({ text }) => text !== '' && !addressesModel(text))
  await storePages(ctx.db, accountId, domain, read)
  return [...read, ...known]
}
