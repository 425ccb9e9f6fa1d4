import type { VendorAnswer } from '../vendor-faults.ts'
import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

/**
 * A fake GitHub, free of charge: `keys` are tokens with their remaining profiles, and '' is for requests without a
 * token (default 60). A search matches words in name, position and company, and `location:"..."`. A used-up token
 * gets 403 with the start of the next period.
 */
export interface FakeGithubOptions extends FakeVendorOptions {
  /** Start of the next period, in seconds since 1970. */
  reset?: number
}

const userOf = (person: InventedPerson) => ({
  login: person.login,
  id: 1000 + person.index,
  html_url: `https://github.com/${person.login}`,
  type: 'User',
  name: person.index % 4 === 3 ? null : `${person.first} ${person.last}`,
  company: `@${person.company}`,
  blog: person.index % 2 ? (person.linkedin ?? '') : person.domain,
  location: `${person.city}, ${person.country}`,
  email: person.email,
  bio: person.position,
  twitter_username: person.index % 3 ? null : person.login.replaceAll('-', '_').slice(0, 15),
})

function search({ people, question: { query }, answer }: Desk) {
  const q = query.get('q') ?? ''
  if (q === '') return { status: 422, body: '{"message": "Validation Failed"}' }
  const where = /location:"([^"]*)"/.exec(q)?.[1]?.toLowerCase() ?? ''
  const terms = q
    .replace(/location:"[^"]*"|type:user/g, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  const all = people
    .map(userOf)
    .filter(
      ({ login, name, bio, company, location }) =>
        location.toLowerCase().includes(where) &&
        terms.every((word) => `${login} ${name} ${bio} ${company}`.toLowerCase().includes(word)),
    )
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)]
  const items = all
    .slice((page - 1) * size, page * size)
    .map(({ login, id, html_url, type }) => ({ login, id, html_url, type, score: 1 }))
  return answer(0, { total_count: all.length, incomplete_results: false, items })
}

export function startFakeGithub({ reset = 0, ...options }: FakeGithubOptions = {}): Promise<FakeVendor> {
  const usedUp: VendorAnswer = {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
    body: '{"message": "API rate limit exceeded"}',
  }
  return startFakeVendor(
    { keys: { '': 60 }, ...options },
    {
      keyOf: ({ headers }) => (headers.authorization ?? '').replace(/^Bearer /, ''),
      wrongKey: { status: 401, body: '{"message": "Bad credentials"}' },
      usedUp,
      headersOf: (_charged, left) => ({ 'x-ratelimit-remaining': String(left) }),
      serve(desk) {
        const { people, question, answer, left } = desk
        if (question.path === '/search/users') return search(desk)
        if (question.path === '/rate_limit') return answer(0, { resources: { core: { remaining: left } } })
        const login = /^\/users\/([^/]+)$/.exec(question.path)?.[1]
        const person = people.find((person) => person.login === login)
        return person && answer(1, userOf(person))
      },
    },
  )
}
