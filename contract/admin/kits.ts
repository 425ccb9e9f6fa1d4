import * as z from 'zod/mini'
import { Id, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { KitDocument, WrittenKitDocument } from './kit-document.ts'
import { KIT_BODY_LIMIT, KIT_PART_NAMES } from './kit-part-names.ts'
import { KitVariables } from './kit-variables.ts'

const api = defineArea({ tag: 'Kits', access: { can: 'manage_account' }, scope: 'write' })

const accountQuery = z.strictObject({
  account_id: z
    .optional(IdParam)
    .check(z.describe('An account below your own, for whose settings you can use it; your own by default')),
})

/** What happens to a setting that differs from the document and that the account has changed itself. */
export const KIT_CHOICES = ['keep', 'replace'] as const

export const KIT_OUTCOMES = ['added', 'changed', 'removed', 'unchanged', 'kept', 'conflict'] as const

export const KitChange = z.object({
  part: z.enum(KIT_PART_NAMES),
  name: z.string(),
  outcome: z
    .enum(KIT_OUTCOMES)
    .check(
      z.describe(
        '`conflict`: the account has changed it itself, so `conflicts` decides; `kept`: only the account has it',
      ),
    ),
  before: z.optional(z.unknown()).check(z.describe('Content in the account')),
  after: z.optional(z.unknown()).check(z.describe('Content in the document')),
})
export type KitChange = z.output<typeof KitChange>

const Names = z.array(z.string()).check(z.describe('As `part/name`'))
export const KitDiff = z.object({
  account_id: Id,
  added: Names,
  changed: Names,
  removed: Names,
  unchanged: Names,
  conflicts: Names.check(z.describe('Changed by the account itself since, or never applied there')),
  kept: Names.check(z.describe('Only the account has them; they stay')),
  skipped: z.array(z.string()).check(z.describe('Empty parts whose module is missing: a sentence for each')),
  changes: z.array(KitChange).check(z.describe('All of the above but those that stay the same')),
})
export type KitDiff = z.output<typeof KitDiff>

export const exportKit = api.get('/api/kits/export', {
  name: 'kits.export',
  reads: [
    'kits',
    'custom_fields',
    'labels',
    'services',
    'views',
    'export_templates',
    'waterfalls',
    'fine_tunes',
    'ai_training',
    'lists',
    'autopilots',
    'webhooks',
    'forms',
    'audits',
    'brand',
    'mail_templates',
    'crm',
    'courses',
    'training_content',
  ],
  summary: 'The settings of an account as a document',
  description:
    'Stable order; what equals its default is left out. Has what the whole team shares: views, templates and prompts of single people are left out, and so are access, people, keys and secrets.',
  query: accountQuery,
  reply: z.object({
    data: WrittenKitDocument,
  }),
  errors: ['not_found'],
})

const document = KitDocument.check(z.describe('The document, as `kits.export` returns it'))

export const diffKit = api.post('/api/kits/diff', {
  name: 'kits.diff',
  scope: 'read',
  changesNothing: true,
  maxBytes: KIT_BODY_LIMIT,
  summary: 'What applying a document would change in an account',
  query: accountQuery,
  body: z.strictObject({ document, variables: KitVariables }),
  reply: z.object({ data: KitDiff }),
  errors: ['not_found'],
})

export const applyKit = api.post('/api/kits/apply', {
  name: 'kits.apply',
  changes: [
    'kits',
    'custom_fields',
    'me',
    'labels',
    'services',
    'views',
    'export_templates',
    'waterfalls',
    'fine_tunes',
    'ai_training',
    'list:*',
    'lists',
    'autopilots',
    'webhooks',
    'forms',
    'audits',
    'brand',
    'mail_templates',
    'crm',
    'courses',
    'training_content',
  ],
  audit: 'kit.applied',
  maxBytes: KIT_BODY_LIMIT,
  summary: 'Apply a document to an account, all of it or nothing',
  description:
    'Adds and changes what differs, and removes what an earlier document of the same name added and this one no longer has. What the account has changed itself since then is a conflict: it stays, or is replaced with `conflicts: replace`. The same document again changes nothing. `kits.rollBack` restores what was there before.',
  idempotent: true,
  query: accountQuery,
  body: z.strictObject({
    document,
    variables: KitVariables,
    conflicts: z._default(z.enum(KIT_CHOICES), 'keep'),
  }),
  reply: z.object({ data: z.object({ ...KitDiff.shape, use_id: z.nullable(Id) }), message: z.string() }),
  errors: ['not_found', 'conflict'],
})

/** A kit that was applied to an account. */
export const KitUse = z.object({
  id: Id,
  kit: z.string(),
  applied_at: Timestamp,
  applied_by: z.nullable(z.string()).check(z.describe('Name of the person; null for one of another account')),
  rolled_back_at: z.nullable(Timestamp),
  items: z.int().check(z.describe('Settings that it added, changed or removed')),
})
export type KitUse = z.output<typeof KitUse>

export const kitUses = api.get('/api/kits/uses', {
  name: 'kits.uses',
  reads: ['kits'],
  summary: 'Documents that were applied to an account, newest first',
  query: accountQuery,
  reply: z.object({ data: z.array(KitUse) }),
  errors: ['not_found'],
  cli: {
    name: 'kit uses',
    options: { account: { field: 'account_id', help: 'An account below your own; your own by default' } },
    columns: {
      '>ID': 'id',
      KIT: 'kit',
      'APPLIED (UTC)': 'applied_at|minute',
      '>SETTINGS': 'items|number',
      'ROLLED BACK': 'rolled_back_at|minute',
    },
    empty: 'No kit was applied',
  },
})

export const rollBackKit = api.post('/api/kits/uses/{id}/roll-back', {
  name: 'kits.rollBack',
  changes: applyKit.changes,
  audit: 'kit.rolled_back',
  summary: 'Restore what was there before a document was applied',
  idempotent: true,
  description:
    'Only the newest document of a name that wasn’t rolled back yet. What the account has changed since then stays, and is named in `conflicts`.',
  query: accountQuery,
  reply: z.object({ data: KitDiff, message: z.string() }),
  errors: ['conflict'],
  cli: {
    name: 'kit rollback',
    summary: 'Restore what was there before a kit was applied',
    options: { account: { field: 'account_id', help: 'An account below your own; your own by default' } },
    text: ['{message}'],
    json: ['added', 'changed', 'removed', 'conflicts'],
  },
})
