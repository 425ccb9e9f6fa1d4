import * as z from 'zod/mini'
import { Day, dataReply, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'Subscriptions', access: { can: 'sell' }, scope: 'write' })

/** What an account owes or was promised, independent of its access. */
export const BILLING_STATES = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'cancelled',
  'unverified',
] as const
export type BillingState = (typeof BILLING_STATES)[number]

/** What the members of an account can do. */
export const ACCESS_LEVELS = ['full', 'read_only', 'locked', 'closed'] as const
export type AccessLevel = (typeof ACCESS_LEVELS)[number]

/** Who placed a hold; each is released on its own. */
export const HOLD_CAUSES = ['payment', 'reseller', 'staff', 'dispute', 'parent'] as const
export type HoldCause = (typeof HOLD_CAUSES)[number]

/** Days between the notice that the seller is locked and read-only access of its customers. */
export const PARENT_NOTICE_DAYS = 14
export const MAX_IMPORT_ROWS = 500
const MAX_CREDITS = 1_000_000_000
export const MAX_TRIAL_DAYS = 365

const Credits = z.object({ available: z.int(), reserved: z.int(), spent: z.int() })
const Package = z.object({ id: Id, version_id: Id, version: z.int(), name: z.string() })

/** An account of a seller with its subscription. */
export const Subscription = z.object({
  id: Id.check(z.describe('Id of the account')),
  company: z.string(),
  email: z.nullable(z.string()),
  state: z.enum(BILLING_STATES),
  access: z.enum(ACCESS_LEVELS),
  package: z.nullable(Package),
  credits: Credits,
  period_end: z
    .nullable(Timestamp)
    .check(z.describe('When the next period starts; null when nothing renews')),
  cancel_at: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type Subscription = z.output<typeof Subscription>

const Change = z.object({
  id: Id,
  package: Package,
  rule: z.enum(['now', 'period_end']),
  applies_at: Timestamp,
  charge_minor: z.nullable(z.int()).check(z.describe('Price of the change in minor units')),
  credit_minor: z.nullable(z.int()).check(z.describe('Credited for time already paid, in minor units')),
  currency: z.nullable(z.string()),
})

export const Hold = z.object({
  cause: z.enum(HOLD_CAUSES),
  reason: z.string(),
  at: Timestamp,
  starts_at: Timestamp.check(z.describe('Later than `at` if notice is given first')),
  yours: z.boolean().check(z.describe('Whether you placed it and can release it')),
})
export type Hold = z.output<typeof Hold>

export const SubscriptionDetails = z.extend(Subscription, {
  first_name: z.string(),
  last_name: z.string(),
  joined: z
    .boolean()
    .check(z.describe('Whether someone has set a password; until then the owner is invited')),
  seller: z.object({ id: Id, name: z.string() }),
  period_start: z.nullable(Timestamp),
  trial_ends_at: z.nullable(Timestamp),
  past_due_since: z.nullable(Timestamp),
  paused_at: z.nullable(Timestamp),
  delete_at: z.nullable(Timestamp).check(z.describe('When a closed account is deleted')),
  next_change: z.nullable(Change),
  holds: z.array(Hold),
})
export type SubscriptionDetails = z.output<typeof SubscriptionDetails>

export const SORTS = ['created', 'company', 'period_end'] as const

/** An account in the JSON of commands. */
const SHOWN = ['id', 'company', 'state', 'access', 'package=package.name', 'credits']

export const subscriptions = api.get('/api/subscriptions', {
  name: 'subscriptions.index',
  reads: ['subscriptions'],
  summary: 'Accounts that you sell to, with billing state, access and credits',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    state: z.optional(z.enum(BILLING_STATES)),
    access: z.optional(z.enum(ACCESS_LEVELS)),
    package_id: z.optional(IdParam),
    account_id: z.optional(IdParam).check(z.describe('A reseller below you whose customers to list')),
    sort: z._default(z.enum(SORTS), 'created'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  reply: page(Subscription),
  errors: ['not_found'],
  cli: {
    name: 'accounts list',
    summary: 'Accounts that you sell to, newest first',
    options: {
      search: 'Part of the company name or email',
      state: 'Billing state: {choices}',
      access: { value: 'LEVEL', help: 'Access: {choices}' },
      account: { field: 'account_id', value: 'RESELLER_ID', help: 'Customers of a reseller below you' },
    },
    columns: {
      '>ID': 'id',
      STATE: 'state',
      ACCESS: 'access',
      PACKAGE: 'package.name',
      '>CREDITS': 'credits.available|number',
      COMPANY: 'company',
    },
    json: SHOWN,
  },
})

export const subscription = api.get('/api/subscriptions/{id}', {
  name: 'subscriptions.show',
  reads: ['subscriptions'],
  summary: 'One account with its subscription; `id` is the account',
  reply: dataReply(SubscriptionDetails),
  cli: {
    name: 'accounts show',
    summary: 'Billing state, access, package and credits of an account',
    examples: ['leadwright accounts show 12 --json'],
    text: [
      '{company} ({id})',
      'Billing state: {state}',
      'Access: {access}',
      "Package: {package.name ?? 'none'}",
      'Credits: {credits.available} available, {credits.reserved} reserved, {credits.spent} spent',
      { each: 'holds', line: 'On hold ({cause}): {reason}' },
    ],
    json: SHOWN,
  },
})

export const sellablePackages = api.get('/api/subscriptions/packages', {
  name: 'subscriptions.packages',
  reads: ['subscriptions', 'packages'],
  summary: 'Packages available for your accounts',
  query: z.strictObject({ account_id: z.optional(IdParam) }),
  reply: z.object({
    data: z.array(
      z.object({ id: Id, name: z.string(), credits: z.int(), period: z.string(), trial_days: z.int() }),
    ),
  }),
})

const newAccount = {
  first_name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  last_name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  email: z.email().check(z.maxLength(254)),
  company: text(200),
  credits: z
    ._default(z.int().check(z.minimum(0), z.maximum(MAX_CREDITS)), 0)
    .check(z.describe('Extra credits at the start, on top of the package')),
}

export const addAccount = api.create('/api/subscriptions', {
  name: 'subscriptions.create',
  idempotent: true,
  changes: ['subscriptions', 'wallet'],
  audit: 'account.created',
  summary: 'Add an account on a package and invite its owner in your brand',
  description: 'Each email has one account per seller: the same email again is refused with `conflict`.',
  body: z.strictObject({
    ...newAccount,
    package_id: Id,
    trial_days: z
      .optional(z.int().check(z.minimum(0), z.maximum(MAX_TRIAL_DAYS)))
      .check(z.describe('Overrides the package’s trial; 0 means none')),
    account_id: z.optional(Id).check(z.describe('A reseller below you who will sell to the account')),
  }),
  reply: z.object({ data: SubscriptionDetails, message: z.string() }),
  errors: ['not_found', 'conflict', 'rate_limited'],
  cli: {
    name: 'accounts create',
    summary: 'Add an account on a package and invite its owner',
    options: {
      email: { value: 'E', help: 'Email of the owner' },
      company: { value: 'C', help: 'Name of the company' },
      package: { field: 'package_id', help: 'A package of the seller' },
      account: {
        field: 'account_id',
        value: 'RESELLER_ID',
        help: 'The reseller that sells to it, one below you; yourself by default',
      },
      'first-name': { value: 'N', help: 'First name of the owner' },
      'last-name': { value: 'N', help: 'Last name of the owner' },
      credits: 'Extra credits to start with',
      'trial-days': 'Overrides the trial of the package; 0 means none',
    },
    examples: ['leadwright accounts create --email ann@acme.example --company Acme --package 7 --json'],
    text: ['{message}: {id}'],
    json: ['account_id=id'],
  },
})

/** A line of a file of accounts, as parsed. */
export const ImportRow = z.object({
  line: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  package: z.string(),
  credits: z.nullable(z.int()),
  errors: z.array(z.string()),
  exists: z.boolean().check(z.describe('You already have an account for this email; skipped')),
})
export type ImportRow = z.output<typeof ImportRow>

const importBody = z.strictObject({
  csv: z.string().check(z.minLength(1), z.maxLength(400_000)),
  package_id: z.optional(Id).check(z.describe('For rows that name no package')),
})

export const previewImport = api.post('/api/subscriptions/import/preview', {
  name: 'subscriptions.previewImport',
  changesNothing: true,
  summary: 'Check a CSV of accounts row by row, without adding any',
  description: `Columns: email, company, first_name, last_name, package (id or name), credits. ${MAX_IMPORT_ROWS} rows at most.`,
  body: importBody,
  reply: z.object({ data: z.object({ rows: z.array(ImportRow), valid: z.int() }) }),
})

export const importAccounts = api.post('/api/subscriptions/import', {
  name: 'subscriptions.import',
  changes: ['subscriptions', 'wallet'],
  audit: 'account.created',
  summary: 'Add the accounts of a CSV; rows with errors are left out',
  description: 'Each row is added separately. Repeating the file adds only what is missing.',
  body: importBody,
  reply: z.object({
    data: z.object({
      created: z.int(),
      existing: z.int(),
      failed: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
    message: z.string(),
  }),
  errors: ['rate_limited'],
})

const reason = text(500)
const action = <Name extends string>(name: Name) => ({ action: z.literal(name) })

export const changeSubscription = api.post('/api/subscriptions/{id}', {
  name: 'subscriptions.change',
  changes: ['subscriptions', 'wallet', 'me'],
  idempotent: true,
  audit: 'subscription.changed',
  summary: 'Change the package, extend, pause, resume, cancel, reopen, hold or close an account',
  description:
    'A newer package change replaces a planned one. `cancel` ends the subscription with its period and can be ' +
    'undone until then. `mark_paid` releases the payment hold only.',
  body: z.discriminatedUnion('action', [
    z.strictObject({ ...action('change_package'), package_id: Id }),
    z.strictObject(action('drop_change')),
    z.strictObject({ ...action('extend'), until: Timestamp }),
    z.strictObject(action('pause')),
    z.strictObject(action('resume')),
    z.strictObject({ ...action('cancel'), when: z._default(z.enum(['period_end', 'now']), 'period_end') }),
    z.strictObject(action('undo_cancel')),
    z.strictObject(action('reopen')),
    z.strictObject({ ...action('mark_past_due'), reason }),
    z.strictObject({ ...action('mark_paid'), reason }),
    z.strictObject({ ...action('hold'), reason }),
    z.strictObject(action('release')),
    z.strictObject({ ...action('close'), reason }),
  ]),
  reply: z.object({ data: SubscriptionDetails, message: z.string() }),
  errors: ['conflict'],
})

export const inviteAgain = api.post('/api/subscriptions/{id}/invitation', {
  name: 'subscriptions.invite',
  changes: ['subscriptions'],
  idempotent: true,
  audit: 'invitation.sent_again',
  summary: 'Send the first owner of an account a new link to set a password; earlier links stop working',
  reply: z.object({ data: SubscriptionDetails, message: z.string() }),
  errors: ['conflict', 'rate_limited'],
})

export const correctCustomer = api.put('/api/subscriptions/{id}/customer', {
  name: 'subscriptions.correct',
  changes: ['subscriptions', 'me'],
  audit: 'account.corrected',
  summary:
    'Correct the company of an account and, until its owner has set a password, the owner’s email and name',
  description: 'A new email gets a link to set a password, and links sent to the earlier one stop working.',
  body: z.strictObject({
    company: z.optional(text(200)),
    email: z.optional(z.email().check(z.maxLength(254))),
    first_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    last_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  reply: z.object({ data: SubscriptionDetails, message: z.string() }),
  errors: ['conflict', 'rate_limited'],
})

const Policy = z.object({
  read_only_after_days: z.int().check(z.minimum(0), z.maximum(365)),
  locked_after_days: z.int().check(z.minimum(0), z.maximum(365)),
})
export type AccessPolicy = z.output<typeof Policy>

export const accessPolicy = api.get('/api/subscriptions/access-policy', {
  name: 'accessPolicy.show',
  reads: ['subscriptions'],
  summary: 'Days past due until your customers are read-only, and until they are locked',
  reply: dataReply(Policy),
})

export const setAccessPolicy = api.put('/api/subscriptions/access-policy', {
  name: 'accessPolicy.set',
  changes: ['subscriptions'],
  audit: 'access_policy.changed',
  summary: 'Set when customers with an overdue payment lose access',
  body: z
    .strictObject({
      read_only_after_days: z.int().check(z.minimum(0), z.maximum(365)),
      locked_after_days: z.int().check(z.minimum(0), z.maximum(365)),
    })
    .check(
      z.refine(({ read_only_after_days, locked_after_days }) => read_only_after_days <= locked_after_days, {
        error: 'Must not be before the days until read-only',
        path: ['locked_after_days'],
      }),
    ),
  reply: z.object({ data: Policy, message: z.string() }),
})

const UsageNumbers = {
  credits: z.int().check(z.describe('Spent and not refunded')),
  searches: z.int(),
  members: z.int().check(z.describe('At the end of the day or span')),
  storage_bytes: z.int().check(z.describe('Files kept at the end of the day or span')),
}
export const USAGE_METRICS = ['credits', 'searches', 'members', 'storage_bytes'] as const
export type UsageMetric = (typeof USAGE_METRICS)[number]

/** Maximum number of days in a usage history. */
export const MAX_USAGE_DAYS = 366
const span = { from: z.optional(Day), to: z.optional(Day), customer_id: z.optional(IdParam) }

export const usageHistory = api.get('/api/subscriptions/usage-history', {
  name: 'subscriptions.usage',
  reads: ['subscriptions', 'runs', 'wallet'],
  summary: 'Credits, searches, members and storage of your customers by day and customer',
  description: 'Days of your account’s time zone, the last 30 unless you say otherwise.',
  query: z.strictObject({ ...span, page: pageQuery.page, limit: pageQuery.limit }),
  reply: z.object({
    data: z.object({
      from: Day,
      to: Day,
      days: z.array(z.object({ day: Day, ...UsageNumbers })),
      customers: z.omit(page(z.object({ id: Id, company: z.string(), ...UsageNumbers })), {
        next_cursor: true,
      }),
    }),
  }),
  errors: ['not_found'],
})
export type UsageHistory = z.output<typeof usageHistory.reply>['data']

export const exportUsageHistory = api.post('/api/subscriptions/usage-history/export', {
  name: 'subscriptions.exportUsage',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'A ticket for the usage history as CSV: a line for each day and customer',
  body: z.strictObject({ from: z.optional(Day), to: z.optional(Day), customer_id: z.optional(Id) }),
  reply: dataReply(Ticket),
  errors: ['not_found'],
})
