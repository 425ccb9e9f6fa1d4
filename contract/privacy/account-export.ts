import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { dataReply, IdParam } from '../core/common.ts'
import { EXPORT_FILE_HOURS } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'Account', access: { can: 'manage_account' }, scope: 'write' })

export const startAccountExport = api.create('/api/account/exports', {
  name: 'accountExports.create',
  scope: 'export',
  whileClosed: true,
  changes: ['runs'],
  idempotent: true,
  audit: 'export.created',
  summary: 'Export all data of the account as one archive (tar.gz)',
  description: `Lists with their leads as CSV and NDJSON, and history, labels, notes, fields, searches, runs, ledger, members, settings and audit log as NDJSON, with a README. While an export is active, it is returned instead. The file is kept for ${EXPORT_FILE_HOURS} hours.`,
  reply: dataReply(Run),
})

export const accountExports = api.get('/api/account/exports', {
  name: 'accountExports.index',
  whileClosed: true,
  reads: ['runs'],
  summary: 'The latest exports of all data, newest first',
  reply: z.object({ data: z.array(Run) }),
})

export const accountExportTicket = api.create('/api/account/exports/{id}/ticket', {
  name: 'accountExports.download',
  scope: 'export',
  whileClosed: true,
  idempotent: true,
  audit: 'export.downloaded',
  summary: 'A ticket for the archive; `id` is its run',
  reply: dataReply(Ticket),
  errors: ['conflict'],
})

export const startCustomerExport = api.create('/api/subscriptions/{id}/exports', {
  name: 'customerExports.create',
  access: { can: 'sell' },
  tag: 'Subscriptions',
  scope: null,
  changes: ['runs'],
  idempotent: true,
  audit: 'export.created',
  summary: 'Export all data of a customer as one archive; `id` is the account',
  description: `The same archive as the customer's own. The file is kept for ${EXPORT_FILE_HOURS} hours, and the customer’s owners are notified of who requested it. Refused while an owner doesn’t allow others to log in as them.`,
  reply: dataReply(Run),
  errors: ['conflict'],
})

export const customerExports = api.get('/api/subscriptions/{id}/exports', {
  name: 'customerExports.index',
  access: { can: 'sell' },
  tag: 'Subscriptions',
  scope: null,
  reads: ['runs'],
  summary: 'The latest exports of all data of a customer, newest first',
  reply: z.object({ data: z.array(Run) }),
})

export const customerExportTicket = api.create('/api/subscriptions/{id}/exports/{run_id}/ticket', {
  name: 'customerExports.download',
  access: { can: 'sell' },
  tag: 'Subscriptions',
  scope: null,
  idempotent: true,
  audit: 'export.downloaded',
  summary: 'A ticket for the archive of a customer; `run_id` is its run',
  params: z.object({ id: IdParam, run_id: IdParam }),
  reply: dataReply(Ticket),
  errors: ['conflict'],
})
