import * as z from 'zod/mini'
import { Id } from './common.ts'
import { defineArea } from './define-area.ts'

/** Maximum hits per kind. */
export const FIND_LIMIT = 6
/** Minimum length of a search text. */
export const FIND_MIN = 2

export const FoundList = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  total: z.int().check(z.describe('Leads in the list')),
  is_archived: z.boolean(),
})

export const FoundLead = z.object({
  id: Id,
  list_id: Id,
  type: z.string(),
  list_name: z.string(),
  title: z.string().check(z.describe('Title of the lead: its name, or else its email, domain or website')),
  matched: z.nullable(z.string()).check(z.describe('The matching value; null when the title matches')),
})

export const FoundMember = z.object({ id: Id, name: z.string(), email: z.string() })

export const Found = z.object({
  lists: z.array(FoundList),
  leads: z.array(FoundLead),
  members: z.array(FoundMember),
})
export type Found = z.output<typeof Found>

const api = defineArea({ tag: 'Find', access: {}, scope: 'write' })

export const find = api.get('/api/search', {
  name: 'find.index',
  reads: ['lists', 'team'],
  summary: 'Find lists, leads and members of the account by name, for the command palette',
  description:
    'The best six of each kind. Every word has to match, ignoring case; a text of two letters matches the start of ' +
    'a value. Lists and leads need the module `leads`; members are found by team managers.',
  query: z.strictObject({ q: z.string().check(z.trim(), z.minLength(FIND_MIN), z.maxLength(100)) }),
  reply: z.object({ data: Found }),
})
