import * as z from 'zod/mini'
import { dataReply, Id, text } from '../core/common.ts'
import { MODULES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { CurrencyCode } from '../core/money.ts'
import { AddOn, PACKAGE_MODULES, PERIODS } from './plans.ts'

const api = defineArea({ tag: 'Packages', access: 'public' })
const reads = ['packages'] as const

/** A package as customers see it. */
export const Offer = z.object({
  id: Id,
  name: z.string(),
  modules: z.array(z.enum(PACKAGE_MODULES)),
  credits: z.int(),
  seats: z.nullable(z.int()),
  price_minor: z.int(),
  set_up_minor: z.int(),
  currency: z.nullable(CurrencyCode),
  period: z.nullable(z.enum(PERIODS)),
  trial_days: z.int(),
  add_ons: z.array(AddOn),
  checkout_url: z.nullable(z.string()).check(z.describe('External checkout page; null: none')),
  buy: z
    .nullable(z.enum(['stripe', 'paykickstart']))
    .check(z.describe('Payment vendor on the page; null: it can be requested')),
  sold_out: z
    .boolean()
    .check(z.describe('The seller has too few credits for it now: it can only be requested')),
})
export type Offer = z.output<typeof Offer>

/** A public package as visitors see it. */
export const PublicOffer = z.extend(Offer, {
  description: z.string(),
  sign_up: z.boolean().check(z.describe('Free: people can register with it')),
})
export type PublicOffer = z.output<typeof PublicOffer>

export const publicPackages = api.get('/api/packages', {
  name: 'packages.public',
  reads,
  summary: 'All packages on sale, cheapest first; on their seller’s domains',
  reply: dataReply(z.array(PublicOffer)),
})

export const salesPage = api.get('/api/packages/{id}', {
  name: 'packages.salesPage',
  reads,
  summary: 'Public page of a package; on its seller’s domains',
  reply: dataReply(
    z.extend(PublicOffer, {
      terms: z.string(),
      after_sale_url: z.nullable(z.string()),
    }),
  ),
})

export const requestPackage = api.post('/api/packages/{id}/request', {
  name: 'packages.request',
  changesNothing: true,
  summary: 'Ask the seller for a package; its owners are notified',
  body: z.strictObject({
    name: text(100),
    email: z.email().check(z.maxLength(254)),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['rate_limited'],
})

export const upgradeOffers = api.get('/api/upgrade', {
  name: 'upgrade.show',
  access: {},
  whileLocked: true,
  scope: 'read',
  reads: ['packages', 'me'],
  summary: 'The current package, and what the seller’s other packages add',
  reply: dataReply(
    z.object({
      seller: z
        .nullable(z.string())
        .check(z.describe('The brand that the account knows; null for the platform account')),
      current: z.nullable(
        z.object({
          id: Id,
          name: z.string(),
          modules: z.array(z.enum(MODULES)),
          credits: z.int(),
          period: z.nullable(z.enum(PERIODS)),
          seats: z.nullable(z.int()),
        }),
      ),
      offers: z.array(
        z.extend(Offer, { adds: z.array(z.enum(MODULES)).check(z.describe('Additional modules')) }),
      ),
      can_request: z.boolean(),
    }),
  ),
})

export const requestUpgrade = api.post('/api/upgrade', {
  name: 'upgrade.request',
  access: { can: 'use_wallet' },
  whileLocked: true,
  scope: 'write',
  audit: 'package.requested',
  idempotent: true,
  changes: ['packages'],
  summary: 'Ask the seller for another package; its owners are notified',
  body: z.strictObject({
    package_id: Id,
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['not_found', 'rate_limited'],
})
