import * as z from 'zod/mini'
import { Done, text } from '../core/common.ts'
import { MODULES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { siteOption, siteScope } from './site.ts'

const Domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^(?=.*\.)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, { error: 'Enter a domain, such as example.com' }),
  )

/** What people of a group at the provider may do here. */
export const SignOnGroup = z.strictObject({
  group: text(200),
  owner: z.boolean().check(z.describe('Owner of the account; members otherwise. Not on the platform')),
  modules: z
    .nullable(z.array(z.enum(MODULES)).check(z.maxLength(20)))
    .check(z.describe('Modules of a member; null: all of the account')),
})
export type SignOnGroup = z.output<typeof SignOnGroup>

const settings = {
  label: text(60).check(z.describe('Name of the provider on the button: “Sign in with …”')),
  issuer: z
    .string()
    .check(
      z.trim(),
      z.maxLength(500),
      z.regex(/^https:\/\/[^\s?#@]+$/, { error: 'Enter the https:// address of the issuer' }),
    ),
  client_id: text(300),
  domains: z
    .array(Domain)
    .check(
      z.minLength(1),
      z.maxLength(50),
      z.describe('Domains of email addresses that may sign in. A subdomain is another domain'),
    ),
  create_people: z.boolean().check(z.describe('Whether a first sign-in adds a member')),
  join_existing: z
    .boolean()
    .check(z.describe('Whether people of the account with the same verified email are joined')),
  enforced: z.boolean().check(z.describe('Members can’t sign in another way. Owners still can')),
  groups_claim: text(100).check(z.describe('Claim with the groups of a person')),
  groups: z
    .array(SignOnGroup)
    .check(
      z.maxLength(100),
      z.describe('Empty: everyone is a member with all modules. Otherwise whoever is in none is refused'),
    ),
}

/** Sign-on of a site as stored; the client secret is sealed apart. */
export const SignOnSettings = z.object(settings)
export type SignOnSettings = z.output<typeof SignOnSettings>

export const SignOn = z.extend(SignOnSettings, {
  has_client_secret: z.boolean(),
  redirect_uris: z.array(z.string()).check(z.describe('Register all of them at the provider')),
})
export type SignOn = z.output<typeof SignOn>

const api = defineArea({ tag: 'Branding', access: { can: 'manage_brand' }, scope: 'write' })

export const showSignOn = api.get('/api/wl/sign-on', {
  name: 'signOn.show',
  reads: ['brand'],
  summary: 'Sign-on of your site with an OpenID Connect provider',
  description: 'Null while there is none. `redirect_uris` are shown either way.',
  query: siteScope,
  reply: z.object({
    data: z.nullable(SignOn),
    redirect_uris: z.array(z.string()),
  }),
  errors: ['not_found'],
})

export const saveSignOn = api.put('/api/wl/sign-on', {
  name: 'signOn.save',
  changes: ['brand'],
  audit: 'sign_on.changed',
  summary: 'Set up sign-on of your site with an OpenID Connect provider',
  description:
    'The provider is asked for its configuration first. An absent `client_secret` keeps the stored one, null removes it. ' +
    'With `enforced`, sessions of members that began in another way end.',
  query: siteScope,
  body: z.strictObject({ ...settings, client_secret: z.optional(z.nullable(text(500))) }),
  reply: z.object({ data: SignOn, message: z.string() }),
  errors: ['not_found', 'unavailable'],
})

export const removeSignOn = api.delete('/api/wl/sign-on', {
  name: 'signOn.remove',
  changes: ['brand'],
  audit: 'sign_on.removed',
  summary: 'Remove sign-on of your site',
  description: 'People who only sign in this way need a password: “Forgot password?” sets one.',
  query: siteScope,
  reply: Done,
  errors: ['not_found'],
  cli: { name: 'sign-on remove', options: siteOption, text: ['{message}'] },
})
