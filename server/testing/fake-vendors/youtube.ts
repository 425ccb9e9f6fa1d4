import { type FakeVendor, type FakeVendorOptions, startFakeVendor } from './fake-vendor.ts'
import type { InventedPerson } from './invented-people.ts'

const refusal = (status: number, reason: string) => ({
  status,
  body: JSON.stringify({ error: { code: status, message: reason, errors: [{ reason }] } }),
})

const channelId = ({ index }: InventedPerson) => `UC${String(index).padStart(22, '0')}`
export const youtubeHandle = ({ first, last }: Pick<InventedPerson, 'first' | 'last'>) =>
  `${first}.${last}`.toLowerCase()

const channelOf = (person: InventedPerson) => ({
  kind: 'youtube#channel',
  id: channelId(person),
  snippet: {
    title: `${person.first} ${person.last}`,
    description: `${person.position} of ${person.company}. ${person.email ?? ''}`,
    customUrl: `@${youtubeHandle(person)}`,
    country: 'US',
  },
  statistics: {
    subscriberCount: String(1000 * (person.index + 1)),
    viewCount: '123456',
    hiddenSubscriberCount: person.index % 11 === 10,
  },
  contentDetails: { relatedPlaylists: { uploads: `UU${person.index}` } },
})

/** Two videos, the newest `index` days before the first of November. */
const uploadsOf = (index: number) =>
  [0, 40].map((days, n) => ({
    contentDetails: {
      videoId: `v${index}-${n}`,
      videoPublishedAt: new Date(
        Date.parse('2026-11-01T08:00:00Z') - (index + days) * 86_400_000,
      ).toISOString(),
    },
  }))

/** A fake YouTube whose channels are the generated people. A search takes 100 units, anything else 1. */
export const startFakeYoutube = (options: FakeVendorOptions = {}): Promise<FakeVendor> =>
  startFakeVendor(options, {
    keyOf: ({ headers }) => String(headers['x-goog-api-key'] ?? ''),
    wrongKey: refusal(400, 'keyInvalid'),
    usedUp: refusal(403, 'quotaExceeded'),
    serve({ people, question, answer }) {
      const { path, query } = question
      const pageInfo = { totalResults: people.length, resultsPerPage: 5 }
      if (path.endsWith('/search')) {
        const searchText = (query.get('q') ?? '').toLowerCase()
        const all = people.filter((person) =>
          JSON.stringify(channelOf(person)).toLowerCase().includes(searchText),
        )
        const [from, size] = [Number(query.get('pageToken') ?? 0), Number(query.get('maxResults'))]
        const items = all.slice(from, from + size).map((person) => ({
          id: { kind: 'youtube#channel', channelId: channelId(person) },
          snippet: { title: `${person.first} ${person.last}` },
        }))
        return answer(100, {
          items,
          pageInfo,
          ...(from + size < all.length && { nextPageToken: String(from + size) }),
        })
      }
      if (path.endsWith('/channels')) {
        const ids = (query.get('id') ?? '').split(',')
        const handle = query.get('forHandle')
        const items = people
          .filter((person) => ids.includes(channelId(person)) || `@${youtubeHandle(person)}` === handle)
          .map(channelOf)
        return answer(1, { pageInfo, ...(items.length > 0 && { items: items.toReversed() }) })
      }
      if (path.endsWith('/playlistItems'))
        return answer(1, { items: uploadsOf(Number(query.get('playlistId')?.slice(2))) })
      const ids = (query.get('id') ?? '').split(',')
      const statistics = { viewCount: '10000', likeCount: '300', commentCount: '20' }
      return answer(1, { items: ids.map((id) => ({ id, statistics })) })
    },
  })
