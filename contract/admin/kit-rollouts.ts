import * as z from 'zod/mini'
import { Id, IdParam, numberedPage, numberedPageQuery, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { KitDocument } from './kit-document.ts'
import { KIT_BODY_LIMIT } from './kit-part-names.ts'
import { KitVariables } from './kit-variables.ts'
import { applyKit, KIT_CHOICES } from './kits.ts'

const api = defineArea({ tag: 'Kits', access: { can: 'manage_account' }, scope: 'write' })

/** Accounts of one roll-out, and names of settings that a preview lists of each outcome. */
export const MAX_ROLLOUT_ACCOUNTS = 5000
export const MAX_PREVIEW_NAMES = 50

/** `waiting`: nobody works on it yet; `stopping`: the account in work is finished first. */
export const ROLLOUT_STATES = ['waiting', 'running', 'stopping', 'stopped', 'done'] as const
/** `refused`: with the reason; `skipped`: it was stopped before. */
export const ROLLOUT_OUTCOMES = ['waiting', 'done', 'unchanged', 'refused', 'skipped'] as const

const plan = {
  version: z.optional(z.int().check(z.positive())).check(z.describe('The newest by default')),
  account_ids: z
    .optional(z.array(Id).check(z.minLength(1), z.maxLength(MAX_ROLLOUT_ACCOUNTS)))
    .check(z.describe('These accounts below your own')),
  on_kit: z._default(z.boolean(), false).check(z.describe('All accounts that have this kit')),
  package_id: z.optional(Id).check(z.describe('All customers of this package of yours')),
  variables: KitVariables,
}

const Preview = z.object({
  account_id: Id,
  account: z.string(),
  version: z.nullable(z.int()).check(z.describe('That it has now; null: none')),
  counts: z.object({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    conflicts: z.int(),
  }),
  names: z
    .object({
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
      conflicts: z.array(z.string()),
    })
    .check(z.describe(`As \`part/name\`, at most ${MAX_PREVIEW_NAMES} of each; \`kits.diff\` has all`)),
  problem: z.nullable(z.string()).check(z.describe('Why it can’t be applied there; null: it can')),
})
export type RolloutPreview = z.output<typeof Preview>

export const previewRollout = api.post('/api/kits/{id}/preview', {
  name: 'kits.preview',
  scope: 'read',
  changesNothing: true,
  summary: 'What rolling a version out would change, account by account',
  description: 'Name the accounts in one of three ways: `account_ids`, `on_kit` or `package_id`.',
  query: z.strictObject(numberedPageQuery),
  body: z.strictObject(plan),
  reply: numberedPage(Preview),
})

export const previewDocument = api.post('/api/kits/preview', {
  name: 'kits.previewDocument',
  scope: 'read',
  changesNothing: true,
  maxBytes: KIT_BODY_LIMIT,
  summary: 'What applying a document to many accounts would change, account by account',
  query: z.strictObject(numberedPageQuery),
  body: z.strictObject({
    document: KitDocument,
    account_ids: plan.account_ids,
    package_id: plan.package_id,
    variables: KitVariables,
  }),
  reply: numberedPage(Preview),
  errors: ['not_found'],
})

const Seller = z.object({ id: Id, name: z.string() })

/** An account that a kit can be rolled out to. */
export const KitTarget = z.object({
  account_id: Id,
  account: z.string(),
  email: z.string().check(z.describe('Of its first owner')),
  package: z.nullable(z.string()),
  seller: Seller.check(z.describe('Who sells to it: you, or a reseller below you')),
})
export type KitTarget = z.output<typeof KitTarget>

/** Sellers that `kits.targets` names at most. */
export const MAX_TARGET_SELLERS = 500

export const kitTargets = api.get('/api/kits/targets', {
  name: 'kits.targets',
  scope: 'read',
  reads: ['kits', 'subscriptions'],
  summary: 'Accounts below your own whose settings you may change, by seller and name',
  description: `Customers of resellers below you are among them. Accounts whose package or owner refuses that you log in there are left out. \`sellers\` has those of all of them, at most ${MAX_TARGET_SELLERS}.`,
  query: z.strictObject({
    ...pageQuery,
    search: z
      .optional(z.string().check(z.trim(), z.maxLength(200)))
      .check(z.describe('Part of the name, the owner’s address or the seller’s name')),
    seller_id: z
      .optional(IdParam)
      .check(z.describe('Customers of this seller only, you or a reseller below you')),
    account_id: z.optional(IdParam).check(z.describe('This account only')),
  }),
  reply: z.extend(page(KitTarget), { sellers: z.array(z.extend(Seller, { accounts: z.int() })) }),
  cli: {
    name: 'kit targets',
    summary: 'Accounts below your own that a kit can be rolled out to',
    options: {
      search: 'Part of the name, the address or the seller’s name',
      seller: { field: 'seller_id', help: 'Customers of this reseller only' },
      account: { field: 'account_id', help: 'This account only' },
    },
    columns: {
      '>ID': 'account_id',
      SELLER: 'seller.name',
      PACKAGE: 'package',
      OWNER: 'email',
      ACCOUNT: 'account',
    },
    empty: 'No accounts',
  },
})

const RolloutCounts = z.object({
  waiting: z.int(),
  done: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  skipped: z.int(),
})

export const Rollout = z.object({
  id: Id,
  kit_id: z.nullable(Id).check(z.describe('Null: the kit was deleted')),
  kit: z.string(),
  version: z.int(),
  kind: z.enum(['apply', 'roll_back']),
  conflicts: z.enum(KIT_CHOICES),
  state: z.enum(ROLLOUT_STATES),
  accounts: z.int(),
  counts: RolloutCounts.check(z.describe('Accounts by outcome')),
  created_at: Timestamp,
  created_by: z.nullable(z.string()),
  ended_at: z.nullable(Timestamp),
  rolls_back: z.nullable(Id).check(z.describe('The roll-out that this one rolls back')),
  can: z.object({ stop: z.boolean(), roll_back: z.boolean() }),
})
export type Rollout = z.output<typeof Rollout>
const Saved = z.object({ data: Rollout, message: z.string() })

export const RolloutAccount = z.object({
  account_id: Id,
  account: z.string(),
  outcome: z.enum(ROLLOUT_OUTCOMES),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  conflicts: z.int().check(z.describe('Settings that the account had changed itself')),
  kept: z.array(z.string()).check(z.describe('Their names, where they stayed')),
  problem: z.nullable(z.string()).check(z.describe('Why it was refused')),
  ended_at: z.nullable(Timestamp),
})
export type RolloutAccount = z.output<typeof RolloutAccount>

const rolloutReads = ['kits'] as const

export const rollOutKit = api.create('/api/kits/{id}/roll-outs', {
  name: 'kits.rollOut',
  changes: ['kits'],
  audit: 'kit.roll_out_started',
  idempotent: true,
  summary: 'Apply a version to many accounts, one after the other',
  description:
    'Name the accounts in one of three ways: `account_ids`, `on_kit` or `package_id`. Each account is changed as a whole or not at all; one that refuses stops no other.',
  body: z.strictObject({ ...plan, conflicts: z._default(z.enum(KIT_CHOICES), 'keep') }),
  reply: Saved,
  errors: ['conflict'],
})

export const kitRollouts = api.get('/api/kits/roll-outs', {
  name: 'kits.rollOuts',
  reads: rolloutReads,
  summary: 'Roll-outs, newest first',
  query: z.strictObject({
    ...pageQuery,
    kit_id: z.optional(IdParam).check(z.describe('Of this kit only')),
  }),
  reply: page(Rollout),
  cli: {
    name: 'kit roll-outs',
    options: { kit: { field: 'kit_id', help: 'Of this kit only' } },
    columns: {
      '>ID': 'id',
      KIT: 'kit',
      '>VERSION': 'version',
      KIND: 'kind',
      STATE: 'state',
      '>ACCOUNTS': 'accounts|number',
      '>DONE': 'counts.done|number',
      '>REFUSED': 'counts.refused|number',
      'STARTED (UTC)': 'created_at|minute',
    },
    empty: 'No roll-outs',
  },
})

export const showRollout = api.get('/api/kits/roll-outs/{id}', {
  name: 'kits.rollOuts.show',
  reads: rolloutReads,
  summary: 'A roll-out and how far it is',
  reply: z.object({ data: Rollout }),
})

export const rolloutAccounts = api.get('/api/kits/roll-outs/{id}/accounts', {
  name: 'kits.rollOuts.accounts',
  reads: rolloutReads,
  summary: 'What a roll-out did in each account',
  query: z.strictObject({ ...pageQuery, outcome: z.optional(z.enum(ROLLOUT_OUTCOMES)) }),
  reply: page(RolloutAccount),
})

export const stopRollout = api.post('/api/kits/roll-outs/{id}/stop', {
  name: 'kits.rollOuts.stop',
  changes: ['kits'],
  audit: 'kit.roll_out_stopped',
  idempotent: true,
  summary: 'Stop a roll-out after the account that is in work',
  reply: Saved,
  errors: ['conflict'],
  cli: { name: 'kit stop', text: ['{message}'], json: ['id', 'state'] },
})

export const rollBackRollout = api.post('/api/kits/roll-outs/{id}/roll-back', {
  name: 'kits.rollOuts.rollBack',
  changes: applyKit.changes,
  audit: 'kit.roll_back_started',
  idempotent: true,
  summary: 'Restore in all accounts what was there before a roll-out',
  description:
    'Starts a roll-out of its own. Accounts that have a newer version of the kit are left alone and named; so is what an account has changed since then.',
  reply: Saved,
  errors: ['conflict'],
})
