import * as z from 'zod/mini'
import { Id, IdParam } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadDetail } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const addLead = api.post('/api/{type}-results/{id}/manual-entry', {
  name: 'leads.add',
  changes: ['lists', 'list:{id}', 'counts:{id}', 'history:{id}'],
  audit: 'leads.added_by_hand',
  summary: 'Add a lead manually; free',
  description:
    'Business lists need a website, people lists a LinkedIn URL or an email. For a lead already in the list, returns `is_new: false` and adds none.',
  idempotent: true,
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam }),
  body: z.strictObject({
    values: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({
    data: LeadDetail,
    is_new: z.boolean().check(z.describe('False: the lead was already in the list')),
    undo_token: z.optional(Id),
    message: z.string(),
  }),
  errors: ['conflict'],
})
