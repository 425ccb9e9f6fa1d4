import * as z from 'zod/mini'
import { Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { CRMS } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { LIST_TYPE_LABELS } from './list-types/index.ts'

/** What was sent of a lead, and what the CRM made of it. */
export const CrmEntry = z.object({
  lead_id: Id,
  name: z.nullable(z.string()),
  crm: z.enum(CRMS),
  connection_id: Id,
  connection: z.string(),
  state: z.enum(['sending', 'sent', 'failed']),
  remote_id: z.nullable(z.string()),
  link: z.nullable(z.string()),
  sent: z.record(z.string(), z.unknown()),
  stored: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(z.describe('What the CRM has, read back after it was sent')),
  tags: z.array(z.string()),
  dropped: z
    .array(z.string())
    .check(z.describe('Fields that were sent and that the CRM did not keep as they were')),
  error: z.nullable(z.string()),
  times: z.int().check(z.describe('How often it was sent')),
  run_id: z.nullable(Id),
  sent_at: z.nullable(Timestamp),
  updated_at: Timestamp,
})
export type CrmEntry = z.output<typeof CrmEntry>

const api = defineArea({ tag: 'CRM', access: { module: 'leads' }, scope: 'write' })

export const crmLedger = api.get('/api/{type}-results/{id}/crm/ledger', {
  name: 'crm.ledger',
  reads: ['crm', 'list:{id}'],
  summary: 'What was sent of a list to CRMs: ids there, values sent and stored',
  params: z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam }),
  query: z.strictObject({
    ...pageQuery,
    connection_id: z.optional(IdParam),
    lead_id: z.optional(IdParam),
    state: z.optional(z.enum(['sending', 'sent', 'failed'])),
  }),
  reply: z.extend(page(CrmEntry), {
    retry: z
      .nullable(z.object({ run_id: Id, leads: z.int() }))
      .check(z.describe('The newest push with leads that did not arrive and have not been sent since')),
  }),
})
