import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

const error = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ error: true, code, message: code }),
})

const handleOf = ({ first, last }: InventedPerson) => `${first}.${last}`.toLowerCase()
const followersOf = ({ index }: InventedPerson) => 1_200_000 - index * 17_321

const profileOf = (person: InventedPerson, platform: string) => ({
  fullname: `${person.first} ${person.last}`,
  username: handleOf(person),
  url: `https://social.example/${platform}/${handleOf(person)}`,
  picture: 'https://social.example/picture.jpg',
  followers: followersOf(person),
  engagements: 900 + person.index,
  engagementRate: 0.02 + person.index / 10_000,
})

interface Body {
  page: number
  filter: { influencer: { followers?: { min?: number; max?: number } } }
}

function search({ people, question, answer }: Desk, platform: string) {
  const { page, filter } = JSON.parse(question.body) as Body
  const { min = 0, max = Number.POSITIVE_INFINITY } = filter.influencer.followers ?? {}
  const all = people.filter((person) => followersOf(person) >= min && followersOf(person) <= max)
  const found = all.slice(page * 15, page * 15 + 15)
  return answer(0, {
    error: false,
    total: all.length,
    lookalikes: found.map((person) => ({
      userId: String(1000 + person.index),
      profile: profileOf(person, platform),
    })),
    directs: [],
  })
}

function report({ people, answer }: Desk, platform: string, userId: string) {
  const person = people.find(({ index }) => String(1000 + index) === userId)
  if (!person) return error(404, 'account_not_found')
  return answer(1, {
    error: false,
    profile: {
      userId,
      profile: profileOf(person, platform),
      country: 'US',
      contacts: person.email ? [{ type: 'email', value: person.email }] : [],
      avgReelsPlays: 5727,
      audience: { credibility: 0.75 },
      statHistory: [
        { month: '2026-09', followers: 1100, avgLikes: 90 },
        { month: '2026-08', followers: 1000, avgLikes: 80.4 },
      ],
    },
  })
}

/** A fake Modash whose creators are the generated people, the same on each network. */
export const startFakeModash = (options: FakeVendorOptions = {}): Promise<FakeVendor> =>
  startFakeVendor(options, {
    keyOf: ({ headers }) => (headers.authorization ?? '').replace(/^Bearer /, ''),
    wrongKey: error(401, 'api_token_invalid'),
    usedUp: error(402, 'not_enough_credits'),
    serve(desk) {
      const { path, query } = desk.question
      const [, platform = '', resource, userId = ''] = path.split('/')
      if (resource === 'search') return search(desk, platform)
      if (resource === 'profile') return report(desk, platform, userId)
      if (resource !== 'users') return undefined
      const users = desk.people.filter((person) => handleOf(person).includes(query.get('query') ?? ''))
      return desk.answer(0, {
        error: false,
        users: users.map((person) => ({ userId: String(1000 + person.index), username: handleOf(person) })),
      })
    },
  })
