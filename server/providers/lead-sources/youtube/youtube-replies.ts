import * as z from 'zod/mini'

/** Parsed parts of YouTube's replies. Counters are texts. */
const Counter = z.optional(z.string())

export const SearchPage = z.object({
  items: z.array(z.object({ id: z.object({ channelId: z.string() }) })),
  nextPageToken: z.optional(z.string()),
})

const Channel = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    description: z.optional(z.string()),
    customUrl: z.optional(z.string()),
    country: z.optional(z.string()),
  }),
  statistics: z.optional(
    z.object({ subscriberCount: Counter, hiddenSubscriberCount: z.optional(z.boolean()) }),
  ),
  contentDetails: z.optional(
    z.object({ relatedPlaylists: z.optional(z.object({ uploads: z.optional(z.string()) })) }),
  ),
})
export type Channel = z.output<typeof Channel>

/** Without a match, `items` is missing. */
export const Channels = z
  .object({ pageInfo: z.optional(z.unknown()), items: z.optional(z.array(Channel)) })
  .check(z.refine((answer) => answer.items !== undefined || answer.pageInfo !== undefined))

export const Uploads = z.object({
  items: z.array(
    z.object({
      contentDetails: z.object({ videoId: z.string(), videoPublishedAt: z.optional(z.string()) }),
    }),
  ),
})

export const Videos = z.object({
  items: z.array(
    z.object({ statistics: z.object({ viewCount: Counter, likeCount: Counter, commentCount: Counter }) }),
  ),
})
export type VideoStatistics = z.output<typeof Videos>['items'][number]['statistics']
