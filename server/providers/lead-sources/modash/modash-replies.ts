import * as z from 'zod/mini'

/** Parsed parts of Modash's replies. Its contract is derived from clients and documents: see docs/sources.md. */
const Profile = z.object({
  fullname: z.optional(z.nullable(z.string())),
  username: z.optional(z.nullable(z.string())),
  handle: z.optional(z.nullable(z.string())),
  url: z.optional(z.nullable(z.string())),
  followers: z.optional(z.nullable(z.number())),
  engagements: z.optional(z.nullable(z.number())),
  engagementRate: z.optional(z.nullable(z.number())),
  averageViews: z.optional(z.nullable(z.number())),
})
export type Profile = z.output<typeof Profile>

const Found = z.object({ userId: z.string(), profile: Profile })
export type Found = z.output<typeof Found>

export const Search = z.object({
  total: z.int(),
  lookalikes: z.array(Found),
  directs: z._default(z.array(Found), []),
})

export const Users = z.object({
  users: z.array(
    z.object({
      userId: z.optional(z.string()),
      username: z.optional(z.nullable(z.string())),
      handle: z.optional(z.nullable(z.string())),
    }),
  ),
})

export const Report = z.object({
  profile: z.object({
    userId: z.string(),
    profile: Profile,
    country: z.optional(z.nullable(z.string())),
    contacts: z._default(z.nullable(z.array(z.object({ type: z.string(), value: z.string() }))), []),
    avgViews: z.optional(z.nullable(z.number())),
    avgReelsPlays: z.optional(z.nullable(z.number())),
    audience: z.optional(z.nullable(z.object({ credibility: z.optional(z.nullable(z.number())) }))),
    statHistory: z._default(
      z.nullable(
        z.array(
          z.object({
            month: z.string(),
            followers: z.optional(z.nullable(z.number())),
            avgLikes: z.optional(z.nullable(z.number())),
            avgViews: z.optional(z.nullable(z.number())),
          }),
        ),
      ),
      [],
    ),
  }),
})
export type Report = z.output<typeof Report>['profile']
