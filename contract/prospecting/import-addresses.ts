import * as z from 'zod/mini'
import { Done, Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'
import { ColumnTarget } from './lead-imports.ts'

/** Rows of one delivery. */
export const MAX_DELIVERED_ROWS = 1000
/** Different columns of one delivery, and those that an address remembers. */
export const MAX_DELIVERED_COLUMNS = 200
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30

/** What became of a row: a new lead, part of one that was there, or no lead. */
export const ROW_RESULTS = ['added', 'joined', 'suppressed', 'refused'] as const
export type RowResult = (typeof ROW_RESULTS)[number]
export const DELIVERY_STATES = ['accepted', 'refused'] as const

const settings = {
  country: z
    .nullable(z.string().check(z.maxLength(100)))
    .check(z.describe('Country of phone numbers without a country code; null: they stay as they are')),
  label_ids: z.array(Id).check(z.maxLength(20), z.describe('Labels that its leads get')),
  notify_ids: z
    .array(Id)
    .check(z.maxLength(50), z.describe('People who are notified of the first leads of a day')),
}

export const MappedColumn = z.object({
  name: z.string(),
  target: ColumnTarget,
  is_decided: z
    .boolean()
    .check(z.describe('False: proposed by us. A proposed new custom field is created once you save it')),
  reason: z.string().check(z.describe('Why this was proposed; empty for what you decided')),
  samples: z.array(z.string()).check(z.describe('From the last delivery that had it')),
})
export type MappedColumn = z.output<typeof MappedColumn>

/** Where programs hand in leads of a list. */
export const ImportAddress = z.object({
  is_on: z.boolean(),
  is_signed: z.boolean().check(z.describe('Whether deliveries must be signed')),
  type: z.enum(LIST_TYPE_IDS),
  columns: z.array(MappedColumn).check(z.describe('Those that were ever delivered')),
  ...settings,
  renewed_at: z.nullable(Timestamp),
  last_delivery_at: z.nullable(Timestamp),
})
export type ImportAddress = z.output<typeof ImportAddress>

const counts = {
  added: z.int().check(z.describe('New leads')),
  joined: z.int().check(z.describe('Rows that are part of a lead of the list now')),
  suppressed: z
    .int()
    .check(z.describe('Rows about somebody on the suppression list, of whom nothing is kept')),
  refused: z.int(),
}

export const ReceivedDelivery = z.object({
  id: Id,
  state: z.enum(DELIVERY_STATES),
  reason: z.nullable(z.string()).check(z.describe('Why it was refused')),
  rows: z.int(),
  ...counts,
  unknown_columns: z.array(z.string()).check(z.describe('Columns that filled no field')),
  replays: z.int(),
  received_at: Timestamp,
})
export type ReceivedDelivery = z.output<typeof ReceivedDelivery>

export const DeliveryDetail = z.object({
  ...ReceivedDelivery.shape,
  content: z.array(
    z.object({
      row: z.int(),
      values: z
        .nullable(z.record(z.string(), z.string()))
        .check(z.describe('As sent; null for somebody on the suppression list')),
      result: z
        .nullable(z.enum(ROW_RESULTS))
        .check(z.describe('Null if the delivery was refused as a whole')),
      reason: z.nullable(z.string()),
      lead_id: z.nullable(Id),
    }),
  ),
})
export type DeliveryDetail = z.output<typeof DeliveryDetail>

const api = defineArea({ tag: 'Import addresses', access: { module: 'leads' }, scope: 'write' })

export const importAddress = api.get('/api/campaigns/{id}/import-address', {
  name: 'importAddresses.show',
  reads: ['import_addresses', 'custom_fields'],
  summary: 'Where programs hand in leads of a list, and which column fills which field',
  reply: z.object({ data: ImportAddress }),
})

export const renewImportAddress = api.create('/api/campaigns/{id}/import-address', {
  name: 'importAddresses.renew',
  changes: ['import_addresses'],
  audit: 'import_address.renewed',
  summary: 'Create the import address of a list, or replace it by a new one',
  description:
    'The address holds a key and is shown here only; the one before stops working. With `signed`, deliveries must be signed as Standard Webhooks are, with the secret of this reply.',
  idempotent: 'sealed',
  body: z.strictObject({ signed: z._default(z.boolean(), false) }),
  reply: z.object({
    data: z.object({
      address: z.string().check(z.describe('Shown once')),
      secret: z.nullable(z.string()).check(z.describe('Signs deliveries; shown once. Null without `signed`')),
    }),
    message: z.optional(z.string()),
  }),
  errors: ['conflict'],
})

export const changeImportAddress = api.put('/api/campaigns/{id}/import-address', {
  name: 'importAddresses.change',
  changes: ['import_addresses', 'custom_fields', 'views'],
  audit: 'import_address.changed',
  summary: 'Decide which column fills which field, and what happens to the leads',
  description: 'Absent fields keep their value. A `mapping` decides about the columns that it names.',
  body: z.partial(
    z.strictObject({
      mapping: z.record(z.string().check(z.maxLength(200)), ColumnTarget),
      ...settings,
    }),
  ),
  reply: z.object({ data: ImportAddress, message: z.optional(z.string()) }),
})

export const removeImportAddress = api.delete('/api/campaigns/{id}/import-address', {
  name: 'importAddresses.remove',
  changes: ['import_addresses'],
  audit: 'import_address.removed',
  summary: 'Turn off the import address of a list; its columns and deliveries stay',
  reply: Done,
})

export const importDeliveries = api.get('/api/campaigns/{id}/import-deliveries', {
  name: 'importAddresses.deliveries',
  reads: ['import_addresses'],
  summary: `What was handed in within ${DELIVERY_DAYS} days, newest first`,
  query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(DELIVERY_STATES)) }),
  reply: page(ReceivedDelivery),
  cli: {
    name: 'lists import-deliveries',
    columns: {
      '>ID': 'id',
      STATE: 'state',
      '>ROWS': 'rows|number',
      '>ADDED': 'added|number',
      '>JOINED': 'joined|number',
      '>REFUSED': 'refused|number',
      RECEIVED: 'received_at|minute',
      REASON: "reason ?? '–'",
    },
  },
})

