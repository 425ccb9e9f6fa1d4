import { isAddressLiteral } from './address-literal.ts'

/** Why a text is not a deliverable address. */
export type SyntaxProblem = 'no_at' | 'bad_local_part' | 'bad_domain' | 'too_long'

/** The parts of an address as written. `literal` marks a domain such as `[192.0.2.1]`. */
export interface AddressParts {
  local: string
  domain: string
  literal: boolean
}

/** Limits of RFC 5321 4.5.3.1 in octets; 256 for a path including its angle brackets. */
const MAX_LOCAL = 64
const MAX_LABEL = 63
const MAX_ADDRESS = 254

// Atoms of RFC 5322 with the letters of RFC 6531, without control, format and space characters.
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u
const QUOTED = /^(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e]|[^\p{ASCII}\p{C}\p{Z}])*$/u
const LABEL = /^(?:[a-z\d]|[^\p{ASCII}\p{C}\p{Z}])(?:[a-z\d-]|[^\p{ASCII}\p{C}\p{Z}])*$/iu

const octets = (text: string): number => Buffer.byteLength(text)

function isLocalPart(local: string): boolean {
  if (local.startsWith('"')) return local.length > 1 && local.endsWith('"') && QUOTED.test(local.slice(1, -1))
  return local.split('.').every((atom) => ATOM.test(atom))
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.every((label) => octets(label) <= MAX_LABEL && LABEL.test(label) && !label.endsWith('-'))
}

/** Splits at the last @: domains contain none, but a quoted local part may. */
function split(text: string): [local: string, domain: string] | null {
  const at = text.lastIndexOf('@')
  return at < 0 ? null : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * Parses an address as in an SMTP envelope: atoms with dots or one quoted string before the @, a domain name or
 * address literal after it. Comments, folding, obsolete forms and other domain literals are rejected although RFC
 * 5322 allows them, because no mail can be sent with them. Does not check that the domain exists, and does not trim.
 */
export function parseAddress(text: string): AddressParts | SyntaxProblem {
  if (octets(text) > MAX_ADDRESS) return 'too_long'
  const parts = split(text)
  if (!parts) return 'no_at'
  const [local, domain] = parts
  if (!isLocalPart(local)) return 'bad_local_part'
  if (octets(local) > MAX_LOCAL) return 'too_long'
  const literal = domain.startsWith('[')
  if (literal)
    return domain.endsWith(']') && isAddressLiteral(domain.slice(1, -1))
      ? { local, domain, literal }
      : 'bad_domain'
  return isDomain(domain) ? { local, domain, literal } : 'bad_domain'
}
