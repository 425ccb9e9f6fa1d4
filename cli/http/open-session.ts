import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { CommandCall } from '../arguments/command-spec.ts'
import { CliError, usageError } from '../cli-error.ts'
import { readCredentials } from '../files/credentials-file.ts'
import { type ApiClient, createClient, type Session } from './api-client.ts'

/** Default address of a local server. */
const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Validates an address and removes its trailing slash. */
export function baseUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw usageError(`${name} must be an address such as ${DEFAULT_URL}, not "${text}"`)
  }
  return url.href.replace(/\/+$/, '')
}

type Surroundings = Pick<CommandCall<unknown>, 'env' | 'terminal'>

/** The session from the environment variables and the stored sign-in. */
export async function findSession({ env }: Pick<Surroundings, 'env'>): Promise<Session> {
  const stored = await readCredentials(env.configFolder)
  const url = baseUrl(env.url ?? stored?.url ?? DEFAULT_URL, 'LEADWRIGHT_URL')
  if (env.token) return { url, token: env.token }
  // A stored token is sent only to the server that issued it.
  return { url, token: stored && stored.url === url ? stored.token : null }
}

/** A client that reports on standard error when it waits for the server. */
export const clientFor = (session: Session, { env, terminal }: Surroundings): ApiClient =>
  createClient(session, {
    patienceMs: env.patienceMs,
    onWait: (seconds) => terminal.note(`The server isn’t responding. Retrying for up to ${seconds} s`),
  })

/** The client of a signed-in user; exits with 3 without a sign-in. */
export async function openClient(call: Surroundings): Promise<ApiClient> {
  const session = await findSession(call)
  if (session.token === null) {
    throw new CliError('denied', `Not signed in at ${session.url}`, {
      code: 'unauthorized',
      hint: `leadwright login --url ${session.url} --email E (or --api-key KEY)`,
    })
  }
  return clientFor(session, call)
}

/** One call as the signed-in user. */
export const callServer = async <E extends Endpoint>(
  call: Surroundings,
  endpoint: E,
  input: CallInput<E>,
  options?: Parameters<ApiClient['call']>[2],
): Promise<Reply<E>> => (await openClient(call)).call(endpoint, input, options)
