import { domainToASCII } from 'node:url'
import { parseAddress, type SyntaxProblem } from './parse-address.ts'

/** An address as it is stored, compared and asked for. */
export interface MailAddress {
  /** Local part as written, domain in lower-case ASCII. */
  address: string
  /** The same in lower case throughout: what equal addresses share. */
  key: string
  local: string
  /** Lower-case ASCII (punycode), or an address literal in its brackets. */
  domain: string
  literal: boolean
  /** Whether the local part needs a server that offers SMTPUTF8. */
  utf8: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what "ASCII" means
const ASCII = /^[\x00-\x7f]*$/

/**
 * The address in `text` in its normal form: trimmed, NFC, the domain in lower-case ASCII, the local part as written
 * (only its own server may say that letter case means nothing). What is wrong with it when it is none.
 */
export function normaliseAddress(text: string): MailAddress | SyntaxProblem {
  const trimmed = text.trim().normalize('NFC')
  const given = parseAddress(trimmed)
  if (typeof given === 'string') return given
  const domain = ASCII.test(given.domain) ? given.domain.toLowerCase() : domainToASCII(given.domain)
  // The ASCII form is longer, and characters that stand for others may make it another name.
  const parts = parseAddress(`${given.local}@${domain}`)
  if (typeof parts === 'string') return parts
  const address = `${parts.local}@${domain}`
  const { local, literal } = parts
  return { address, key: address.toLowerCase(), local, domain, literal, utf8: !ASCII.test(local) }
}
