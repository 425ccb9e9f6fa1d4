import * as z from 'zod/mini'
import { CrmMappingItem } from '../activity/run-kinds/crm.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { CONTACT_CRMS, CRMS } from '../core/constants.ts'
import { defineEndpoint } from '../core/endpoint.ts'
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
const mainOnly = { access: { can: 'manage_crm' }, tag: 'CRM' } as const
const reading = { access: { can: 'see_crm' }, scope: 'read', tag: 'CRM' } as const

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

export const crmConnections = defineEndpoint({
  ...reading,
  name: 'crm.connections',
  method: 'GET',
  path: '/api/crm/connections',
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
})

const ConnectionReply = z.object({ data: CrmConnection, message: z.string() })

export const connectCrm = defineEndpoint({
  ...mainOnly,
  name: 'crm.connect',
  method: 'POST',
  path: '/api/crm/connections',
  scope: 'write',
  changes: ['crm'],
  audit: 'crm.connected',
  status: 201,
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

export const startCrmConsent = defineEndpoint({
  ...mainOnly,
  name: 'crm.startConsent',
  method: 'POST',
  path: '/api/crm/authorizations',
  audit: 'crm.authorization_begun',
  status: 201,
  summary: 'Address of the consent page of a CRM',
  body: z.strictObject({ crm: z.enum(CONTACT_CRMS) }),
  reply: z.object({ data: z.object({ url: z.string() }) }),
  errors: ['conflict'],
})

export const finishCrmConsent = defineEndpoint({
  ...mainOnly,
  name: 'crm.finishConsent',
  method: 'POST',
  path: '/api/crm/authorizations/finish',
  changes: ['crm'],
  audit: 'crm.connected',
  status: 201,
  summary: 'Result of the consent page: a code and a single-use state',
  body: z.strictObject({ state: text(200), code: text(4000) }),
  reply: ConnectionReply,
  errors: ['validation_failed', 'source_failed', 'conflict'],
})

const ConnectionParams = z.object({ id: IdParam })

export const testCrm = defineEndpoint({
  ...mainOnly,
  name: 'crm.test',
  method: 'POST',
  path: '/api/crm/connections/{id}/test',
  scope: 'write',
  changes: ['crm'],
  audit: 'crm.tested',
  summary: 'Test whether the CRM accepts the connection',
  params: ConnectionParams,
  reply: ConnectionReply,
  errors: ['not_found', 'source_failed'],
})

export const disconnectCrm = defineEndpoint({
  ...mainOnly,
  name: 'crm.disconnect',
  method: 'DELETE',
  path: '/api/crm/connections/{id}',
  scope: 'write',
  changes: ['crm'],
  audit: 'crm.disconnected',
  summary: 'Delete a CRM connection; the ledger stays',
  params: ConnectionParams,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['not_found'],
})

/** A contact field of a CRM. */
export const CrmField = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(CRM_FIELD_KINDS),
  is_custom: z.boolean(),
  options: z.array(z.string()),
})
export type CrmField = z.output<typeof CrmField>

export const crmFields = defineEndpoint({
  ...reading,
  name: 'crm.fields',
  method: 'GET',
  path: '/api/crm/connections/{id}/fields',
  acting: 'write',
  reads: ['crm'],
  summary: 'Contact fields, read from the CRM now',
  params: ConnectionParams,
  reply: z.object({ data: z.array(CrmField) }),
  errors: ['not_found', 'source_failed'],
})

export const createCrmField = defineEndpoint({
  ...mainOnly,
  name: 'crm.createField',
  method: 'POST',
  path: '/api/crm/connections/{id}/fields',
  scope: 'write',
  changes: ['crm'],
  audit: 'crm.field_created',
  status: 201,
  summary: 'Create a custom contact field in the CRM',
  params: ConnectionParams,
  body: z.strictObject({ label: text(60), kind: z._default(z.enum(NEW_CRM_FIELD_KINDS), 'text') }),
  reply: z.object({ data: CrmField, message: z.string() }),
  errors: ['not_found', 'source_failed', 'conflict'],
})

