import type { AppRequest } from '#contract/identity/connected-apps.ts'

/** Schemes of programs that register them on the device; others need the form of a domain (RFC 8252, 7.1). */
const PROGRAM_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'vscodium:', 'windsurf:', 'zed:'])
const DOMAIN_SCHEME = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Vendors that answer for their apps at these hosts. */
const KNOWN_HOSTS = new Set(['claude.ai', 'claude.com', 'chatgpt.com'])
const MAX_LENGTH = 1000

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'
const isLoopback = (url: URL): boolean => isWeb(url) && LOOPBACK.has(url.hostname)
const isProgram = ({ protocol }: URL): boolean =>
  PROGRAM_SCHEMES.has(protocol) || DOMAIN_SCHEME.test(protocol)

/**
 * Whether answers may go there: https, http on the device itself, or the own scheme of a program. Never a scheme that
 * a browser runs or opens with what a stranger wrote (`javascript:`, `data:`, `file:`).
 */
export function isRedirectUri(text: string): boolean {
  // The text is compared and sent as it is, so it must be read the same by everyone.
  if (text.length > MAX_LENGTH || !/^[!-~]+$/.test(text) || text.includes('\\') || !URL.canParse(text))
    return false
  const url = new URL(text)
  if (text.includes('#') || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) || isProgram(url)
}

const withoutPort = (text: string): string | null => {
  if (!isRedirectUri(text)) return null
  const url = new URL(text)
  if (!isLoopback(url)) return null
  url.port = ''
  return url.href
}

/** Whether a requested address is a registered one: the same text, or on the device with any port (RFC 8252, 7.3). */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(requested)) return false
  if (registered.includes(requested)) return true
  const anyPort = withoutPort(requested)
  return anyPort !== null && registered.some((known) => withoutPort(known) === anyPort)
}

/** Where an answer goes, for people: a host, or the scheme of a program. */
export function findAppHost(redirectUri: string): string {
  const url = new URL(redirectUri)
  return isWeb(url) ? url.hostname : url.protocol.slice(0, -1)
}

export function judgeTrust(redirectUri: string): AppRequest['trust'] {
  const url = new URL(redirectUri)
  if (url.protocol === 'https:' && url.port === '' && KNOWN_HOSTS.has(url.hostname)) return 'known'
  return isLoopback(url) || !isWeb(url) ? 'device' : 'unknown'
}

/** An address with these parameters added to its query. */
export function withParams(redirectUri: string, params: Record<string, string | null>): string {
  const added = new URLSearchParams(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`
}
