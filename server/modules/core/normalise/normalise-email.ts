import { domainToASCII } from 'node:url'

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The email address in a field, in lower case, its domain in ASCII; of several the first. Null when there is none.
 * Checks the form only; whether the address works is another matter.
 */
export function normaliseEmail(raw: string): string | null {
  const first = raw
    .trim()
    .replace(/^mailto:/i, '')
    .split(/[;,\s|]+/)[0]!
  const text = first.replace(/\?.*$/, '').replace(/^<|>$/g, '')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).toLowerCase()
  const domain = domainToASCII(text.slice(at + 1))
  if (at < 1 || local.length > 64 || domain.length > 253 || local.length + domain.length > 253) return null
  return LOCAL.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : null
}
