import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { dataOf, IdParam } from '../core/common.ts'
import { EXPORT_FILE_HOURS } from '../core/constants.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { Ticket } from '../core/files.ts'

export const startAccountExport = defineEndpoint({
  name: 'accountExports.create',
  method: 'POST',
  path: '/api/account/exports',
  access: { can: 'manage_account' },
  scope: 'export',
  whileClosed: true,
  tag: 'Account',
  changes: ['runs'],
  audit: 'export.created',
  summary: 'Export all data of the account as one archive (tar.gz)',
  description: `Lists with their leads as CSV and NDJSON, and history, labels, notes, fields, searches, runs, ledger, members, settings and audit log as NDJSON, with a README. While an export is active, it is returned instead. The file is kept for ${EXPORT_FILE_HOURS} hours.`,
  status: 201,
  reply: dataOf(Run),
})

export const accountExports = defineEndpoint({
  name: 'accountExports.index',
  method: 'GET',
  path: '/api/account/exports',
  access: { can: 'manage_account' },
  scope: 'read',
  whileClosed: true,
  tag: 'Account',
  reads: ['runs'],
  summary: 'The latest exports of all data, newest first',
  reply: z.object({ data: z.array(Run) }),
})

export const accountExportTicket = defineEndpoint({
  name: 'accountExports.download',
  method: 'POST',
  path: '/api/account/exports/{id}/ticket',
  access: { can: 'manage_account' },
  scope: 'export',
  whileClosed: true,
  tag: 'Account',
  audit: 'export.downloaded',
  summary: 'A ticket for the archive; `id` is its run',
  status: 201,
  params: z.object({ id: IdParam }),
  reply: dataOf(Ticket),
  errors: ['not_found', 'conflict'],
})

/** A seller exports a customer's data; both audit logs record it. */
const customer = { access: { can: 'sell' }, tag: 'Subscriptions' } as const

export const startCustomerExport = defineEndpoint({
  name: 'customerExports.create',
  method: 'POST',
  path: '/api/subscriptions/{id}/exports',
  ...customer,
  scope: 'export',
  changes: ['runs'],
  audit: 'export.created',
  summary: 'Export all data of a customer as one archive; `id` is the account',
  description: `The same archive as the customer's own. The file is kept for ${EXPORT_FILE_HOURS} hours, and the audit log shows the customer who requested it.`,
  status: 201,
  params: z.object({ id: IdParam }),
  reply: dataOf(Run),
  errors: ['not_found'],
})

export const customerExports = defineEndpoint({
  name: 'customerExports.index',
  method: 'GET',
  path: '/api/subscriptions/{id}/exports',
  ...customer,
  scope: 'read',
  reads: ['runs'],
  summary: 'The latest exports of all data of a customer, newest first',
  params: z.object({ id: IdParam }),
  reply: z.object({ data: z.array(Run) }),
  errors: ['not_found'],
})

export const customerExportTicket = defineEndpoint({
  name: 'customerExports.download',
  method: 'POST',
  path: '/api/subscriptions/{id}/exports/{run_id}/ticket',
  ...customer,
  scope: 'export',
  audit: 'export.downloaded',
  summary: 'A ticket for the archive of a customer; `run_id` is its run',
  status: 201,
  params: z.object({ id: IdParam, run_id: IdParam }),
  reply: dataOf(Ticket),
  errors: ['not_found', 'conflict'],
})
