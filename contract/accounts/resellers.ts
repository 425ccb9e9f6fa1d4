import * as z from 'zod/mini'
import { Host } from '../branding/domains.ts'
import { Id, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { MODULES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'

const admin = { can: 'administer' } as const

/** Modules that a reseller can have and resell; `whitelabel` is always included. */
export const RESELLER_MODULES = MODULES.filter((slug) => slug !== 'admin' && slug !== 'whitelabel')

/** An account that sells the product under its own brand. */
export const Reseller = z.object({
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

const api = defineArea({ tag: 'Resellers', access: { can: 'see_admin' }, scope: 'admin' })

export const resellers = api.get('/api/admin/resellers', {
  name: 'resellers.index',
  reads: ['resellers'],
  summary: 'Accounts that resell under their own brand',
  query: z.strictObject({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  reply: page(Reseller),
})

export const createReseller = api.create('/api/admin/resellers', {
  name: 'resellers.create',
  access: admin,
  changes: ['resellers', 'me'],
  audit: 'reseller.created',
  summary: 'Make an account a reseller: a White Label plan, its own realm and a site',
  description:
    'The account keeps its people, lists and credits. Its customers live in its own realm. The domain ' +
    'works at once, so check first that it belongs to the reseller. With `invite_owner` a person without an account gets ' +
    'a new one, named after the brand, and the link to own it by email.',
  idempotent: true,
  body: z.strictObject({
    owner_email: z.email().check(z.maxLength(254)),
    invite_owner: z
      ._default(z.boolean(), false)
      .check(
        z.describe('Create an account for someone who doesn’t own one yet, and invite them as its owner'),
      ),
    account_id: z.optional(z.nullable(Id)).check(z.describe('The account, if the owner has several')),
    brand_name: text(100),
    domain: z.optional(Host).check(z.describe('Served at once; without it the reseller adds domains later')),
    modules: z
      ._default(z.array(z.enum(RESELLER_MODULES as ['leads', 'ai_suggest'])), RESELLER_MODULES as 'leads'[])
      .check(z.describe('Modules that the reseller can use and resell, besides White Label')),
    sign_up: z
      ._default(z.boolean(), true)
      .check(z.describe('Let people register on the domain, on a package without free credits')),
  }),
  reply: z.object({ data: Reseller, message: z.string() }),
  errors: ['not_found', 'conflict'],
  cli: {
    name: 'resellers create',
    summary: 'Make an account a reseller; an owner without one is invited',
    options: {
      owner: { field: 'owner_email', value: 'EMAIL', help: 'Email of the owner' },
      name: { field: 'brand_name', value: 'N', help: 'Name of the brand' },
      domain: { value: 'HOST', help: 'A domain you trust; add others with domains add' },
      'no-sign-up': { field: 'sign_up', is: false, help: 'Turn off registration' },
    },
    set: { invite_owner: true },
    examples: ['leadwright resellers create --owner rita@fox.example --name "Fox Leads" --json'],
    text: ['Account {id} is now the reseller {input.brand_name}'],
    json: ['account_id=id'],
  },
})
