import { APP_SCOPES, type AppRequest, type AppScope } from '#contract/identity/connected-apps.ts'
import { findUser } from '#server/modules/accounts/accounts/index.ts'
import { originOf, plainHost } from '#server/modules/branding/sites/index.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import {
  canMakeApiKey,
  createAppKey,
  isSignInOld,
  requireSessionOwner,
} from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { resolveClient } from './clients.ts'
import { type ClientRow, insertGrant, markUsed } from './connected-apps-store.ts'
import { isResource, makeResource } from './metadata.ts'
import { OauthProblem } from './oauth-problem.ts'
import { findAppHost, isRegistered, judgeTrust, withParams } from './redirect-uris.ts'

/** Requests that one person looks at; each may read the app's document. */
const requestLimit = defineRateLimit({ name: 'app-request', points: 60, seconds: 60 * 60 })

/** Where a request arrived. */
export interface Where {
  hostname: string
  host: string
  protocol: string
}

/** A request whose answer may go back to the app: app and address are its own. */
interface Asked {
  client: ClientRow
  redirectUri: string
  scopes: AppScope[]
  challenge: string
  problem: OauthProblem | null
  /** The app's address with these parameters, its own state and the issuer (RFC 9207). */
  answer(params: Record<string, string>): string
}

const noAnswer = (message: string) => new AppError('validation_failed', message)

/** The app's query, each parameter once. @throws AppError validation_failed */
function readQuery(request: string): Map<string, string> {
  const params = new URLSearchParams(Buffer.from(request, 'base64url').toString('utf8'))
  const read = new Map(params)
  if (read.size !== params.size) throw noAnswer('The app’s request names a parameter twice. Ask its vendor')
  return read
}

/** Scopes that an app asks for, in our order; all of them if it names none. Others are not ours to give. */
function readScopes(scope: string | undefined): AppScope[] {
  const names = (scope ?? '').split(' ').filter(Boolean)
  return names.length === 0 ? [...APP_SCOPES] : APP_SCOPES.filter((name) => names.includes(name))
}

function findProblem(query: Map<string, string>, resource: string): OauthProblem | null {
  if (query.get('response_type') !== 'code')
    return new OauthProblem(
      'unsupported_response_type',
      'The app must ask for a code (response_type=code). Ask its vendor',
    )
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '') || query.get('code_challenge_method') !== 'S256')
    return new OauthProblem(
      'invalid_request',
      'The app must send a PKCE challenge with the method S256. Ask its vendor',
    )
  if (!isResource(query.get('resource'), resource))
    return new OauthProblem('invalid_target', `The app asks for another address than ${resource}`)
  if (readScopes(query.get('scope')).length === 0)
    return new OauthProblem('invalid_scope', `The app asks for none of ${APP_SCOPES.join(', ')}`)
  return null
}

/** @throws AppError validation_failed for a request that must not be answered: its app or address is unknown */
async function readRequest(ctx: Context, where: Where, request: string): Promise<Asked> {
  const query = readQuery(request)
  const issuer = originOf(ctx, where)
  const client = await resolveClient(ctx, plainHost(where.hostname), query.get('client_id') ?? '')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!isRegistered(redirectUri, client.redirect_uris))
    throw noAnswer(
      'The app wants its answer at an address that it has not registered. Don’t continue with it',
    )
  return {
    client,
    redirectUri,
    scopes: readScopes(query.get('scope')),
    challenge: query.get('code_challenge') ?? '',
    problem: findProblem(query, makeResource(issuer)),
    answer: (params) =>
      withParams(redirectUri, { ...params, state: query.get('state') ?? null, iss: issuer }),
  }
}

/** @throws AppError forbidden */
async function checkPerson(ctx: Context, actor: Actor): Promise<void> {
  if (!canMakeApiKey(actor)) throw new AppError('forbidden', 'Only a signed-in person can connect an app')
  if (!(await isOn(ctx.db, 'agents')))
    throw new AppError('forbidden', 'AI agents are turned off on this installation')
}

/** Whoever signed in just now has proven enough. Others with a password enter it. */
const needsPassword = async (ctx: Context, actor: Actor): Promise<boolean> =>
  (await isSignInOld(ctx, actor)) && Boolean((await findUser(ctx, actor.userId))?.password_hash)

/** What an app asks this person for. @throws AppError forbidden, rate_limited, validation_failed */
export async function checkAppRequest(
  ctx: Context,
  actor: Actor,
  where: Where,
  request: string,
): Promise<AppRequest> {
  await checkPerson(ctx, actor)
  await requestLimit.consume(ctx, String(actor.userId))
  const { client, redirectUri, scopes, problem, answer } = await readRequest(ctx, where, request)
  return {
    name: client.name,
    app_host: findAppHost(redirectUri),
    trust: judgeTrust(redirectUri),
    scopes,
    needs_password: await needsPassword(ctx, actor),
    problem: problem?.message ?? null,
    cancel_url: answer({ error: problem?.code ?? 'access_denied' }),
  }
}

export interface Approval {
  request: string
  scopes: readonly AppScope[]
  daily_credits: number | null
  password?: string
}

/** Before an approval, outside of its transaction: who asks, and for what. @throws AppError */
export async function checkApproval(
  ctx: Context,
  actor: Actor,
  where: Where,
  { request, scopes, daily_credits, password }: Approval,
): Promise<Asked> {
  await checkPerson(ctx, actor)
  await requestLimit.consume(ctx, String(actor.userId))
  const asked = await readRequest(ctx, where, request)
  if (asked.problem) throw noAnswer(asked.problem.message)
  if (!scopes.every((scope) => asked.scopes.includes(scope)))
    throw invalidField('scopes', 'The app doesn’t ask for all of these')
  if (scopes.includes('spend') && daily_credits === null)
    throw invalidField('daily_credits', 'Enter how many credits the app may spend a day')
  if (await isSignInOld(ctx, actor)) await requireSessionOwner(ctx, actor, password)
  return asked
}

/** Connects the app. Returns the app's address with a code, which works once, within a minute. @throws AppError conflict */
export async function approveAppRequest(
  ctx: Context,
  actor: Actor,
  where: Where,
  { client, redirectUri, challenge, answer }: Asked,
  { scopes, daily_credits }: Approval,
): Promise<string> {
  const code = newToken('code_')
  await transaction(ctx.db, async () => {
    const id = await createAppKey(ctx, actor, {
      name: client.name,
      appHost: findAppHost(redirectUri),
      tokenHost: plainHost(where.hostname),
      scopes,
      daily_credits: scopes.includes('spend') ? daily_credits : null,
    })
    await markUsed(ctx.db, client.id)
    await insertGrant(ctx.db, {
      api_key_id: id,
      client_id: client.id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_hash: code.hash,
    })
  })
  return answer({ code: code.token })
}
