import * as z from 'zod/mini'
import { EMAIL_STATES } from '../leads/email-states.ts'
import { fileChoices } from '../leads/export-templates.ts'
import { LeadFilters } from '../leads/leads.ts'
import { Id, Timestamp, text } from './common.ts'
import {
  BYTES_PER_MEGABYTE,
  EXPORT_FILE_HOURS,
  IMAGE_MAX_MB,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_MB,
} from './constants.ts'
import { defineArea } from './define-area.ts'
import { MESSAGES } from './messages.ts'

/** Error message for a file above a limit in megabytes of 1,000,000 bytes; null if it fits or there is none. */
export const fileSizeError = (file: { size: number } | null | undefined, megabytes: number): string | null =>
  file && file.size / BYTES_PER_MEGABYTE > megabytes ? MESSAGES.fileSize(megabytes) : null

/** Error message for an image that is too large. */
export const imageSizeError = (file: { size: number } | null | undefined): string | null =>
  fileSizeError(file, IMAGE_MAX_MB)

/** Error message for an upload that is too large. */
export const uploadSizeError = (file: { size: number } | null | undefined): string | null =>
  fileSizeError(file, UPLOAD_MAX_MB)

/** A file being uploaded. `offset` is how many bytes have arrived; `complete` when it equals `size`. */
export const Upload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  offset: z.int(),
  complete: z.boolean(),
  chunk_size: z.int(),
  expires_at: Timestamp,
})
const uploadParams = z.object({ id: z.string().check(z.regex(/^[\w-]{10,64}$/)) })

const api = defineArea({ tag: 'Files', access: { can: 'see_work' }, scope: 'write' })

export const createUpload = api.create('/api/uploads', {
  name: 'uploads.create',
  audit: 'upload.created',
  summary: 'Start a resumable upload',
  idempotent: true,
  body: z.strictObject({
    name: text(255),
    size: z
      .int()
      .check(z.minimum(1), z.maximum(UPLOAD_MAX_BYTES, { error: MESSAGES.fileSize(UPLOAD_MAX_MB) })),
  }),
  reply: z.object({ data: Upload }),
})

export const showUpload = api.get('/api/uploads/{id}', {
  name: 'uploads.show',
  scope: 'write',
  summary: 'Progress of an upload',
  params: uploadParams,
  reply: z.object({ data: Upload }),
})

export const appendUpload = api.put('/api/uploads/{id}', {
  name: 'uploads.append',
  kind: 'upload',
  audit: 'upload.finished',
  summary: 'Send the next chunk of an upload',
  description:
    '`offset` must match the upload’s offset; a chunk that was already received is answered with the current state.',
  params: uploadParams,
  query: z.strictObject({ offset: z.coerce.number().check(z.int(), z.minimum(0)) }),
  reply: z.object({ data: Upload }),
  errors: ['offset_mismatch', 'payload_too_large'],
})

/** A single-use ticket for one download, valid for 60 seconds. */
export const Ticket = z.object({
  url: z.string(),
  expires_at: Timestamp,
  run_id: z.nullable(Id),
  total: z.nullable(z.int()),
  filename: z.string(),
})

export const ExportTicket = z.extend(Ticket, {
  left_out: z
    .optional(z.array(z.string()))
    .check(z.describe('Requested columns that the list no longer has')),
  expiring: z
    .optional(z.object({ leads: z.int(), delete_by: Timestamp }))
    .check(
      z.describe(
        'Leads with values that their source does not allow to be kept, and when the first of them must be deleted, also from the file',
      ),
    ),
})

export const download = api.get('/api/downloads/{ticket}', {
  name: 'files.download',
  scope: null,
  kind: 'file',
  isTicket: true,
  access: 'public',
  summary: 'The file of a ticket; works once',
  params: z.object({ ticket: z.string().check(z.regex(/^[\w-]{20,100}$/)) }),
})

/** Which leads of a list to export. */
const exportedLeads = {
  list_id: Id,
  filters: z.optional(LeadFilters),
  resultIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
  delta: z
    ._default(z.boolean(), false)
    .check(z.describe('Only leads that are in no file of this list downloaded by the caller')),
}

export const exportList = api.create('/api/exports', {
  name: 'exports.create',
  access: { module: 'leads' },
  scope: 'export',
  tag: 'Leads',
  changes: ['runs', 'history:*'],
  audit: 'export.created',
  summary: 'Export a list as CSV or Excel workbook; returns a ticket for the download',
  description:
    'Rows and columns of the current view. In CSV, text cells that a spreadsheet would run as a formula get a leading apostrophe; phones and numbers never do. A workbook stores texts as text.',
  idempotent: true,
  body: z.strictObject({
    ...exportedLeads,
    ...fileChoices,
    template_id: z.optional(Id).check(z.describe('A saved template; options of the call override it')),
  }),
  reply: z.object({ data: ExportTicket }),
  errors: ['not_found'],
})

export const exportedEmails = api.post('/api/exports/emails', {
  name: 'exports.emails',
  access: { module: 'leads' },
  scope: 'read',
  tag: 'Leads',
  reads: ['lists'],
  changesNothing: true,
  summary: 'Emails in an export, by state',
  body: z.strictObject(exportedLeads),
  reply: z.object({
    data: z.object({
      leads: z.int(),
      emails: z.int().check(z.describe('Leads with an email')),
      states: z
        .partialRecord(z.enum(EMAIL_STATES), z.int())
        .check(z.describe('By state; an email that was never checked counts as `unknown`')),
    }),
  }),
  errors: ['not_found'],
})

export const exportAgain = api.create('/api/exports/{id}/ticket', {
  name: 'exports.again',
  access: { module: 'leads' },
  scope: 'export',
  tag: 'Leads',
  idempotent: true,
  audit: 'export.downloaded',
  summary: 'Ticket for the file of an earlier download; `id` is its run',
  description: `The same file, for ${EXPORT_FILE_HOURS} hours. \`conflict\` after that, or while its list is in the trash.`,
  reply: z.object({ data: Ticket }),
  errors: ['conflict'],
})
