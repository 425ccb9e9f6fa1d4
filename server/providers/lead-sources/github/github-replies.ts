import * as z from 'zod/mini'

const text = () => z.nullish(z.string())

export const UserSearch = z.object({
  total_count: z.int(),
  items: z.array(z.object({ login: z.string() })),
})

export const User = z.object({
  login: z.string(),
  id: z.int(),
  html_url: z.string(),
  name: text(),
  company: text(),
  blog: text(),
  location: text(),
  email: text(),
  bio: text(),
  twitter_username: text(),
})
export type GithubUser = z.output<typeof User>

export const RateLimit = z.object({ resources: z.object({ core: z.object({ remaining: z.int() }) }) })
