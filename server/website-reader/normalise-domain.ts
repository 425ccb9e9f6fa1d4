import { domainToASCII } from 'node:url'
import { getRegistrableDomain } from './registrable-domain.ts'

const MAX_CHARS = 2_000
/** What a host name can be cut out of: the part after a scheme, user and @, before port, path, query and fragment. */
const HOST = /^(?:[a-z][a-z\d+.-]{0,20}:\/{0,2}|\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#:@]{1,253})/iu
/** Brackets, quotes and punctuation around a word. */
const SURROUNDING_SIGNS = /^[\s<>()[\]{}"'`,;:„“”‚‘’]+|[\s<>()[\]{}"'`,;:!„“”‚‘’.]+$/gu

/** What a text names: a host of a website, without `www.`, and the registrable domain that it belongs to. */
export interface NamedHost {
  host: string
  domain: string
}

/**
 * The host, and its registrable domain, of a URL, a host name, an email address or the first such word of a text, in
 * ASCII and lower case. An email address names no host but its domain. Null where `normaliseDomain` is.
 */
export function findNamedHost(text: string): NamedHost | null {
  for (const word of text.slice(0, MAX_CHARS).split(/\s+/)) {
    const named = readHost(word.replace(SURROUNDING_SIGNS, ''))
    if (named) return named
  }
  return null
}

/**
 * The registrable domain in ASCII and lower case of a URL, a host name, an email address or the first such word of a
 * text. A host on a private suffix (`foo.github.io`) stays. Null for IP addresses, `localhost`, and texts without one.
 */
export function normaliseDomain(text: string): string | null {
  return findNamedHost(text)?.domain ?? null
}

function readHost(word: string): NamedHost | null {
  const [whole = '', name] = HOST.exec(word) ?? []
  const host = name?.replaceAll('。', '.').replace(/\.+$/, '')
  if (!host?.includes('.')) return null
  const ascii = domainToASCII(host).toLowerCase()
  // Underscores and the like are no host names; every label ends and begins with a letter or digit.
  if (!/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(ascii) || /\.\.|\.-|-\./.test(ascii)) return null
  const domain = getRegistrableDomain(ascii)
  if (!domain) return null
  if (ascii === domain || whole.includes('@')) return { host: domain, domain }
  return { host: ascii.replace(/^www\./, ''), domain }
}
