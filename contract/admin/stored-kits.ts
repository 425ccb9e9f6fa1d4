import * as z from 'zod/mini'
import {
  Done,
  Id,
  IdParam,
  numberedPage,
  numberedPageQuery,
  page,
  pageQuery,
  Timestamp,
  text,
} from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { KitDocument, WrittenKitDocument } from './kit-document.ts'
import { KIT_BODY_LIMIT, KIT_PART_NAMES } from './kit-part-names.ts'

const api = defineArea({ tag: 'Kits', access: { can: 'manage_account' }, scope: 'write' })

/** Kits of one account, and versions of one kit. */
export const MAX_KITS = 200
export const MAX_KIT_VERSIONS = 500

/** A kit that an account keeps: its newest version is what new accounts get. */
export const StoredKit = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  version: z.int().check(z.describe('Number of the newest version')),
  changed_at: Timestamp.check(z.describe('When the newest version was made')),
  accounts: z.int().check(z.describe('Accounts below that have it, in any version')),
  shared: z.boolean().check(z.describe('Whether there is a link to it')),
  rolled_out_at: z.nullable(Timestamp).check(z.describe('When its last roll-out was started')),
})
export type StoredKit = z.output<typeof StoredKit>

export const KitVersion = z.object({
  number: z.int(),
  note: z.string(),
  created_at: Timestamp,
  created_by: z.nullable(z.string()),
  settings: z.int(),
  accounts: z.int().check(z.describe('Accounts below that have this version')),
  variables: z
    .array(z.string())
    .check(z.describe('Names of values that it needs when it is applied, such as a token')),
})
export type KitVersion = z.output<typeof KitVersion>

export const StoredKitDetail = z.object({
  ...StoredKit.shape,
  parts: z.array(z.enum(KIT_PART_NAMES)).check(z.describe('Parts of the newest version')),
  versions: z.array(KitVersion).check(z.describe('Newest first')),
  packages: z
    .array(z.object({ id: Id, name: z.string() }))
    .check(z.describe('Packages whose new customers get it')),
})
export type StoredKitDetail = z.output<typeof StoredKitDetail>

/** Where the settings of a version come from: an account, a document, or the link of another kit. */
const source = {
  from_account_id: z
    .optional(Id)
    .check(
      z.describe(
        'Account whose settings are copied: your own, or one below for whose settings you can use it',
      ),
    ),
  parts: z
    .optional(z.array(z.enum(KIT_PART_NAMES)).check(z.minLength(1), z.maxLength(100)))
    .check(z.describe('Which settings of the account; all by default')),
  document: z.optional(KitDocument).check(z.describe('Instead of an account')),
  link: z
    .optional(text(500))
    .check(
      z.describe('Instead of an account: the link of a kit that another account of this installation shares'),
    ),
}
const note = z._default(z.string().check(z.trim(), z.maxLength(500)), '')
const description = z.string().check(z.trim(), z.maxLength(2000))

export const kits = api.get('/api/kits', {
  name: 'kits.index',
  reads: ['kits'],
  summary: 'Your kits',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  reply: page(StoredKit),
  cli: {
    name: 'kit list',
    limit: 'all',
    columns: {
      '>ID': 'id',
      NAME: 'name',
      '>VERSION': 'version',
      'CHANGED (UTC)': 'changed_at|minute',
      '>ACCOUNTS': 'accounts|number',
    },
    empty: 'No kits',
  },
})

export const createKit = api.create('/api/kits', {
  name: 'kits.create',
  changes: ['kits'],
  audit: 'kit.created',
  idempotent: true,
  maxBytes: KIT_BODY_LIMIT,
  summary: 'Keep the settings of an account, or a document, as a kit',
  description:
    'Without `document` and `link`, the settings of an account: your own by default. Names are unique without case.',
  body: z.strictObject({
    name: z.optional(text(100)).check(z.describe('By default that of the document or the shared kit')),
    description: z.optional(description),
    note,
    ...source,
  }),
  reply: z.object({ data: StoredKitDetail, message: z.string() }),
  errors: ['not_found', 'conflict'],
})

export const showKit = api.get('/api/kits/{id}', {
  name: 'kits.show',
  reads: ['kits', 'packages'],
  summary: 'A kit with its versions',
  reply: z.object({ data: StoredKitDetail }),
  cli: {
    name: 'kit versions',
    summary: 'Versions of a kit, and how many accounts have each',
    rows: 'versions',
    columns: {
      '>VERSION': 'number',
      'MADE (UTC)': 'created_at|minute',
      BY: 'created_by',
      '>SETTINGS': 'settings|number',
      '>ACCOUNTS': 'accounts|number',
      NOTE: 'note',
    },
  },
})