const ofDelivery = z.object({ id: IdParam, delivery_id: IdParam })

export const importDelivery = api.get('/api/campaigns/{id}/import-deliveries/{delivery_id}', {
  name: 'importAddresses.delivery',
  reads: ['import_addresses'],
  summary: 'One delivery with its rows, and what became of each',
  params: ofDelivery,
  reply: z.object({ data: DeliveryDetail }),
})

export const replayImportDelivery = api.post('/api/campaigns/{id}/import-deliveries/{delivery_id}/replay', {
  name: 'importAddresses.replay',
  changes: ['import_addresses', 'lists', 'list:{id}', 'history:{id}'],
  audit: 'leads.received',
  summary: 'Take a delivery again, with the columns as they are mapped now',
  description: 'Its leads are joined, and get what they lack.',
  idempotent: true,
  params: ofDelivery,
  reply: z.object({ data: ReceivedDelivery, message: z.optional(z.string()) }),
  errors: ['conflict', 'validation_failed'],
})

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Row = z.record(z.string(), Cell)

export const deliverLeads = api.post('/api/in/{key}', {
  name: 'importAddresses.deliver',
  kind: 'raw',
  access: 'public',
  scope: null,
  audit: 'leads.received',
  summary: 'Hand in leads at the import address of a list',
  description: `One lead as an object, or up to ${MAX_DELIVERED_ROWS} as an array of objects, by column; also a form. An Idempotency-Key or webhook-id that was accepted before creates nothing and gets the same reply. A row that can’t be a lead doesn’t stop the others: see \`results\`.`,
  params: z.object({ key: z.string().check(z.maxLength(100)) }),
  body: z.union([Row, z.array(Row)]),
  reply: z.object({
    data: z.object({
      id: Id.check(z.describe('Of the delivery')),
      rows: z.int(),
      ...counts,
      unknown_columns: z
        .array(z.string())
        .check(z.describe('Columns that fill no field: decide about them on the page of the import address')),
      results: z.array(
        z.object({
          row: z.int().check(z.describe('From 1')),
          result: z.enum(ROW_RESULTS),
          reason: z.nullable(z.string()).check(z.describe('Why it is no lead, or which cell was left empty')),
        }),
      ),
    }),
  }),
  errors: [
    'conflict',
    'unauthorized',
    'account_closed',
    'account_locked',
    'account_read_only',
    'rate_limited',
    'idempotency_mismatch',
    'payload_too_large',
    'validation_failed',
  ],
})
