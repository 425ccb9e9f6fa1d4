import { domainToASCII } from 'node:url'
import { parseAddress, type SyntaxProblem } from './parse-address.ts'

export interface MailAddress {
  /** Local part as written, domain in lower-case ASCII. */
  address: string
  /** The same in lower case throughout, for comparing addresses. */
  key: string
  local: string
  /** Lower-case ASCII (punycode), or an address literal in brackets. */
  domain: string
  literal: boolean
  /** Whether the local part needs a server with SMTPUTF8. */
  utf8: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what "ASCII" means
const ASCII = /^[\x00-\x7f]*$/

/**
 * Normalizes an address: trimmed, NFC, the domain in lower-case ASCII, the local part as written (only its server
 * may ignore case). Returns the problem when it is invalid.
 */
export function normaliseAddress(text: string): MailAddress | SyntaxProblem {
  const trimmed = text.trim().normalize('NFC')
  const parsed = parseAddress(trimmed)
  if (typeof parsed === 'string') return parsed
  const domain = ASCII.test(parsed.domain) ? parsed.domain.toLowerCase() : domainToASCII(parsed.domain)
  // The ASCII form is longer, and mapped characters may change the name.
  const parts = parseAddress(`${parsed.local}@${domain}`)
  if (typeof parts === 'string') return parts
  const address = `${parts.local}@${domain}`
  const { local, literal } = parts
  return { address, key: address.toLowerCase(), local, domain, literal, utf8: !ASCII.test(local) }
}
