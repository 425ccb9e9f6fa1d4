import { type Desk, type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

const didOf = ({ index }: InventedPerson) => `did:plc:invented${index}`
export const blueskyHandle = ({ first, last }: Pick<InventedPerson, 'first' | 'last'>) =>
  `${first}-${last}.bsky.example`.toLowerCase()

const profileOf = (person: InventedPerson) => ({
  did: didOf(person),
  handle: blueskyHandle(person),
  displayName: `${person.first} ${person.last}`,
  description: `${person.position} of ${person.company}. ${person.email ?? ''}`,
  followersCount: 1000 * (person.index + 1),
  followsCount: 10,
  postsCount: 3,
})

/** Two original posts, the newest `index` days before the first of November, and a repost. */
function feedOf(person: InventedPerson) {
  const at = (days: number) => new Date(Date.parse('2026-11-01T08:00:00Z') - days * 86_400_000).toISOString()
  const post = (did: string, likeCount: number, days: number) => ({
    post: {
      uri: 'at://post',
      cid: 'cid',
      author: { did, handle: 'someone.bsky.example' },
      record: { text: 'Hello', createdAt: at(days) },
      replyCount: 1,
      repostCount: 2,
      likeCount,
      quoteCount: 0,
    },
  })
  return [
    post('did:plc:other', 90_000, 0),
    post(didOf(person), 47, person.index),
    post(didOf(person), 7, person.index + 40),
  ]
}

function searchActors({ people, question: { query }, answer }: Desk) {
  const searchText = (query.get('q') ?? '').toLowerCase()
  const all = people.filter((person) => JSON.stringify(profileOf(person)).toLowerCase().includes(searchText))
  const [from, size] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
  const next = from + size < all.length ? { cursor: String(from + size) } : {}
  return answer(0, { actors: all.slice(from, from + size).map(profileOf), ...next })
}

/** A fake Bluesky whose profiles are the generated people. It needs no key. */
export const startFakeBluesky = (options: FakeVendorOptions = {}): Promise<FakeVendor> =>
  startFakeVendor(options, {
    keyOf: () => null,
    wrongKey: { status: 401 },
    usedUp: { status: 429 },
    serve(desk) {
      const { path, query } = desk.question
      const known = (actor: string) =>
        desk.people.find((person) => [didOf(person), blueskyHandle(person)].includes(actor))
      if (path.endsWith('searchActors')) return searchActors(desk)
      if (path.endsWith('getProfiles'))
        return desk.answer(0, {
          profiles: query
            .getAll('actors')
            .flatMap((actor) => known(actor) ?? [])
            .map(profileOf),
        })
      const person = known(query.get('actor') ?? '')
      return person ? desk.answer(0, { feed: feedOf(person) }) : undefined
    },
  })
