import * as z from 'zod/mini'
import { Id, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { brandAccess, siteOption, siteQuery } from './site.ts'

const siteScope = z.strictObject(siteQuery)

/** What people paste with a host: the scheme, a final dot and slashes. */
export const hostOnly = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')
    .replace(/\.$/, '')

/** A lower-case host name with at least one dot; other scripts are converted to punycode. */
export const Host = z
  .string()
  .check(
    z.overwrite(hostOnly),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(253),
    z.regex(
      /^(?=.*\.)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u,
      { error: MESSAGES.url },
    ),
  )

/**
 * `pending`: waits for its DNS record. `active`: served. `failing`: its record is missing since `failing_since`;
 * served until `dark_at`. `lost`: no longer served; verifying again restores it.
 */
export const DOMAIN_STATES = ['pending', 'active', 'failing', 'lost'] as const

export const SiteDomain = z.object({
  host: z.string(),
  state: z.enum(DOMAIN_STATES),
  active: z.boolean().check(z.describe('Whether pages are served on it: `active` or `failing`')),
  points_here: z
    .nullable(z.boolean())
    .check(z.describe('Whether it leads to this installation by its addresses; null: not known')),
  primary: z.boolean().check(z.describe('Links in emails use it')),
  txt_name: z.string(),
  txt_value: z.string(),
  cname_target: z
    .nullable(z.string())
    .check(
      z.describe(
        'A dedicated target for this domain, as an alternative proof; null if the installation has none',
      ),
    ),
  verified_at: z.nullable(Timestamp),
  failing_since: z.nullable(Timestamp),
  dark_at: z.nullable(Timestamp),
  last_checked_at: z.nullable(Timestamp),
  problem: z.nullable(z.string()).check(z.describe('Result of the last check')),
  created_at: Timestamp,
})
export type SiteDomain = z.output<typeof SiteDomain>

export const MAX_DOMAINS_OF_SITE = 10
const params = z.object({ host: z.string().check(z.maxLength(253)) })

const api = defineArea({ tag: 'Branding', access: brandAccess, scope: 'write' })

export const siteDomains = api.get('/api/wl/domains', {
  name: 'domains.index',
  reads: ['domains'],
  summary: 'Domains of your site',
  query: siteScope,
  reply: z.object({ data: z.array(SiteDomain) }),
  errors: ['not_found'],
  cli: {
    name: 'domains list',
    summary: 'Domains of a site with their state',
    options: siteOption,
    columns: { HOST: 'host', STATE: 'state', PRIMARY: 'primary?yes', PROBLEM: 'problem' },
    empty: 'No domains',
  },
})

export const addDomain = api.create('/api/wl/domains', {
  name: 'domains.add',
  changes: ['domains'],
  idempotent: true,
  audit: 'domain.added',
  summary: 'Add a domain',
  description:
    'Its DNS record proves ownership: an unproven claim of another account blocks nobody. Adding a domain again returns its current state.',
  body: z.strictObject({ host: Host, account_id: z.optional(Id) }),
  reply: z.object({ data: SiteDomain }),
  errors: ['not_found', 'conflict'],
  cli: {
    name: 'domains add',
    summary: 'Add a domain and print its verification record',
    args: { HOST: 'host' },
    options: siteOption,
    examples: ['leadwright domains add leads.fox.example --account 12 --json'],
    text: [
      'Create this record, then run:  leadwright domains verify {host}',
      '{txt_name}  TXT  "{txt_value}"',
      '[or\n{host}  CNAME  {cname_target}]',
    ],
    json: ['host', 'txt_name', 'txt_value', 'cname_target?'],
  },
})

export const verifyDomain = api.post('/api/wl/domains/{host}/verify', {
  name: 'domains.verify',
  changes: ['domains', 'brand', 'resellers'],
  idempotent: true,
  audit: 'domain.checked',
  summary: 'Check the record of a domain now',
  description:
    'Returns the domain; `problem` says what is missing. `trust` skips the check, for administrators, who may omit `account_id` if only one account has added the domain.',
  params,
  query: siteScope,
  body: z.optional(z.strictObject({ trust: z._default(z.boolean(), false) })),
  reply: z.object({ data: SiteDomain, message: z.string() }),
  errors: ['conflict', 'forbidden', 'rate_limited'],
  cli: {
    name: 'domains verify',
    options: { ...siteOption, trust: 'Trust the domain without a DNS check; administrators only' },
    examples: [
      'leadwright domains verify leads.fox.example',
      'leadwright domains verify leads.fox.example --trust --json',
    ],
    json: ['host', 'active'],
    fails: '!active',
  },
})

export const makePrimaryDomain = api.post('/api/wl/domains/{host}/primary', {
  name: 'domains.makePrimary',
  changes: ['domains', 'brand', 'resellers'],
  idempotent: true,
  audit: 'domain.made_primary',
  summary: 'Use this domain for links in emails',
  params,
  query: siteScope,
  reply: z.object({ data: SiteDomain, message: z.string() }),
  errors: ['conflict'],
  cli: { name: 'domains primary', summary: 'Use a domain for links in emails', options: siteOption },
})

export const removeDomain = api.delete('/api/wl/domains/{host}', {
  name: 'domains.remove',
  changes: ['domains', 'brand', 'resellers'],
  audit: 'domain.removed',
  summary: 'Remove a domain',
  description: 'It is no longer served. Sessions continue on the site’s other domains.',
  params,
  query: siteScope,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  cli: {
    name: 'domains remove',
    summary: 'Remove a domain of a site',
    options: siteOption,
    json: ['host=input.host'],
  },
})
