import * as z from 'zod/mini'
import { dataReply, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { type ChargeKind, MAX_TRAINING_ALLOWANCE, MODULES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { HttpsAddress } from '../core/https-address.ts'
import { CurrencyCode, MinorAmount } from '../core/money.ts'

const api = defineArea({ tag: 'Packages', access: { can: 'sell' }, scope: 'write' })

/** Modules that a package can include: never the admin panel. */
export const PACKAGE_MODULES = ['ai_suggest', 'leads', 'whitelabel'] as const satisfies readonly Exclude<
  (typeof MODULES)[number],
  'admin'
>[]
/** Actions whose price in credits a package can override. */
export const PRICED_KINDS = [
  'people_contact',
  'local_contact',
  'influencer_record',
  'domain_email',
  'people_phone',
  'people_similar',
  'influencer_enrich',
  'website_check',
] as const satisfies readonly ChargeKind[]
export const PRICED_KIND_LABELS: Record<(typeof PRICED_KINDS)[number], string> = {
  people_contact: 'Person found',
  local_contact: 'Local business found',
  influencer_record: 'Influencer found',
  domain_email: 'Email found on a website',
  people_phone: 'Phone number found',
  people_similar: 'Similar person found',
  influencer_enrich: 'Influencer enriched',
  website_check: 'Website checked',
}
export const PERIODS = ['month', 'year'] as const
export const VERSION_STATES = ['draft', 'published', 'archived'] as const
export const LOG_IN_AS = ['always', 'unless_refused', 'never'] as const
export const COUPON_DURATIONS = ['once', 'months', 'forever'] as const
const MAX_CREDITS = 1_000_000_000

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
export const Wholesale = z.object({
  credits_1000_minor: z
    .nullable(MinorAmount)
    .check(z.describe('Minor units for 1,000 credits; null: the price divided by the credits')),
  seat_minor: MinorAmount.check(z.describe('For each seat and month')),
  modules: z
    .partialRecord(z.enum(PACKAGE_MODULES), MinorAmount)
    .check(z.describe('For each module and month')),
})
export type Wholesale = z.output<typeof Wholesale>

/** Contents of a package version. */
export const PlanTerms = z.object({
  modules: z.array(z.enum(PACKAGE_MODULES)).check(z.describe('Never more than the seller’s own modules')),
  credits: whole(0, MAX_CREDITS).check(z.describe('Per period; once if `period` is null')),
  period: z.nullable(z.enum(PERIODS)).check(z.describe('Billing period; null: free')),
  price_minor: MinorAmount.check(z.describe('Price of a period in minor units, net of tax')),
  currency: z.nullable(CurrencyCode),
  set_up_minor: MinorAmount.check(z.describe('One-time fee at the start')),
  trial_days: whole(0, 365),
  seats: z.nullable(whole(1, 100_000)).check(z.describe('People of the account; null: no limit')),
  audits_per_month: z
    .nullable(whole(0, 1_000_000))
    .check(
      z.describe('Websites that the account’s audit page checks a month; 0: no audit page; null: no limit'),
    ),
  credit_prices: z
    .partialRecord(z.enum(PRICED_KINDS), whole(0, 10_000))
    .check(z.describe('Price in credits by kind of charge, where it differs from the standard')),
  support_open_ai_api_key: z
    .boolean()
    .check(z.describe('AI texts are available without the customer’s own key')),
  own_key_free: z.boolean().check(z.describe('Leads are free with the customer’s own key of a source')),
  ai_credits_per_1000_tokens: z.nullable(whole(0, 10_000)),
  ai_own_key_credits_per_1000_tokens: z.nullable(whole(0, 10_000)),
  // Older versions may hold more than can be set.
  training_tokens: z.nullable(z.int()),
  log_in_as: z
    .enum(LOG_IN_AS)
    .check(z.describe('Whether the seller may log in as members of the account, unless a member forbids it')),
  calls_per_minute: z
    .nullable(whole(1, 100_000))
    .check(z.describe('Calls a minute of each API key; null: the default')),
  wholesale: Wholesale.check(z.describe('What a reseller on this package pays for what it sells on')),
})
export type PlanTerms = z.output<typeof PlanTerms>

/** Defaults of a package: free, without credits or limits. */
export const BLANK_TERMS: Omit<PlanTerms, 'modules'> = {
  credits: 0,
  period: null,
  price_minor: 0,
  currency: null,
  set_up_minor: 0,
  trial_days: 0,
  seats: null,
  audits_per_month: null,
  credit_prices: {},
  support_open_ai_api_key: true,
  own_key_free: true,
  ai_credits_per_1000_tokens: null,
  ai_own_key_credits_per_1000_tokens: null,
  training_tokens: null,
  log_in_as: 'unless_refused',
  calls_per_minute: null,
  wholesale: { credits_1000_minor: null, seat_minor: 0, modules: {} },
}

export const Coupon = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-Z0-9-]{3,40}$/, { error: 'Use 3 to 40 letters and digits' }),
    ),
  percent: z.nullable(whole(1, 100)),
  amount_minor: z.nullable(MinorAmount),
  duration: z.enum(COUPON_DURATIONS),
  months: z.nullable(whole(1, 120)),
  max_uses: z.nullable(whole(1, 1_000_000)),
})
export type Coupon = z.output<typeof Coupon>
export const AddOn = z.object({
  name: text(100),
  credits: whole(0, MAX_CREDITS),
  seats: whole(0, 100_000),
  price_minor: MinorAmount,
})
export type AddOn = z.output<typeof AddOn>

