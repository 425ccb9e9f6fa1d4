import * as z from 'zod/mini'

const text = () => z.optional(z.string())
const count = () => z.optional(z.int())

export const Actors = z.object({ cursor: text(), actors: z.array(z.object({ did: z.string() })) })

const Profile = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: text(),
  description: text(),
  website: text(),
  followersCount: count(),
})
export type Profile = z.output<typeof Profile>
export const Profiles = z.object({ profiles: z.array(Profile) })

const Post = z.object({
  author: z.object({ did: z.string() }),
  record: z.object({ createdAt: text() }),
  replyCount: count(),
  repostCount: count(),
  likeCount: count(),
  quoteCount: count(),
})
export type Post = z.output<typeof Post>
export const Feed = z.object({ feed: z.array(z.object({ post: Post })) })
