import * as z from 'zod/mini'
import { IdParam, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** How customers who were won in a CRM come back. */
export const CrmWins = z.object({
  sign: z.nullable(z.string()).check(z.describe('What marks leads as won; null: nothing is read')),
  signs: z
    .array(z.object({ id: z.string(), label: z.string() }))
    .check(z.describe('What can mark them in this CRM: a won deal, or a stage')),
  read_at: z.nullable(Timestamp),
  problem: z
    .nullable(z.string())
    .check(z.describe('Why they couldn’t be read; tried again within 15 minutes')),
  won: z.int().check(z.describe('Leads that were marked as won')),
})
export type CrmWins = z.output<typeof CrmWins>

const api = defineArea({ tag: 'CRM', access: { can: 'manage_crm' }, scope: 'write' })
const params = z.object({ id: IdParam })

export const crmWins = api.get('/api/crm/connections/{id}/wins', {
  access: { can: 'see_crm' },
  name: 'crm.wins',
  acting: 'write',
  reads: ['crm'],
  summary: 'What marks leads as won in a CRM, and the stages that can',
  params,
  reply: z.object({ data: CrmWins }),
  errors: ['source_failed', 'conflict'],
})

export const saveCrmWins = api.put('/api/crm/connections/{id}/wins', {
  name: 'crm.saveWins',
  changes: ['crm'],
  audit: 'crm.wins_saved',
  summary: 'Choose what marks leads as won in a CRM',
  description:
    'Read every 15 minutes. Leads that were sent there are marked as won, once for each deal; each reading is one change of a list that can be undone.',
  params,
  body: z.strictObject({ sign: z.nullable(text(200)) }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['source_failed', 'conflict', 'validation_failed'],
})

export const readCrmWins = api.post('/api/crm/connections/{id}/wins/read', {
  name: 'crm.readWins',
  changes: ['crm', 'lists', 'list:*'],
  audit: 'crm.wins_read',
  summary: 'Read won leads from a CRM now',
  params,
  reply: z.object({ won: z.int(), message: z.string() }),
  errors: ['source_failed', 'conflict'],
})