const Problem = z.object({ field: z.string(), message: z.string() })
export const PlanVersion = z.extend(PlanTerms, {
  id: Id,
  version: z.int(),
  state: z.enum(VERSION_STATES),
  customers: z.int().check(z.describe('Accounts on this version')),
  created_at: Timestamp,
})
export type PlanVersion = z.output<typeof PlanVersion>

/** A package in the list: the version on sale, or else the draft. */
export const Package = z.object({
  id: Id,
  name: z.string(),
  version: z.int(),
  state: z.enum(VERSION_STATES),
  has_draft: z.boolean(),
  modules: z.array(z.enum(PACKAGE_MODULES)),
  credits: z.int(),
  seats: z.nullable(z.int()),
  price_minor: z.int(),
  currency: z.nullable(CurrencyCode),
  period: z.nullable(z.enum(PERIODS)),
  customers: z.int().check(z.describe('Accounts on any version')),
  is_public: z.boolean(),
  problem: z.nullable(z.string()).check(z.describe('Why it cannot be sold')),
})
export type Package = z.output<typeof Package>

export const Floor = z.object({
  currency: z.nullable(CurrencyCode).check(z.describe('Null: the seller pays nothing')),
  total_minor: z.int().check(z.describe('The lowest price of a period')),
  credits_minor: z.int(),
  seats_minor: z.int(),
  modules_minor: z.int(),
})
export type Floor = z.output<typeof Floor>
const Check = z.object({ floor: Floor, problems: z.array(Problem) })
export type PlanCheck = z.output<typeof Check>

export const PackageDetail = z.object({
  id: Id,
  name: z.string(),
  archived: z.boolean(),
  versions: z.array(PlanVersion).check(z.describe('Newest first')),
  coupons: z.array(z.extend(Coupon, { used: z.int() })),
  add_ons: z.array(AddOn),
  is_public: z.boolean(),
  description: z.string(),
  terms: z.string(),
  after_sale_url: z.nullable(z.string()),
  kit_id: z.nullable(Id).check(z.describe('Kit that new customers get; null: none')),
  sales_url: z.string().check(z.describe('Address of the public page')),
  problem: z.nullable(z.string()),
  move: z
    .nullable(z.object({ id: Id, customers: z.int(), first_at: Timestamp, version: z.int() }))
    .check(z.describe('Customers who move to a newer version when their next period starts')),
})
export type PackageDetail = z.output<typeof PackageDetail>

const reads = ['packages'] as const
const changes = ['packages'] as const
const kitId = z
  .optional(z.nullable(Id))
  .check(
    z.describe('A kit of yours, whose newest version new customers get; holds at once, without a version'),
  )
const Saved = z.object({ data: PackageDetail, message: z.string() })
const someTerms = {
  ...z.partial(PlanTerms).shape,
  training_tokens: z.optional(z.nullable(whole(0, MAX_TRAINING_ALLOWANCE))),
}

export const packages = api.get('/api/wl/packages', {
  name: 'packages.index',
  reads,
  summary: 'Packages that the account sells; for the installation’s own account, its plans',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    archived: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.extend(page(Package), {
    public_url: z.string().check(z.describe('Address of the page with all public packages')),
  }),
  cli: {
    name: 'packages list',
    summary: 'Packages with price, credits and customers',
    options: { archived: { is: 'true', help: 'Archived packages instead' } },
    limit: 'all',
    columns: {
      '>ID': 'id',
      '>CUSTOMERS': 'customers|number',
      '>CREDITS': 'credits|number',
      PRICE: '|price',
      STATE: '|saleState',
      NAME: 'name',
    },
  },
})

export const showPackage = api.get('/api/wl/packages/{id}', {
  name: 'packages.show',
  reads,
  summary: 'A package with its versions, coupons, add-ons and sales settings',
  reply: dataReply(PackageDetail),
  cli: {
    name: 'packages show',
    summary: 'A package with its versions, coupons and add-ons',
    text: [
      '{name}',
      {
        each: 'versions',
        line: 'version {version}: {state}, {credits|number} credits, {customers|number} customers',
      },
      '[Not for sale: {problem}]',
    ],
  },
})

