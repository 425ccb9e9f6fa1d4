import * as z from 'zod/mini'
import { EnvError } from '#server/platform/env.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps). */
  secure: boolean
  /** Fail without STARTTLS. */
  requireTls: boolean
  /** Never use STARTTLS, even if the server offers it. */
  ignoreTls?: boolean
  auth: { user: string; pass: string } | null
}

const EXAMPLE = 'use smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com:465'

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** Why a URL can't be used. The sentences never repeat the URL, because it contains a password. */
function findProblem(url: URL): string | undefined {
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    return `must start with smtp:// or smtps://; ${EXAMPLE}`
  if (!url.hostname) return `has no host; ${EXAMPLE}`
  if (url.search || url.hash) return 'must not have options after the host and port'
  if (url.pathname !== '' && url.pathname !== '/') return 'must not have a path after the host and port'
  if (Boolean(url.username) !== Boolean(url.password)) return 'needs a user and a password, or neither'
  return undefined
}

/** `decodeURIComponent` that returns null for an invalid percent sign. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function readSettings(url: URL): SmtpSettings | string {
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === null || pass === null)
    return 'has a user or password that is not URL-encoded; write a percent sign as %25'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    // A password must not be sent in clear text, except to a relay on this machine.
    requireTls: !secure && user !== '' && !isLoopback(host),
    auth: user === '' ? null : { user, pass },
  }
}

/** SMTP_URL: `smtp://` (STARTTLS when offered) or `smtps://`, with or without user and password. */
const SmtpUrl = z.pipe(
  z.string(),
  z.transform((text, context): SmtpSettings => {
    const url = URL.parse(text)
    const settings = url ? (findProblem(url) ?? readSettings(url)) : `is not a URL; ${EXAMPLE}`
    if (typeof settings !== 'string') return settings
    // The issue omits the input, because it would carry the password into logs.
    context.issues.push({ code: 'custom', message: settings, input: undefined })
    return z.NEVER
  }),
)

/**
 * Reads SMTP_URL.
 * @throws EnvError with the variable and what to write, never its value
 */
export function parseSmtpUrl(text: string): SmtpSettings {
  const parsed = SmtpUrl.safeParse(text)
  if (!parsed.success) throw new EnvError(`SMTP_URL ${parsed.error.issues[0]?.message}`)
  return parsed.data
}
