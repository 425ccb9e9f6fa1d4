import { domainToASCII } from 'node:url'
import { registrableDomain } from './registrable-domain.ts'

const MAX_CHARS = 2_000
/** What a host name can be cut out of: the part after a scheme, user and @, before port, path, query and fragment. */
const HOST = /^(?:[a-z][a-z\d+.-]{0,20}:\/{0,2}|\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#:@]{1,253})/iu
/** Brackets, quotes and punctuation around a word. */
const AROUND = /^[\s<>()[\]{}"'`,;:„“”‚‘’]+|[\s<>()[\]{}"'`,;:!„“”‚‘’.]+$/gu

/**
 * The registrable domain in ASCII and lower case of a URL, a host name, an e-mail address or the first such word of a
 * text. A host on a private suffix (`foo.github.io`) stays. Null for IP addresses, `localhost`, and texts without one.
 */
export function normaliseDomain(text: string): string | null {
  for (const word of text.slice(0, MAX_CHARS).split(/\s+/)) {
    const domain = domainOf(word.replace(AROUND, ''))
    if (domain) return domain
  }
  return null
}

function domainOf(word: string): string | null {
  const host = HOST.exec(word)?.[1]?.replaceAll('。', '.').replace(/\.+$/, '')
  if (!host?.includes('.')) return null
  const ascii = domainToASCII(host).toLowerCase()
  // Underscores and the like are no host names; every label ends and begins with a letter or digit.
  if (!/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(ascii) || /\.\.|\.-|-\./.test(ascii)) return null
  return registrableDomain(ascii)
}
