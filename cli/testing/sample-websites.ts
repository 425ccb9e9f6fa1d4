import type { EmailState } from '#contract/leads/email-states.ts'
import type { List } from '#contract/leads/lists.ts'
import type { EmailVerification } from '#contract/prospecting/email-verification.ts'
import type { Website } from '#contract/sources/websites.ts'

const MOMENT = '2026-01-02T03:04:05.000Z'

/** A website without values; `extra` overrides. */
export const websiteReply = (domain: string, extra: Partial<Website> = {}): Website => ({
  domain,
  name: null,
  country: null,
  address: null,
  emails: [],
  phones: [],
  socials: [],
  people: [],
  pages: 3,
  problem: null,
  moved_to: null,
  read_at: MOMENT,
  ...extra,
})

/** A website with one value of each kind. */
export const fullWebsite = (domain: string): Website => {
  const sources = [{ url: `https://${domain}/contact`, method: 'mailto' }]
  return websiteReply(domain, {
    name: 'Sample Company',
    emails: [
      { value: `info@${domain}`, state: 'valid', kind: 'org', person: null, confidence: 1, sources },
      {
        value: `jane@${domain}`,
        state: 'catch_all',
        kind: 'person',
        person: 'Jane Sample',
        confidence: 0.9,
        sources,
      },
    ],
    phones: [{ value: '+12025550143', extension: '12', label: null, person: null, sources }],
    socials: [{ network: 'mastodon', url: `https://social.example/@${domain}`, sources }],
    people: [
      {
        name: 'Jane Sample',
        role: 'Director',
        section: null,
        email: `jane@${domain}`,
        phone: null,
        socials: [],
        staff: true,
        sources,
      },
      {
        name: 'Joe Sample',
        role: null,
        section: null,
        email: null,
        phone: null,
        socials: [],
        staff: true,
        sources,
      },
    ],
  })
}

/** One checked address; `extra` overrides. */
export const verificationReply = (
  email: string,
  state: EmailState,
  extra: Partial<EmailVerification> = {},
): EmailVerification => ({
  email,
  state,
  reason: state === 'valid' ? 'accepted' : 'no_such_user',
  reason_text: state === 'valid' ? 'The server takes mail for it' : 'The server knows no such mailbox',
  flags: { disposable: false, free: false, role: false },
  suggestion: null,
  mx: { hosts: ['mx.acme.example'], provider: null, fallback: false },
  catch_all: false,
  transcript: [{ dir: '<', line: '250 2.1.5 ok', at_ms: 41 }],
  tries: 1,
  checked_at: MOMENT,
  next_try_at: null,
  bounced_at: null,
  origin: 'user',
  ...extra,
})

export const listReply = (id: number, type: string): { data: List } => ({
  data: {
    id,
    name: 'Sample list',
    type,
    is_archived: false,
    is_pinned: false,
    total: 3,
    emails: 0,
    search: null,
    last_run: null,
    folder: null,
    tags: [],
    lead_source: null,
    created_by: null,
    created_by_name: null,
    created_at: MOMENT,
    updated_at: MOMENT,
    deleted_at: null,
  },
})

/** A page of an index, as the query requests it: by number, or behind a cursor, which is a number of rows here. */
export function cutPage<T>(all: readonly T[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 20)
  const from = Number(query.get('cursor') ?? (Number(query.get('page') ?? 1) - 1) * limit)
  const data = all.slice(from, from + limit)
  const next_cursor = from + limit < all.length ? String(from + limit) : null
  return { json: { data, currentPage: from / limit + 1, pageSize: limit, total: all.length, next_cursor } }
}
