import { domainToASCII } from 'node:url'

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The email in a field, lowercase, with an ASCII domain; of several the first. Null without one. Checks only the
 * syntax, not whether the address works.
 */
export function normaliseEmail(raw: string): string | null {
  // The address stands in brackets behind a name, which may have commas and an @ of its own.
  const shown =
    /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+?)\s*>/i.exec(raw)?.[1] ?? /\(([^()\s]+@[^()\s]+)\)\s*$/.exec(raw)?.[1]
  const first = (shown ?? raw)
    .trim()
    .replace(/^['"“”‘’]+|['"“”‘’]+$/g, '')
    .replace(/^mailto:/i, '')
    .split(/[;,\s|]+/)[0]!
  const text = first.replace(/\?.*$/, '').replace(/^<|>$/g, '').replace(/\.$/, '')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).toLowerCase()
  const domain = domainToASCII(text.slice(at + 1))
  if (at < 1 || local.length > 64 || domain.length > 253 || local.length + domain.length > 253) return null
  return LOCAL.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : null
}
