import type { SuppressionKind } from '#contract/privacy/suppression.ts'
import { personProfile, profileIn } from '#server/modules/core/normalise/index.ts'
import { readAddress } from '#server/modules/prospecting/email-verification/index.ts'
import { normalisePhone, possibleE164 } from '#server/platform/text/read-phone.ts'
import { findNamedHost } from '#server/website-reader/index.ts'

/** A suppression value normalized for comparison. */
export interface ReadValue {
  kind: SuppressionKind
  value: string
}

/** Profile sites: a page there that is not a profile must not suppress the whole domain. */
const PROFILE_SITES =
  /^(?:https?:)?(?:\/\/)?(?:[\w-]+\.)*(?:linkedin|github|twitter|x|facebook|instagram|youtube|tiktok)\.com\//i

/**
 * A profile URL normalized for comparison: without scheme, `www.` and the like, query and trailing slash, in
 * lower case; `https://de.linkedin.com/in/Anna/` and `linkedin.com/in/anna` are equal. Null for others.
 */
export function profileKey(text: string): string | null {
  const word = text.trim()
  if (!/[./]/.test(word) || /\s/.test(word)) return null
  const url = personProfile(word) ?? profileIn(/^https?:/i.test(word) ? word : `https://${word}`)?.url
  if (!url) return null
  const bare = url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[?#].*$/, '')
  return bare.replace(/\/+$/, '')
}

/**
 * The mailbox that an address leads to: Gmail ignores dots and what follows a plus, and `googlemail.com` is
 * `gmail.com`. All other addresses as they are, because elsewhere each of these may be another person's.
 */
export function mailboxKey(address: string): string {
  const gmail = /^([^@+]+)(?:\+[^@]*)?@(?:gmail|googlemail)\.com$/.exec(address)
  return gmail ? `${gmail[1]?.replaceAll('.', '')}@gmail.com` : address
}

/** All domains that would suppress this host: itself and its parents, without the bare suffix. */
function hostAndAbove(text: string): string[] {
  const named = findNamedHost(text)
  if (!named) return []
  const hosts = [named.host]
  for (let host = named.host; host !== named.domain && host.includes('.'); ) {
    host = host.slice(host.indexOf('.') + 1)
    hosts.push(host)
  }
  return hosts
}

/** Parses typed input: the kind follows from the form. Null for none of the four. */
export function readValue(raw: string): ReadValue | null {
  const text = raw.replaceAll('\u0000', '').trim()
  if (text === '' || text.length > 2000 || !text.isWellFormed()) return null
  const wide = /^@[^@\s]+$/.test(text) ? text.slice(1) : text
  const email = readAddress(wide)
  if (email) return { kind: 'email', value: email }
  const profile = profileKey(wide)
  if (profile) return { kind: 'profile', value: profile }
  if (PROFILE_SITES.test(wide)) return null
  if (/^(?:tel:)?[+\d(][\d\s().\-/]{5,}$/i.test(wide)) {
    const phone = normalisePhone(wide.replace(/^tel:/i, ''), null)
    return phone && { kind: 'phone', value: phone.e164 }
  }
  if (/\s/.test(wide)) return null
  const host = findNamedHost(wide)?.host
  return host ? { kind: 'domain', value: host } : null
}

/** Identifiers of a person. */
export interface Candidate {
  email?: string | null
  domain?: string | null
  website?: string | null
  phone?: string | null
  country?: string | null
  profiles?: readonly (string | null | undefined)[]
}

/** Every number that a phone field may name. Where no country makes it readable, those of all countries. */
function listNumbers(phone: string, country: string | null): string[] {
  const read = normalisePhone(phone, country)
  return read ? [read.e164, ...read.rest] : phone.split(/[;|\n]/).flatMap(possibleE164)
}

/** Every entry that would suppress a candidate. */
export function listKeys({ email, domain, website, phone, country, profiles }: Candidate): ReadValue[] {
  const address = email ? readAddress(email) : null
  const hosts = [domain, website, address?.slice(address.lastIndexOf('@') + 1)].flatMap((text) =>
    text ? hostAndAbove(text) : [],
  )
  const numbers = phone ? listNumbers(phone, country ?? null) : []
  return [
    ...(address ? [{ kind: 'email' as const, value: address }] : []),
    ...[...new Set(hosts)].map((value) => ({ kind: 'domain' as const, value })),
    ...numbers.map((value) => ({ kind: 'phone' as const, value })),
    ...(profiles ?? []).flatMap((url) => {
      const value = url ? profileKey(url) : null
      return value ? [{ kind: 'profile' as const, value }] : []
    }),
  ]
}

/** The profiles among the values of a lead. */
const listProfiles = (values: Record<string, unknown>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    name.endsWith('_url') && typeof value === 'string' ? [value] : [],
  )

/** What the values of a lead may be recognised by. */
export const makeCandidate = (values: Record<string, unknown>): Candidate => {
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : null)
  return {
    email: text('email'),
    domain: text('domain'),
    website: text('website'),
    phone: text('phone'),
    country: text('country'),
    profiles: listProfiles(values),
  }
}
