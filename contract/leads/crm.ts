import * as z from 'zod/mini'
import { CrmMappingItem, DOUBTFUL_EMAILS } from '../activity/run-kinds/crm.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { CONTACT_CRMS, CRMS } from '../core/crms/index.ts'
import { defineArea } from '../core/define-area.ts'
import { LeadSelection } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

export type CrmId = (typeof CRMS)[number]

/** Type of a CRM field, as far as a mapping needs it. */
export const CRM_FIELD_KINDS = ['text', 'number', 'date', 'email', 'phone', 'url', 'choice', 'other'] as const
export type CrmFieldKind = (typeof CRM_FIELD_KINDS)[number]

/** Types of fields that can be created in a CRM. */
export const NEW_CRM_FIELD_KINDS = ['text', 'number', 'date'] as const

/** Maximum rows of a preview or push listed individually. */
export const CRM_ROWS = 100

const CrmName = z.enum(CRMS)

/** A CRM account that leads can be sent to. Its secrets are never shown. */
export const CrmConnection = z.object({
  id: Id,
  crm: CrmName,
  label: z.string(),
  way: z.enum(['oauth', 'token', 'url']).check(z.describe('Connection method')),
  hint: z.nullable(z.string()).check(z.describe('The last characters of a token or address')),
  account: z.nullable(z.string()).check(z.describe('Location of GoHighLevel, application of Keap')),
  state: z
    .enum(['ready', 'refused'])
    .check(z.describe('`refused`: the CRM rejected the connection; reconnect')),
  problem: z.nullable(z.string()),
  sent: z.int().check(z.describe('Leads sent through it')),
  created_at: Timestamp,
  tested_at: z.nullable(Timestamp),
})
export type CrmConnection = z.output<typeof CrmConnection>

const api = defineArea({ tag: 'CRM', access: { can: 'manage_crm' }, scope: 'write' })

export const crmConnections = api.get('/api/crm/connections', {
  access: { can: 'see_crm' },
  name: 'crm.connections',
  reads: ['crm'],
  summary: 'Connected CRMs, and which can be connected',
  reply: z.object({
    data: z.array(CrmConnection),
    offered: z.array(
      z.object({
        crm: CrmName,
        label: z.string(),
        consent: z
          .boolean()
          .check(z.describe('Whether the installation is set up for the CRM’s consent page')),
      }),
    ),
  }),
  cli: {
    name: 'crm list',
    summary: 'Connected CRMs',
    columns: { ID: 'id', CRM: 'crm', NAME: 'label', STATE: 'problem ?? state', '>SENT': 'sent|number' },
    empty: false,
  },
})

const ConnectionReply = z.object({ data: CrmConnection, message: z.string() })

export const connectCrm = api.create('/api/crm/connections', {
  name: 'crm.connect',
  changes: ['crm'],
  idempotent: 'sealed',
  audit: 'crm.connected',
  summary: 'Connect a CRM by token, or Zapier by the address of a catch hook',
  description:
    'The token is tested before it is stored. Reconnecting an account replaces its token, and waiting pushes continue.',
  body: z.strictObject({
    crm: CrmName,
    token: z.optional(z.string().check(z.trim(), z.maxLength(4000))),
    location: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    url: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
    label: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  }),
  reply: ConnectionReply,
  errors: ['validation_failed', 'source_failed', 'conflict'],
})

export const startCrmConsent = api.create('/api/crm/authorizations', {
  name: 'crm.startConsent',
  scope: null,
  idempotent: true,
  audit: 'crm.authorization_begun',
  summary: 'Address of the consent page of a CRM',
  body: z.strictObject({ crm: z.enum(CONTACT_CRMS) }),
  reply: z.object({ data: z.object({ url: z.string() }) }),
  errors: ['conflict'],
})

export const finishCrmConsent = api.create('/api/crm/authorizations/finish', {
  name: 'crm.finishConsent',
  scope: null,
  changes: ['crm'],
  idempotent: true,
  audit: 'crm.connected',
  summary: 'Result of the consent page: a code and a single-use state',
  body: z.strictObject({ state: text(200), code: text(4000) }),
  reply: ConnectionReply,
  errors: ['validation_failed', 'source_failed', 'conflict'],
})

export const testCrm = api.post('/api/crm/connections/{id}/test', {
  name: 'crm.test',
  changes: ['crm'],
  audit: 'crm.tested',
  summary: 'Test whether the CRM accepts the connection',
  reply: ConnectionReply,
  errors: ['source_failed'],
})

