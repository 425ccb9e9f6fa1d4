import { isIP } from 'node:net'
import type { SmtpSecurity } from '#contract/branding/mail-server.ts'
import { invalidField } from '#server/platform/errors.ts'
import { checkPublicHost } from '#server/platform/fetch/check-public-url.ts'

/** Ports that mail servers take mail on. Others would make this a way to look for open ports. */
const PORTS: readonly number[] = [25, 26, 465, 587, 588, 2465, 2525, 2526, 2587]

interface ServerInput {
  host: string
  port: number
  security: SmtpSecurity
  username: string | null
}

/**
 * What is plain to see about a mail server that someone typed; what its name leads to is checked at every connection.
 * Names of HOST_MAP may have any port and go without TLS. @throws AppError validation_failed.
 */
export function checkServer({ host, port, security, username }: ServerInput, mapped: ReadonlySet<string>) {
  if (mapped.has(host)) return
  if (isIP(host)) throw invalidField('host', 'Enter a host name, such as smtp.example.com')
  checkPublicHost(host, 'host')
  if (!PORTS.includes(port))
    throw invalidField('port', `Use a port that mail servers take mail on: ${PORTS.join(', ')}`)
  if (username && security === 'none')
    throw invalidField('security', 'Choose STARTTLS or TLS: a password must not travel unencrypted')
}
