import { createHmac } from 'node:crypto'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import {
  findKnownNames,
  type KnownNames,
  keepKnownNames,
  type LeadRow,
  type LeadSignals,
  suppressedLeads,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { derivedKey } from '#server/platform/crypto/derived-key.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { parseName, type WebsiteReport } from '#server/website-reader/index.ts'
import { compareNames, type SeenName } from './compare-names.ts'

type Person = WebsiteReport['people'][number]

/** A lead and what its website says now. */
interface Visited {
  lead: LeadRow
  report: WebsiteReport
}

const digestKeyOf = derivedKey('known names v1')
/** Of one lead alone, so that no two leads can be found to share a name. */
const makeDigest = (ctx: Context, { account_id, id }: LeadRow, text: string): string =>
  createHmac('sha256', digestKeyOf(ctx))
    .update(`${account_id} ${id}\n${text}`, 'utf8')
    .digest('base64url')
    .slice(0, 16)

/** First and family name, folded. */
function readParts(name: string): [string, string] {
  const { first, last } = parseName(name)
  return [foldText(first), foldText(last)]
}
/** Alike for `Jane A. Sample` and `J. Sample`: the same person is no news under another spelling. */
const nameKey = (name: string): string => {
  const [first, last] = readParts(name)
  return `${first.slice(0, 1)} ${last}`.trim()
}

/** Whether a lead says itself that this person belongs to it: by its name, its email or another value. */
function isOnLead({ name, company, email, fields }: LeadRow, person: Person): boolean {
  const known = ` ${foldText([name, company, email, ...Object.values(fields)].join(' '))} `
  const parts = readParts(person.name).filter(Boolean)
  return parts.length > 0 && parts.every((part) => known.includes(` ${part} `))
}

/** What suppression knows a person by. A name alone says nothing. */
const listContacts = ({ email, phone, socials }: Person) => ({
  email,
  phone,
  ...Object.fromEntries(socials.map((url, index) => [`${index}_url`, url])),
})

/** Who works at each website, without suppressed people. */
async function listStaff(
  ctx: Context,
  accountId: number,
  visits: readonly Visited[],
): Promise<(Visited & { people: Person[] })[]> {
  const all = visits.map((visit) => ({ ...visit, people: visit.report.people.filter(({ staff }) => staff) }))
  const values = all.flatMap(({ people }) => people.map(listContacts))
  if (values.length === 0) return []
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values })
  let at = 0
  return all.flatMap((visit) => {
    const people = visit.people.filter(() => !isSuppressed[at++])
    return people.length > 0 ? [{ ...visit, people }] : []
  })
}

/** Not the name: evidence outlives a person’s erasure. The page shows who it is. */
function describeNews(roles: readonly (string | null)[]): string {
  const named = [...new Set(roles.filter((role) => role !== null))].join(', ')
  const count = roles.length === 1 ? 'A new name' : `${roles.length} new names`
  return (named ? `${count} on the page: ${named}` : `${count} on the page`).slice(0, 160)
}

function readNews(news: ReturnType<typeof compareNames>['news'], now: Date): LeadSignals['sure'] {
  const day = news
    .map((one) => one.day)
    .sort()
    .at(-1)
  const newest = news.filter((one) => one.day === day)
  if (day === undefined) return {}
  const origin = {
    source: websiteSource.id,
    url: newest[0]?.url ?? null,
    method: 'signal',
    confidence: 1,
    observed_at: now.toISOString(),
    text: describeNews(newest.map(({ role }) => role)),
  }
  return { new_person: { value: day, origin } }
}

/**
 * Compares whom websites name with whom they named before, and keeps that for the next visit, in the caller’s
 * transaction. Suppressed people are neither kept nor news. @returns the signal of leads with news, by their ids
 */
export async function noteNewPeople(
  ctx: Context,
  accountId: number,
  visits: readonly Visited[],
): Promise<Map<number, LeadSignals['sure']>> {
  const now = ctx.clock.now()
  const staffed = await listStaff(ctx, accountId, visits)
  if (staffed.length === 0) return new Map()
  const ids = staffed.map(({ lead }) => lead.id)
  const earlier = await findKnownNames(ctx.db, accountId, ids)
  const kept = new Map<number, KnownNames>()
  const found = new Map<number, LeadSignals['sure']>()
  for (const { lead, people } of staffed) {
    const digest = (text: string) => makeDigest(ctx, lead, text)
    const seen = people.map(
      (person): SeenName => ({
        name: digest(`name ${nameKey(person.name)}`),
        pages: person.sources.map(({ url }) => ({ key: digest(`page ${url}`), url })),
        role: person.role,
        isKnown: isOnLead(lead, person),
      }),
    )
    const { news, known } = compareNames(earlier.get(lead.id) ?? null, seen, now.toISOString().slice(0, 10))
    kept.set(lead.id, known)
    found.set(lead.id, readNews(news, now))
  }
  await keepKnownNames(ctx.db, accountId, kept)
  return found
}
