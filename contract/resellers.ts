import * as z from 'zod/mini'
import { Id, page, pageQuery, Timestamp, text } from './common.ts'
import { MODULES } from './constants.ts'
import { defineEndpoint } from './endpoint.ts'

const admin = { module: 'admin', role: 'admin' } as const

/** A host name with at least one dot: `leads.acme.example`. */
const Domain = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.regex(/^(?=.*\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
    error: 'Enter a domain, for example leads.acme.example',
  }),
)

/** Modules that a reseller can have and pass on; `whitelabel` comes with being one. */
export const RESELLER_MODULES = MODULES.filter((slug) => slug !== 'admin' && slug !== 'whitelabel')

/** An account that sells the product under its own brand. */
export const Reseller = z.object({
  /** Id of the account. */
  id: Id,
  name: z.string(),
  owner_email: z.nullable(z.string()),
  brand_name: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  modules: z.array(z.enum(MODULES)),
  customers: z.int().check(z.describe('Accounts below it')),
  sign_up: z.boolean().check(z.describe('Whether people can register on its domain')),
  created_at: Timestamp,
})
export type Reseller = z.output<typeof Reseller>

export const resellers = defineEndpoint({
  name: 'resellers.index',
  method: 'GET',
  path: '/api/admin/resellers',
  access: admin,
  scope: 'admin',
  tag: 'Resellers',
  reads: ['resellers'],
  summary: 'Accounts that resell under their own brand',
  query: z.strictObject({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  reply: page(Reseller),
})

export const createReseller = defineEndpoint({
  name: 'resellers.create',
  method: 'POST',
  path: '/api/admin/resellers',
  access: admin,
  scope: 'admin',
  tag: 'Resellers',
  changes: ['resellers', 'me'],
  audit: 'reseller.created',
  summary: 'Make an account a reseller: plan with white label, a realm of its own, a site on its domain',
  description:
    'The account keeps its people, lists and credits. Its customers will live in a realm of their own. The domain ' +
    'works at once: check first that it belongs to the reseller.',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    owner_email: z.email().check(z.maxLength(254)),
    account_id: z
      .optional(z.nullable(Id))
      .check(z.describe('Which account, where the owner has several of them')),
    brand_name: text(100),
    domain: Domain,
    modules: z
      ._default(z.array(z.enum(RESELLER_MODULES as ['leads', 'ai_suggest'])), RESELLER_MODULES as 'leads'[])
      .check(z.describe('What the reseller can use and pass on, besides white label')),
    sign_up: z
      ._default(z.boolean(), true)
      .check(z.describe('Let people register on the domain, on a package without free credits')),
  }),
  reply: z.object({ data: Reseller, message: z.string() }),
  errors: ['not_found', 'conflict'],
})
