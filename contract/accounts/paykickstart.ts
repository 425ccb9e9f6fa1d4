import * as z from 'zod/mini'
import { Done, dataReply, Id, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { HttpsAddress } from '../core/https-address.ts'

const api = defineArea({ tag: 'Payments', access: { can: 'sell' }, scope: 'write' })
const path = '/api/wl/paykickstart'

export const MAX_CAMPAIGNS = 50
export const MAX_PRODUCTS = 200

/** An id of PayKickstart: digits, or a code such as `PK-PZ1WK636WR`. */
const VendorId = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[\w-]{1,64}$/, { error: 'Use letters, digits and dashes, as PayKickstart shows it' }),
  )

const Product = z.object({
  campaign_id: VendorId,
  product_id: VendorId,
  package_id: z.nullable(Id),
  pack_id: z.nullable(Id).check(z.describe('A top-up pack instead of a package')),
  checkout_url: z
    .nullable(HttpsAddress)
    .check(z.describe('Checkout page of the product, linked from Buy. Null: not for sale here')),
})
export type PayKickstartProduct = z.output<typeof Product>

const Settings = z.object({
  ipn_url: z.string().check(z.describe('Address for the IPN URL field of each product')),
  api_key_hint: z.nullable(z.string()).check(z.describe('Last characters of the API key; null without one')),
  portal_id: z.nullable(z.string()),
  campaigns: z.array(z.object({ id: z.string(), secret_hint: z.nullable(z.string()) })),
  products: z.array(Product),
})
export type PayKickstartSettings = z.output<typeof Settings>

export const payKickstart = api.get(path, {
  name: 'payKickstart.show',
  reads: ['payments', 'packages', 'credit_packs'],
  summary: 'How the account sells with PayKickstart: campaigns, products and billing portal',
  reply: dataReply(Settings),
})

export const savePayKickstart = api.put(path, {
  name: 'payKickstart.save',
  changes: ['payments', 'packages', 'credit_packs', 'checklist'],
  audit: 'paykickstart.changed',
  summary: 'Set campaigns with their IPN secrets, products and billing portal; missing ones are removed',
  description:
    'Omit `api_key` or the `secret` of a campaign to keep it. A product maps to one of your packages or top-up packs.',
  body: z.strictObject({
    api_key: z.optional(z.nullable(text(200))).check(z.describe('Null removes it')),
    portal_id: z.nullable(VendorId),
    campaigns: z
      .array(z.strictObject({ id: VendorId, secret: z.optional(text(200)) }))
      .check(z.maxLength(MAX_CAMPAIGNS)),
    products: z
      .array(
        z.strictObject({
          ...Product.shape,
          package_id: z._default(z.nullable(Id), null),
          pack_id: z._default(z.nullable(Id), null),
          checkout_url: z._default(z.nullable(HttpsAddress), null),
        }),
      )
      .check(z.maxLength(MAX_PRODUCTS)),
  }),
  reply: z.object({ data: Settings, message: z.string() }),
  errors: ['validation_failed'],
})

export const removePayKickstart = api.delete(path, {
  name: 'payKickstart.remove',
  changes: ['payments', 'packages', 'credit_packs', 'checklist'],
  audit: 'paykickstart.removed',
  summary: 'Disconnect PayKickstart; its notifications are refused from then on',
  reply: Done,
})
