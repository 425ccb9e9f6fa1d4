import * as z from 'zod/mini'
import { Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { CRMS } from '../core/crms/index.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

/** A lead sent to a CRM, and the result. */
export const CrmEntry = z.object({
  lead_id: Id,
  name: z.nullable(z.string()),
  crm: z.enum(CRMS),
  connection_id: Id,
  connection: z.string(),
  state: z.enum(['sending', 'sent', 'failed']),
  remote_id: z.nullable(z.string()),
  campaign: z.nullable(z.string()).check(z.describe('Campaign of a sender')),
  link: z.nullable(z.string()),
  sent: z.record(z.string(), z.unknown()).check(z.describe('Sent values, by field of the CRM')),
  stored: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(z.describe('Values in the CRM, read back after sending')),
  tags: z.array(z.string()),
  dropped: z.array(z.string()).check(z.describe('Sent fields that the CRM stored differently')),
  error: z.nullable(z.string()),
  times: z.int().check(z.describe('Number of attempts')),
  run_id: z.nullable(Id),
  sent_at: z.nullable(Timestamp),
  updated_at: Timestamp,
})
export type CrmEntry = z.output<typeof CrmEntry>

const api = defineArea({ tag: 'CRM', access: { module: 'leads' }, scope: 'write' })

export const crmLedger = api.get('/api/{type}-results/{id}/crm/ledger', {
  name: 'crm.ledger',
  reads: ['crm', 'list:{id}'],
  summary: 'Leads of a list sent to CRMs: their ids, sent and stored values',
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam }),
  query: z.strictObject({
    ...pageQuery,
    connection_id: z.optional(IdParam),
    lead_id: z.optional(IdParam),
    state: z.optional(z.enum(['sending', 'sent', 'failed'])),
  }),
  reply: z.extend(page(CrmEntry), {
    retry: z
      .nullable(z.object({ run_id: Id, leads: z.int() }))
      .check(z.describe('The latest push with failed leads that have not been sent since')),
  }),
})