export const disconnectCrm = api.delete('/api/crm/connections/{id}', {
  name: 'crm.disconnect',
  changes: ['crm'],
  audit: 'crm.disconnected',
  summary: 'Delete a CRM connection; the ledger stays',
  reply: z.object({ success: z.literal(true), message: z.string() }),
})

export const CrmField = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(CRM_FIELD_KINDS),
  is_custom: z.boolean(),
  options: z.array(z.string()),
})
export type CrmField = z.output<typeof CrmField>

export const crmFields = api.get('/api/crm/connections/{id}/fields', {
  access: { can: 'see_crm' },
  name: 'crm.fields',
  acting: 'write',
  reads: ['crm'],
  summary: 'Contact fields, read from the CRM now',
  reply: z.object({ data: z.array(CrmField) }),
  errors: ['source_failed'],
  cli: {
    name: 'crm fields',
    summary: 'Fields of contacts in a connected CRM',
    columns: { KEY: 'key', FIELD: 'label', KIND: 'kind' },
    empty: false,
  },
})

export const createCrmField = api.create('/api/crm/connections/{id}/fields', {
  name: 'crm.createField',
  changes: ['crm'],
  audit: 'crm.field_created',
  summary: 'Create a custom contact field in the CRM',
  body: z.strictObject({ label: text(60), kind: z._default(z.enum(NEW_CRM_FIELD_KINDS), 'text') }),
  reply: z.object({ data: CrmField, message: z.string() }),
  errors: ['source_failed', 'conflict'],
})

export const crmOwners = api.get('/api/crm/connections/{id}/owners', {
  access: { can: 'see_crm' },
  name: 'crm.owners',
  acting: 'write',
  reads: ['crm'],
  summary: 'CRM users that contacts can be assigned to, if the connection has access to them',
  reply: z.object({
    data: z.array(z.object({ id: z.string(), name: z.string() })),
    takes_owner: z.boolean().check(z.describe('Whether contacts of this CRM can have an owner')),
  }),
  errors: ['source_failed'],
})

/** Field mapping of one connection and list type. */
export const CrmMapping = z.object({
  items: z.array(CrmMappingItem),
  version: z.int().check(z.describe('0: the defaults, unchanged')),
  updated_at: z.nullable(Timestamp),
  fields: z
    .array(z.object({ name: z.string(), label: z.string(), takes: z.array(z.enum(CRM_FIELD_KINDS)) }))
    .check(z.describe('Lead fields of this type, with the CRM field types each fits')),
})
export type CrmMapping = z.output<typeof CrmMapping>

const MappingParams = z.object({ id: IdParam, type: z.enum(LIST_TYPE_NAMES) })

export const crmMapping = api.get('/api/crm/connections/{id}/mappings/{type}', {
  access: { can: 'see_crm' },
  name: 'crm.mapping',
  reads: ['crm'],
  summary: 'Mapping of lead fields to CRM fields',
  params: MappingParams,
  reply: z.object({ data: CrmMapping }),
})

export const saveCrmMapping = api.put('/api/crm/connections/{id}/mappings/{type}', {
  name: 'crm.saveMapping',
  changes: ['crm'],
  audit: 'crm.mapping_saved',
  summary: 'Change the mapping; every change is a new version',
  description: 'The CRM’s fields are fetched, and each pair must match: a number needs a numeric field.',
  params: MappingParams,
  body: z.strictObject({
    items: z.array(CrmMappingItem).check(z.minLength(1), z.maxLength(200)),
    version: z.int().check(z.minimum(0)),
  }),
  reply: z.object({ data: CrmMapping, message: z.string() }),
  errors: ['conflict', 'validation_failed', 'source_failed'],
})

export const createMissingCrmFields = api.post('/api/crm/connections/{id}/mappings/{type}/fields', {
  name: 'crm.createMissingFields',
  changes: ['crm'],
  audit: 'crm.mapping_saved',
  summary: 'Create the missing custom fields in the CRM, and map them',
  description:
    'Position, labels, AI texts and the account’s custom fields, unless they are mapped already. An existing CRM field of the same name is mapped instead.',
  params: MappingParams,
  reply: z.object({
    data: CrmMapping,
    created: z.int().check(z.describe('New fields in the CRM')),
    message: z.string(),
  }),
  errors: ['conflict', 'source_failed'],
})