export const updateKit = api.put('/api/kits/{id}', {
  name: 'kits.update',
  changes: ['kits'],
  audit: 'kit.changed',
  summary: 'Rename or describe a kit',
  description: 'Accounts that have it stay on their version.',
  body: z.strictObject({ name: z.optional(text(100)), description: z.optional(description) }),
  reply: z.object({ data: StoredKitDetail, message: z.string() }),
  errors: ['conflict'],
})

export const deleteKit = api.delete('/api/kits/{id}', {
  name: 'kits.delete',
  changes: ['kits', 'packages'],
  audit: 'kit.deleted',
  summary: 'Delete a kit with its versions and its link',
  description:
    'Accounts keep its settings, and can be rolled back. Packages no longer name it. Refused while a roll-out of it runs.',
  reply: Done,
  errors: ['conflict'],
})

export const addKitVersion = api.create('/api/kits/{id}/versions', {
  name: 'kits.addVersion',
  changes: ['kits'],
  audit: 'kit.version_added',
  idempotent: true,
  maxBytes: KIT_BODY_LIMIT,
  summary: 'Add a version to a kit',
  description: 'No account gets it by itself: roll it out. The same settings as the newest version add none.',
  body: z.strictObject({ note, ...source }),
  reply: z.object({ data: StoredKitDetail, message: z.string() }),
  errors: ['conflict'],
})

export const showKitVersion = api.get('/api/kits/{id}/versions/{number}', {
  name: 'kits.version',
  reads: ['kits'],
  summary: 'The document of a version',
  params: z.object({ id: IdParam, number: IdParam }),
  reply: z.object({
    data: z.object({
      number: z.int(),
      note: z.string(),
      created_at: Timestamp,
      document: WrittenKitDocument,
    }),
  }),
})

export const KitAccount = z.object({
  account_id: Id,
  account: z.string(),
  version: z.nullable(z.int()).check(z.describe('Null: a document of the same name that isn’t a version')),
  applied_at: Timestamp,
  use_id: Id.check(z.describe('For `kits.rollBack`')),
})
export type KitAccount = z.output<typeof KitAccount>

export const kitAccounts = api.get('/api/kits/{id}/accounts', {
  name: 'kits.accounts',
  reads: ['kits'],
  summary: 'Accounts below that have a kit, and in which version',
  query: z.strictObject(numberedPageQuery),
  reply: numberedPage(KitAccount),
  cli: {
    name: 'kit accounts',
    limit: 'all',
    columns: {
      '>ACCOUNT': 'account_id',
      NAME: 'account',
      '>VERSION': 'version',
      'APPLIED (UTC)': 'applied_at|minute',
    },
    empty: 'No account has it',
  },
})

export const shareKit = api.post('/api/kits/{id}/share', {
  name: 'kits.share',
  changes: ['kits'],
  audit: 'kit.shared',
  idempotent: 'sealed',
  summary: 'Make a link with which anybody can read the newest version',
  description: 'The link is shown once. Another one replaces it.',
  reply: z.object({ data: z.object({ url: z.string() }), message: z.string() }),
  cli: {
    name: 'kit share',
    text: ['{url}'],
    notes: ['Shown once. The link that was there before no longer works.'],
  },
})

export const unshareKit = api.delete('/api/kits/{id}/share', {
  name: 'kits.unshare',
  changes: ['kits'],
  audit: 'kit.unshared',
  summary: 'Turn the link of a kit off',
  reply: Done,
  cli: { name: 'kit unshare', text: ['{message}'] },
})

/** Token of a shared kit in its link. */
export const KIT_TOKEN = /^kit_[A-Za-z0-9_-]{43}$/

const tokenParams = z.object({ token: z.string().check(z.regex(KIT_TOKEN)) })

export const sharedKit = api.get('/api/shared-kits/{token}', {
  name: 'kits.shared',
  access: 'public',
  summary: 'A kit that an account shares by a link',
  params: tokenParams,
  reply: z.object({
    data: z.object({
      name: z.string(),
      description: z.string(),
      version: z.int(),
      document: WrittenKitDocument,
    }),
  }),
  errors: ['rate_limited'],
})

export const sharedKitFile = api.get('/api/shared-kits/{token}/kit.yaml', {
  name: 'kits.sharedFile',
  kind: 'file',
  access: 'public',
  summary: 'The same as a YAML file',
  params: tokenParams,
  errors: ['rate_limited'],
})
