import * as z from 'zod/mini'
import { Id, IdParam, numberedPage, numberedPageQuery } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { ChangeReply } from './lead-edits.ts'
import { Lead } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

/** Why leads of a list may be duplicates. */
export const DUPLICATE_REASONS = ['email', 'phone', 'domain', 'place'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

export const DUPLICATE_REASON_LABELS: Record<DuplicateReason, string> = {
  email: 'same email',
  phone: 'same phone',
  domain: 'same domain',
  place: 'same name and place',
}

export const MAX_COMPARED_LEADS = 200_000
/** Maximum groups to merge in one call. */
export const MAX_MERGES = 1000

/** Possible duplicates, the most complete lead first. */
export const DuplicateGroup = z.object({
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  sure: z.boolean().check(z.describe('False: a phone or domain shared by different names')),
  leads: z.array(Lead),
})
export type DuplicateGroup = z.output<typeof DuplicateGroup>

const params = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const listDuplicates = api.get('/api/{type}-results/{id}/duplicates', {
  name: 'leads.duplicates',
  reads: ['list:{id}'],
  summary: 'Possible duplicates in a list, certain ones first',
  description: `By email, phone, domain, or name and place. Phones and domains shared by more than five names are ignored. At most ${MAX_COMPARED_LEADS.toLocaleString('en')} leads.`,
  params,
  query: z.strictObject(numberedPageQuery),
  reply: z.object({
    ...numberedPage(DuplicateGroup).shape,
    sure: z.int().check(z.describe('Certain duplicates')),
  }),
  errors: ['conflict'],
})

/** A group to merge. `values` takes a field from another lead of the group than the kept one. */
const Merge = z.strictObject({
  keep: Id,
  merge: z.array(Id).check(z.minLength(1), z.maxLength(50)),
  values: z.optional(z.record(z.string().check(z.maxLength(60)), Id)),
})

export const mergeListDuplicates = api.post('/api/{type}-results/{id}/duplicates/merge', {
  name: 'leads.mergeDuplicates',
  changes: ['lists', 'list:{id}', 'counts:{id}', 'history:{id}', 'notes', 'labels'],
  audit: 'leads.merged',
  summary: 'Merge duplicates of a list: one lead is completed from the others, which are moved to the trash',
  description:
    'Empty fields of the kept lead are filled from the others, and fields named in `values` are taken from there. Labels are joined; notes are moved and stay after an undo. `sure: true` merges all certain groups instead.',
  idempotent: true,
  params,
  body: z.union([
    z.strictObject({ groups: z.array(Merge).check(z.minLength(1), z.maxLength(MAX_MERGES)) }),
    z.strictObject({ sure: z.literal(true) }),
  ]),
  reply: ChangeReply,
  errors: ['conflict'],
})