export const createPackage = api.create('/api/wl/packages', {
  name: 'packages.create',
  changes,
  audit: 'package.created',
  idempotent: true,
  summary: 'Create a package, published at once or as a draft',
  description: 'Defaults: no credits, free, the seller’s modules except White Label, no limits.',
  body: z.strictObject({
    name: text(100),
    publish: z._default(z.boolean(), true),
    kit_id: kitId,
    ...someTerms,
  }),
  reply: z.object({ data: z.object({ id: Id, version: z.int() }), message: z.string() }),
})

export const updatePackage = api.put('/api/wl/packages/{id}', {
  name: 'packages.update',
  changes,
  audit: 'package.changed',
  summary: 'Rename a package and edit its draft; creates a draft if there is none',
  description: 'A published version never changes. Customers keep the version they are on.',
  body: z.strictObject({ name: z.optional(text(100)), kit_id: kitId, ...someTerms }),
  reply: Saved,
  errors: ['conflict'],
})

export const publishPackage = api.post('/api/wl/packages/{id}/publish', {
  name: 'packages.publish',
  changes: ['packages', 'brand'],
  idempotent: true,
  audit: 'package.published',
  summary: 'Publish the draft; the previous version is archived',
  reply: Saved,
  errors: ['conflict'],
})

export const archivePackage = api.post('/api/wl/packages/{id}/archive', {
  name: 'packages.archive',
  changes: ['packages', 'brand'],
  idempotent: true,
  audit: 'package.archived',
  summary: 'Stop selling a package, or sell it again; customers keep it',
  body: z.strictObject({ archived: z.boolean() }),
  reply: Saved,
  errors: ['conflict'],
  cli: {
    name: 'packages archive',
    summary: 'Stop selling a package; customers keep it',
    options: { restore: { field: 'archived', is: false, help: 'Sell it again' } },
    set: { archived: true },
    text: ["{name} is {input.archived?archived ?? 'for sale again'}"],
    json: ['id', 'archived'],
  },
})

export const setPackageOffers = api.put('/api/wl/packages/{id}/offers', {
  name: 'packages.offers',
  changes,
  audit: 'package.changed',
  summary: 'Set the coupons and add-ons of a package; missing ones are removed',
  body: z.strictObject({
    coupons: z.array(Coupon).check(z.maxLength(100)),
    add_ons: z.array(AddOn).check(z.maxLength(50)),
  }),
  reply: Saved,
})

export const setSalesSettings = api.put('/api/wl/packages/{id}/sales-settings', {
  name: 'packages.salesSettings',
  changes,
  audit: 'package.changed',
  summary:
    'Turn the public page of a package on or off, with its description, its terms and the address after a sale',
  body: z.strictObject({
    is_public: z.optional(z.boolean()),
    description: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    terms: z.optional(z.string().check(z.trim(), z.maxLength(20_000))),
    after_sale_url: z.optional(z.nullable(HttpsAddress)),
  }),
  reply: Saved,
})

export const checkPackage = api.post('/api/wl/packages/check', {
  name: 'packages.check',
  scope: 'read',
  changesNothing: true,
  summary: 'The floor price of a package and what keeps it from being published',
  body: z.strictObject(someTerms),
  reply: dataReply(Check),
})

const Difference = z.object({
  account_id: Id,
  account: z.string(),
  from_version: z.int(),
  applies_at: Timestamp,
  stays_because: z
    .nullable(z.enum(['paykickstart', 'period']))
    .check(
      z.describe(
        'Why the customer isn’t moved: paid through PayKickstart, or paid for periods of another length; null: moves',
      ),
    ),
  modules_gained: z.array(z.enum(MODULES)),
  modules_lost: z.array(z.enum(MODULES)),
  price_minor: z.object({ from: z.int(), to: z.int() }),
  currency: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  credits: z.object({ from: z.int(), to: z.int() }),
  members: z.int(),
  seats: z.nullable(z.int()),
  seats_missing: z
    .int()
    .check(z.describe('Members beyond the seats: they stay, but nobody else can be invited')),
})
export type PlanDifference = z.output<typeof Difference>

export const previewMove = api.get('/api/wl/packages/{id}/moves', {
  name: 'packages.previewMove',
  reads,
  summary: 'Changes for customers on older versions who move to the published one',
  query: z.strictObject(pageQuery),
  reply: page(Difference),
  errors: ['conflict'],
})

export const moveCustomers = api.post('/api/wl/packages/{id}/moves', {
  name: 'packages.move',
  changes,
  audit: 'package.customers_moved',
  idempotent: true,
  summary: 'Move customers on older versions to the published one when their next period starts',
  reply: Saved,
  errors: ['conflict'],
})

export const undoMove = api.delete('/api/wl/packages/{id}/moves/{moveId}', {
  name: 'packages.undoMove',
  changes,
  audit: 'package.move_undone',
  summary: 'Undo a move for all customers whose next period has not started',
  params: z.object({ id: IdParam, moveId: IdParam }),
  reply: Saved,
  errors: ['conflict'],
})
