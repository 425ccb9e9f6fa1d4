import * as z from 'zod/mini'
import { dataOf, Id, IdParam, optionalText, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'

/** What became of a pair: `possible` waits for a person, `linked` is by the program, the others a person said. */
export const TWIN_STATES = ['possible', 'linked', 'confirmed', 'cut'] as const
export type DuplicateState = (typeof TWIN_STATES)[number]

export const TWIN_DECISIONS = ['confirm', 'cut', 'undo'] as const
export type DuplicateDecision = (typeof TWIN_DECISIONS)[number]

/** What two records can have in common. */
export const TWIN_REASONS = ['name', 'phone', 'domain', 'street', 'spot'] as const

const admin = { can: 'administer' } as const
const known = z.nullable(z.string())

export const DuplicatePlace = z.object({
  id: Id,
  source: z.string(),
  licence: z.string(),
  source_key: z.string(),
  name: z.string(),
  category: known,
  street: known,
  postal_code: known,
  city: known,
  country: known,
  phone: known,
  website: known,
  email: known,
  status: z.enum(['open', 'closed', 'temporarily_closed']),
})

export const Duplicate = z.object({
  place_id: Id,
  other_id: Id,
  state: z.enum(TWIN_STATES),
  /** What the two have in common. */
  same: z.array(z.enum(TWIN_REASONS)),
  metres: z
    .nullable(z.number())
    .check(z.describe('How far apart they are; null where one has no coordinates')),
  names: z.nullable(z.number()).check(z.describe('How alike the names are, 0 to 1')),
  decided_at: z.nullable(Timestamp),
  /** The record that came later. */
  place: DuplicatePlace,
  /** The one that was there before. */
  other: DuplicatePlace,
})

const api = defineArea({ tag: 'Corpus', access: { can: 'see_admin' }, scope: 'admin' })

export const corpusDuplicates = api.get('/api/corpus/duplicates', {
  name: 'corpus.duplicates',
  reads: ['corpus'],
  summary: 'Possible duplicates across two sources, newest first',
  description: 'Go on with `after` set to the `next` of the answer, until that is null.',
  query: z.strictObject({
    state: z.optional(z.enum(TWIN_STATES)),
    /** Id of a source that one of the two is from. */
    source: z.optional(IdParam),
    /** Part of one of the names. */
    search: optionalText(200),
    after: z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  reply: z.object({ data: z.array(Duplicate), next: z.nullable(z.string()) }),
})

export const duplicateCounts = api.get('/api/corpus/duplicates/counts', {
  name: 'corpus.duplicateCounts',
  reads: ['corpus'],
  summary: 'How many pairs of records there are in each state',
  reply: dataOf(z.object({ possible: z.int(), linked: z.int(), confirmed: z.int(), cut: z.int() })),
})

export const decideDuplicate = api.post('/api/corpus/duplicates/{place_id}/{other_id}', {
  name: 'corpus.decideDuplicate',
  access: admin,
  changes: ['corpus'],
  audit: 'corpus.twin_decided',
  summary: 'Decide whether two records are one business or two',
  description:
    'Accounts that have one of the two do not pay for the other, neither after `confirm` nor after `cut`. `undo` puts back what the program thought. Saying the same again changes nothing; no later import overturns it.',
  idempotent: true,
  params: z.object({ place_id: IdParam, other_id: IdParam }),
  body: z.strictObject({ decision: z.enum(TWIN_DECISIONS) }),
  reply: dataOf(Duplicate),
  errors: ['conflict'],
})
