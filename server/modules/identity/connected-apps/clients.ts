import * as z from 'zod/mini'
import { isHttps } from '#contract/core/addresses.ts'
import { personName } from '#contract/core/person-name.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { AppError } from '#server/platform/errors.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { type ClientRow, findClient, saveClient } from './connected-apps-store.ts'
import { OauthProblem } from './oauth-problem.ts'
import { isRedirectUri } from './redirect-uris.ts'

/** An app's document; everything else in it is ignored. */
const Metadata = z.object({
  client_name: z.catch(personName(80), 'An app without a name'),
  redirect_uris: z.array(z.string().check(z.refine(isRedirectUri))).check(z.minLength(1), z.maxLength(20)),
})
/** The same, kept at its own address. */
const Document = z.extend(Metadata, {
  client_id: z.string(),
  token_endpoint_auth_method: z.optional(z.string()),
})
const DOCUMENT_LIMITS = { maxBytes: 16 * 1024, timeoutMs: 5000, redirects: 'none' } as const
const ADDRESS_LENGTH = 500

/** Without characters that turn the direction of the text around them. */
const plainName = (name: string): string => name.replace(/\p{Cf}/gu, '').trim() || 'An app without a name'

/** Registers an app (RFC 7591). All are public: what would be their secret lies on people's devices. @throws OauthProblem */
export async function registerClient(ctx: Context, host: string, body: unknown) {
  const read = Metadata.safeParse(body)
  if (!read.success) {
    const isUri = read.error.issues.some(({ path }) => path[0] === 'redirect_uris')
    throw isUri
      ? new OauthProblem(
          'invalid_redirect_uri',
          'redirect_uris needs 1 to 20 addresses: https, http on the device itself, or the scheme of a program',
        )
      : new OauthProblem('invalid_client_metadata', 'Send client_name and redirect_uris as a JSON object')
  }
  const { client_name, redirect_uris } = read.data
  const client = await saveClient(ctx.db, host, {
    client_id: newToken('client_').token,
    name: plainName(client_name),
    redirect_uris,
  })
  return {
    client_id: client.client_id,
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    client_name: client.name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

const unreadable = (why: string, cause?: unknown) =>
  new AppError('validation_failed', `The app’s description can’t be used: ${why}. Ask its vendor`, { cause })

/** Whether a client ID is the address of a document. Its path tells it from a mere host. */
const isDocument = (clientId: string): boolean =>
  clientId.length <= ADDRESS_LENGTH &&
  isHttps(clientId) &&
  new URL(clientId).href === clientId &&
  new URL(clientId).pathname !== '/' &&
  !/[#@]/.test(clientId)

/** Reads the document at a client ID (Client ID Metadata Document), through the guarded way out. @throws AppError */
async function readDocument(ctx: Context, clientId: string): Promise<z.output<typeof Document>> {
  const body = await ctx.webhookSending.outbound
    .fetch(clientId, { ...DOCUMENT_LIMITS, headers: { accept: 'application/json' } })
    .then(async (answer) => {
      if (answer.status === 200) return answer.json()
      answer.discard()
      throw unreadable(`its address answers ${answer.status}`)
    })
    .catch((error) => {
      if (error instanceof OutboundError) throw unreadable('its address can’t be read', error)
      throw error instanceof SyntaxError ? unreadable('it isn’t JSON', error) : error
    })
  const read = Document.safeParse(body)
  if (!read.success) throw unreadable('its redirect_uris or its client_id are missing or not allowed')
  if (read.data.client_id !== clientId) throw unreadable('it names another client_id')
  if ((read.data.token_endpoint_auth_method ?? 'none') !== 'none')
    throw unreadable('it asks for a way to authenticate that is not supported here')
  return read.data
}

/** The app of a request: registered here, or described at its own address, which is read anew. @throws AppError */
export async function resolveClient(ctx: Context, host: string, clientId: string): Promise<ClientRow> {
  if (isDocument(clientId)) {
    const { client_name, redirect_uris } = await readDocument(ctx, clientId)
    return saveClient(ctx.db, host, { client_id: clientId, name: plainName(client_name), redirect_uris })
  }
  const client = await findClient(ctx.db, host, clientId)
  if (!client)
    throw new AppError(
      'validation_failed',
      'This site doesn’t know the app. Remove the connection in the app and add it again',
    )
  return client
}
