import * as z from 'zod/mini'
import { dataReply, Id, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'Backups', access: { can: 'see_admin' }, scope: 'admin' })

export const BACKUP_EVENT_KINDS = ['backup', 'check', 'practice'] as const

export const BackupFile = z.object({
  name: z.string(),
  bytes: z.int(),
  made_at: Timestamp,
  checked_at: z
    .nullable(Timestamp)
    .check(z.describe('When it was last read to its end or restored for practice; null for never')),
  problem: z.nullable(z.string()).check(z.describe('What was wrong with it then')),
})
export type BackupFile = z.output<typeof BackupFile>

export const BackupEvent = z.object({
  id: Id,
  kind: z
    .enum(BACKUP_EVENT_KINDS)
    .check(z.describe('`practice`: it was restored into a database of its own')),
  file: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  started_at: Timestamp,
  finished_at: Timestamp,
  problem: z.nullable(z.string()).check(z.describe('Why it failed; null when it succeeded')),
})
export type BackupEvent = z.output<typeof BackupEvent>

export const backups = api.get('/api/admin/backups', {
  name: 'backups.index',
  reads: ['backups'],
  summary: 'Nightly backups, and what was done with them lately',
  reply: dataReply(
    z.object({
      place: z
        .nullable(z.string())
        .check(z.describe('BACKUP_DIR: a folder or an S3 address; null where no backups are made')),
      hour: z.int().check(z.describe('Of the nightly one, in UTC')),
      keep: z.int(),
      encrypted: z.boolean(),
      working: z.boolean().check(z.describe('One is being made or checked, or waits for it')),
      problem: z.nullable(z.string()).check(z.describe('Why the files can’t be listed')),
      files: z.array(BackupFile).check(z.describe('Newest first')),
      events: z.array(BackupEvent).check(z.describe('The last 20, newest first')),
      paused_since: z
        .nullable(Timestamp)
        .check(z.describe('Since when the work of a restored installation is paused')),
    }),
  ),
  cli: {
    name: 'backup list',
    rows: 'files',
    columns: {
      'MADE (UTC)': 'made_at|minute',
      FILE: 'name',
      '>BYTES': 'bytes|number',
      'CHECKED (UTC)': 'checked_at|minute',
      PROBLEM: 'problem',
    },
    empty: 'There is no backup yet',
  },
})

export const makeBackup = api.post('/api/admin/backups', {
  name: 'backups.make',
  access: { can: 'administer' },
  changes: ['backups', 'jobs'],
  audit: 'backup.requested',
  idempotent: true,
  summary: 'Make a backup now, in the background',
  reply: z.object({ message: z.string() }),
  errors: ['conflict'],
})

const params = z.object({ name: z.string().check(z.maxLength(80), z.regex(/^[\w-]+\.tar\.gz(?:\.enc)?$/)) })

export const checkBackup = api.post('/api/admin/backups/{name}/check', {
  name: 'backups.check',
  access: { can: 'administer' },
  changes: ['backups', 'jobs'],
  audit: 'backup.check_requested',
  idempotent: true,
  summary: 'Read a backup to its end and compare its checksums, in the background',
  params,
  reply: z.object({ message: z.string() }),
  errors: ['conflict'],
})

export const downloadBackup = api.post('/api/admin/backups/{name}/ticket', {
  name: 'backups.download',
  access: { can: 'administer' },
  scope: null,
  acting: 'never',
  audit: 'backup.downloaded',
  idempotent: 'sealed',
  summary: 'Ticket for the file of a backup',
  description: 'The file has everything, also secrets: the password is asked for again.',
  params,
  body: z.strictObject({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  }),
  reply: dataReply(Ticket),
  errors: ['conflict', 'rate_limited'],
})

export const resumeWork = api.post('/api/admin/installation/resume', {
  name: 'installation.resume',
  access: { can: 'administer' },
  changes: ['backups', 'me'],
  audit: 'installation.resumed',
  idempotent: true,
  summary: 'Start the work of a restored installation, which is paused until then',
  description:
    'Waiting emails, webhooks, runs, autopilots and payments continue, and everyone gets in again. Do it only where the original no longer runs.',
  reply: z.object({ message: z.string() }),
  cli: { name: 'resume', text: ['{message}'] },
})
