import * as z from 'zod/mini'
import { defineArea } from '../core/define-area.ts'
import { InstallationDocument, WrittenInstallationDocument } from './installation-document.ts'
import { INSTALLATION_BODY_LIMIT } from './kit-part-names.ts'

const api = defineArea({ tag: 'Installation', access: { can: 'administer' }, scope: 'admin' })

const Names = z
  .array(z.string())
  .check(z.describe('As `part/name`, for the site of a reseller `sites/OWNER/part/name`'))
const Difference = z.object({
  added: Names,
  changed: Names,
  removed: Names,
  unchanged: Names,
  waiting: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .check(z.describe('What isn’t possible yet, with what to do before the document is applied again')),
  kept: Names.check(z.describe('Sites of resellers that the document doesn’t name; they stay')),
})
export type InstallationDiff = z.output<typeof Difference>
const topics = [
  'settings',
  'sources',
  'packages',
  'brand',
  'mail_templates',
  'courses',
  'training_content',
  'domains',
  'mail_server',
] as const
const body = z.strictObject({ document: InstallationDocument })

export const exportInstallation = api.get('/api/admin/installation', {
  name: 'installation.export',
  reads: topics,
  summary: 'The settings of the installation as a document',
  description:
    'Stable order; what equals its default is left out. Keys of sources and passwords of mail servers are references to environment variables, never their values. Images are data URLs.',
  reply: z.object({ data: WrittenInstallationDocument }),
  errors: ['conflict'],
})

export const diffInstallation = api.post('/api/admin/installation/diff', {
  name: 'installation.diff',
  changesNothing: true,
  maxBytes: INSTALLATION_BODY_LIMIT,
  summary: 'What applying a document would change in the installation',
  body,
  reply: z.object({ data: Difference }),
})

export const applyInstallation = api.post('/api/admin/installation/apply', {
  name: 'installation.apply',
  changes: topics,
  audit: 'installation.applied',
  idempotent: true,
  maxBytes: INSTALLATION_BODY_LIMIT,
  summary: 'Make the installation as a document describes it, all of it or nothing',
  description:
    'A part that the document leaves out is left alone. In a part that is there, what it doesn’t name goes: settings return to their defaults, packages are archived, courses go to the trash. Sites of resellers that it doesn’t name stay; those of resellers who aren’t there are in `waiting`, like domains without a proof. The same document again changes nothing.',
  body,
  reply: z.object({ data: Difference, message: z.string() }),
  errors: ['conflict'],
})