export const crmOwners = defineEndpoint({
  ...reading,
  name: 'crm.owners',
  method: 'GET',
  path: '/api/crm/connections/{id}/owners',
  acting: 'write',
  reads: ['crm'],
  summary: 'CRM users that contacts can be assigned to, if the connection has access to them',
  params: ConnectionParams,
  reply: z.object({
    data: z.array(z.object({ id: z.string(), name: z.string() })),
    takes_owner: z.boolean().check(z.describe('Whether contacts of this CRM can have an owner')),
  }),
  errors: ['not_found', 'source_failed'],
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

export const crmMapping = defineEndpoint({
  ...reading,
  name: 'crm.mapping',
  method: 'GET',
  path: '/api/crm/connections/{id}/mappings/{type}',
  reads: ['crm'],
  summary: 'Mapping of lead fields to CRM fields',
  params: MappingParams,
  reply: z.object({ data: CrmMapping }),
  errors: ['not_found'],
})

export const saveCrmMapping = defineEndpoint({
  ...mainOnly,
  name: 'crm.saveMapping',
  method: 'PUT',
  path: '/api/crm/connections/{id}/mappings/{type}',
  scope: 'write',
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
  errors: ['not_found', 'conflict', 'validation_failed', 'source_failed'],
})

export const createMissingCrmFields = defineEndpoint({
  ...mainOnly,
  name: 'crm.createMissingFields',
  method: 'POST',
  path: '/api/crm/connections/{id}/mappings/{type}/fields',
  scope: 'write',
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
  errors: ['not_found', 'conflict', 'source_failed'],
})

const request = {
  connection_id: Id,
  selection: LeadSelection,
  tags: z._default(z.array(text(100)).check(z.maxLength(50)), []),
  owner: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  only_verified: z
    ._default(z.boolean(), false)
    .check(z.describe('Leads without a verified email are skipped')),
  only_new: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Leads that the CRM already has are skipped (`in_crm`): found there by email or phone, or sent through this connection before, from any list',
      ),
    ),
  policy: z
    .optional(z.nullable(z.enum(['fill', 'newer', 'always'])))
    .check(z.describe('For all fields, overriding the mapping')),
}
const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })
const Started = z.object({ data: z.object({ run: Run, list_id: Id }), message: z.string() })

export const previewCrm = defineEndpoint({
  name: 'crm.preview',
  method: 'POST',
  path: '/api/{type}-results/{id}/crm/preview',
  access: { module: 'leads' },
  scope: 'write',
  tag: 'CRM',
  changes: ['runs', 'crm'],
  audit: 'run.started',
  status: 201,
  idempotent: true,
  summary: 'Check leads in a CRM and show what a push would do; nothing is sent',
  params: typed,
  body: z.strictObject(request),
  reply: Started,
  errors: ['not_found', 'conflict', 'validation_failed'],
})

export const pushCrm = defineEndpoint({
  name: 'crm.push',
  method: 'POST',
  path: '/api/{type}-results/{id}/crm',
  access: { module: 'leads' },
  scope: 'write',
  tag: 'CRM',
  changes: ['lists', 'list:{id}', 'runs', 'crm'],
  audit: 'run.started',
  status: 201,
  idempotent: true,
  summary: 'Send leads to a CRM',
  description:
    'Costs no credits. Existing contacts are updated, never duplicated. The list’s tags and source are included. Suppressed leads are not sent.',
  params: typed,
  body: z.strictObject(request),
  reply: Started,
  errors: ['not_found', 'conflict', 'validation_failed'],
})

export const retryCrm = defineEndpoint({
  name: 'crm.retry',
  method: 'POST',
  path: '/api/runs/{id}/crm/retry',
  access: { module: 'leads' },
  scope: 'write',
  tag: 'CRM',
  changes: ['lists', 'list:*', 'runs', 'crm'],
  audit: 'run.started',
  status: 201,
  summary: 'Send the failed and untried leads of a push again',
  params: ConnectionParams,
  reply: Started,
  errors: ['not_found', 'conflict'],
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

export const crmRunRows = defineEndpoint({
  ...reading,
  access: { module: 'leads' },
  name: 'crm.rows',
  method: 'GET',
  path: '/api/runs/{id}/crm',
  reads: ['run:{id}'],
  summary: 'Results of a push or preview, and why it waits',
  params: ConnectionParams,
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
  errors: ['not_found'],
})
