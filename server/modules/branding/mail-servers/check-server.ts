import { isIP } from 'node:net'
import type { SmtpSecurity } from '#contract/branding/mail-server.ts'
import { invalidField } from '#server/platform/errors.ts'
import { checkPublicHost } from '#server/platform/fetch/check-public-url.ts'

/** Ports for mail submission. Others would allow port scans. */
const PORTS: readonly number[] = [25, 26, 465, 587, 588, 2465, 2525, 2526, 2587]

interface ServerInput {
  host: string
  port: number
  security: SmtpSecurity
  username: string | null
}

/**
 * Checks of an entered mail server that need no connection; its resolved address is checked at every connection.
 * Names of HOST_MAP may have any port and no TLS.
 * @throws AppError validation_failed.
 */
export function checkServer({ host, port, security, username }: ServerInput, mapped: ReadonlySet<string>) {
  if (mapped.has(host)) return
  if (isIP(host)) throw invalidField('host', 'Enter a host name, such as smtp.example.com')
  checkPublicHost(host, 'host')
  if (!PORTS.includes(port)) throw invalidField('port', `Use a mail server port: ${PORTS.join(', ')}`)
  if (username && security === 'none')
    throw invalidField('security', 'Choose STARTTLS or TLS: a password must not be sent unencrypted')
}
