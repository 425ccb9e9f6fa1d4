import * as z from 'zod/mini'
import { dataReply, Id, IdParam, optionalText, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** State of a pair: `possible` waits for review, `linked` was decided by the program, the others by a person. */
export const DUPLICATE_STATES = ['possible', 'linked', 'confirmed', 'cut'] as const
export type DuplicateState = (typeof DUPLICATE_STATES)[number]

export const DUPLICATE_DECISIONS = ['confirm', 'cut', 'undo'] as const
export type DuplicateDecision = (typeof DUPLICATE_DECISIONS)[number]

export const DUPLICATE_REASONS = ['name', 'phone', 'domain', 'street', 'spot'] as const

const admin = { can: 'administer' } as const
const nullableText = z.nullable(z.string())

export const DuplicatePlace = z.object({
  id: Id,
  source: z.string(),
  licence: z.string(),
  source_key: z.string(),
  name: z.string(),
  category: nullableText,
  street: nullableText,
  postal_code: nullableText,
  city: nullableText,
  country: nullableText,
  phone: nullableText,
  website: nullableText,
  email: nullableText,
  status: z.enum(['open', 'closed', 'temporarily_closed']),
})

export const Duplicate = z.object({
  place_id: Id,
  other_id: Id,
  state: z.enum(DUPLICATE_STATES),
  same: z.array(z.enum(DUPLICATE_REASONS)),
  metres: z.nullable(z.number()).check(z.describe('Distance; null if one has no coordinates')),
  names: z.nullable(z.number()).check(z.describe('Similarity of the names, 0 to 1')),
  decided_at: z.nullable(Timestamp),
  /** The newer record. */
  place: DuplicatePlace,
  /** The older record. */
  other: DuplicatePlace,
})

const api = defineArea({ tag: 'Corpus', access: { can: 'see_admin' }, scope: 'admin' })

export const corpusDuplicates = api.get('/api/corpus/duplicates', {
  name: 'corpus.duplicates',
  reads: ['corpus'],
  summary: 'Possible duplicates across two sources, newest first',
  description: 'Continue with `after` set to `next` of the response, until that is null.',
  query: z.strictObject({
    state: z.optional(z.enum(DUPLICATE_STATES)),
    /** Source id of either record. */
    source: z.optional(IdParam),
    /** Part of either name. */
    search: optionalText(200),
    after: z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}$/))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  reply: z.object({ data: z.array(Duplicate), next: z.nullable(z.string()) }),
})

export const duplicateCounts = api.get('/api/corpus/duplicates/counts', {
  name: 'corpus.duplicateCounts',
  reads: ['corpus'],
  summary: 'Number of pairs in each state',
  reply: dataReply(z.object({ possible: z.int(), linked: z.int(), confirmed: z.int(), cut: z.int() })),
})

export const decideDuplicate = api.post('/api/corpus/duplicates/{place_id}/{other_id}', {
  name: 'corpus.decideDuplicate',
  access: admin,
  changes: ['corpus'],
  audit: 'corpus.twin_decided',
  summary: 'Decide whether two records are one business or two',
  description:
    'Accounts that have one of the two do not pay for the other, after either decision. `undo` restores the automatic state. Repeating a decision changes nothing; later imports do not overrule it.',
  idempotent: true,
  params: z.object({ place_id: IdParam, other_id: IdParam }),
  body: z.strictObject({ decision: z.enum(DUPLICATE_DECISIONS) }),
  reply: dataReply(Duplicate),
  errors: ['conflict'],
})
