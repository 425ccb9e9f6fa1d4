import * as z from 'zod/mini'
import { IdParam } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { ChangeReply } from './lead-edits.ts'
import { LeadSelection } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

/** Clean-up rules, in the order of the dialog. */
export const CLEAN_UP_KINDS = ['phones', 'names', 'urls', 'emails', 'cities'] as const
export type CleanUpKind = (typeof CLEAN_UP_KINDS)[number]

export const CLEAN_UP_LABELS: Record<CleanUpKind, string> = {
  phones: 'Phone numbers',
  names: 'Names',
  urls: 'Web addresses',
  emails: 'Emails',
  cities: 'Cities',
}

const params = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const previewCleanUp = api.post('/api/{type}-results/{id}/clean-up/preview', {
  name: 'leads.previewCleanUp',
  scope: 'read',
  changesNothing: true,
  summary: 'Preview of a clean-up, by kind, with examples',
  params,
  body: z.strictObject({ selection: LeadSelection }),
  reply: z.object({
    data: z.array(
      z.object({
        kind: z.enum(CLEAN_UP_KINDS),
        count: z.int().check(z.describe('Leads that would change')),
        examples: z
          .array(z.object({ lead_id: z.int(), field: z.string(), from: z.string(), to: z.string() }))
          .check(z.describe('The first ten values')),
      }),
    ),
  }),
})

export const cleanUp = api.post('/api/{type}-results/{id}/clean-up', {
  name: 'leads.cleanUp',
  changes: ['lists', 'list:{id}', 'counts:{id}'],
  audit: 'leads.cleaned_up',
  summary: 'Clean up phones, names, URLs, emails and cities, as one change',
  description:
    'A value that cannot be parsed is kept, and none is ever removed. An email that changes only in case keeps its state.',
  idempotent: true,
  params,
  body: z.strictObject({
    selection: LeadSelection,
    kinds: z.array(z.enum(CLEAN_UP_KINDS)).check(z.minLength(1), z.maxLength(CLEAN_UP_KINDS.length)),
  }),
  reply: ChangeReply,
})