const request = {
  connection_id: Id,
  selection: LeadSelection,
  tags: z._default(z.array(text(100)).check(z.maxLength(50)), []),
  owner: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  only_verified: z
    ._default(z.boolean(), false)
    .check(z.describe('Leads without a verified email are skipped')),
  include_invalid: z
    ._default(z.boolean(), false)
    .check(
      z.describe('Also send leads whose email is invalid; otherwise they are skipped (`invalid_email`)'),
    ),
  only_new: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Leads that the CRM already has are skipped (`in_crm`): found there by email or phone, or sent through this connection before, from any list',
      ),
    ),
  campaign: z
    .optional(z.nullable(text(100)))
    .check(z.describe('Senders only, and required there: the campaign that leads are handed over into')),
  doubtful: z
    ._default(z.array(z.enum(DOUBTFUL_EMAILS)).check(z.maxLength(DOUBTFUL_EMAILS.length)), [])
    .check(
      z.describe(
        'Senders only: also hand over leads whose email is accept-all, risky or unknown (also: never checked); otherwise they are skipped with that word as the reason. Invalid emails never go to a sender',
      ),
    ),
  other_campaigns: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Senders only: also hand over leads that are in another campaign there; otherwise they are skipped (`in_other_campaign`)',
      ),
    ),
  policy: z
    .optional(z.nullable(z.enum(['fill', 'newer', 'always'])))
    .check(z.describe('For all fields, overriding the mapping')),
}
const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })
const Started = z.object({ data: z.object({ run: Run, list_id: Id }), message: z.string() })

export const countCrm = api.post('/api/{type}-results/{id}/crm/count', {
  name: 'crm.count',
  access: { module: 'leads' },
  scope: 'read',
  changesNothing: true,
  reads: ['list:{id}', 'crm'],
  summary: 'How many leads a push would send, and why others are left out; the CRM is not asked',
  params: typed,
  body: z.strictObject({
    connection_id: request.connection_id,
    selection: request.selection,
    only_verified: request.only_verified,
    include_invalid: request.include_invalid,
    doubtful: request.doubtful,
  }),
  reply: z.object({
    data: z.object({ send: z.int(), left_out: z.array(z.object({ reason: z.string(), count: z.int() })) }),
  }),
})

export const previewCrm = api.create('/api/{type}-results/{id}/crm/preview', {
  name: 'crm.preview',
  access: { module: 'leads' },
  changes: ['runs', 'crm'],
  audit: 'run.started',
  idempotent: true,
  summary: 'Check leads in a CRM and show what a push would do; nothing is sent',
  params: typed,
  body: z.strictObject(request),
  reply: Started,
  errors: ['conflict', 'validation_failed'],
})

export const pushCrm = api.create('/api/{type}-results/{id}/crm', {
  name: 'crm.push',
  access: { module: 'leads' },
  changes: ['lists', 'list:{id}', 'runs', 'crm'],
  audit: 'run.started',
  idempotent: true,
  summary: 'Send leads to a CRM',
  description:
    'Costs no credits. Existing contacts are updated, never duplicated. The list’s tags and source are included. Suppressed leads are not sent.',
  params: typed,
  body: z.strictObject(request),
  reply: Started,
  errors: ['conflict', 'validation_failed'],
})

export const retryCrm = api.create('/api/runs/{id}/crm/retry', {
  name: 'crm.retry',
  access: { module: 'leads' },
  changes: ['lists', 'list:*', 'runs', 'crm'],
  idempotent: true,
  audit: 'run.started',
  summary: 'Send the failed and untried leads of a push again',
  reply: Started,
  errors: ['conflict'],
})

/** Result for one lead, or expected result. */
export const CrmRow = z.object({
  lead_id: Id,
  name: z.nullable(z.string()),
  state: z.string(),
  reason: z.nullable(z.string()),
  conflicts: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      ours: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
      wins: z.enum(['ours', 'theirs']),
    }),
  ),
})
export type CrmRow = z.output<typeof CrmRow>

export const crmRunRows = api.get('/api/runs/{id}/crm', {
  access: { module: 'leads' },
  name: 'crm.rows',
  reads: ['run:{id}'],
  summary: 'Results of a push or preview, and why it waits',
  reply: z.object({
    data: z.object({
      connection_id: Id,
      paused: z
        .nullable(z.string())
        .check(z.describe('Why it waits; it resumes once the CRM is connected again')),
      counts: z.record(z.string(), z.int()),
      rows: z.array(CrmRow).check(z.describe('Conflicts, failures and skipped leads; at most 100')),
    }),
  }),
})
