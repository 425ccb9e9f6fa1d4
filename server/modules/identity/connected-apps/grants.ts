import { createHash, createHmac } from 'node:crypto'
import { originOf, plainHost } from '#server/modules/branding/sites/index.ts'
import {
  findAppKey,
  makeAppToken,
  renewAppKey,
  revokeApiKey,
  TOKEN_SECONDS,
} from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { derivedKey } from '#server/platform/crypto/derived-key.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { auditedCall, markUnchanged } from '#server/platform/http/current-call.ts'
import type { Where } from './app-request.ts'
import * as store from './connected-apps-store.ts'
import { isResource, makeResource } from './metadata.ts'
import { OauthProblem } from './oauth-problem.ts'

/**
 * Seconds in which a renewal may be repeated and gets the same tokens: the answer was lost, or two calls of the app
 * renewed at once.
 */
const REPEAT_SECONDS = 10
const tokenKey = derivedKey('tokens of connected apps v1')

/** What an app sends to the endpoints for tokens, each parameter once. */
export type Params = ReadonlyMap<string, string>

/** The reply with tokens (RFC 6749, 5.1). */
export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

const invalid = (why: string) => new OauthProblem('invalid_grant', `${why}. Connect the app again`)

/** `ref_`, a part that all refresh tokens of a connection share, and a part of its own. */
const REFRESH = /^(ref_[\w-]{43})\.[\w-]{43}$/
const familyOf = (token: string): string | null => REFRESH.exec(token)?.[1] ?? null

/** Only whoever has the token and the installation’s key can say what follows from it. */
const follow = (ctx: Context, purpose: 'access' | 'refresh', token: string): string =>
  createHmac('sha256', tokenKey(ctx)).update(`${purpose}:${token}`).digest('base64url')
const accessTokenOf = (ctx: Context, refresh: string) => makeAppToken(follow(ctx, 'access', refresh))

const reply = (ctx: Context, refresh: string, scopes: readonly string[]): Tokens => ({
  access_token: accessTokenOf(ctx, refresh),
  token_type: 'Bearer',
  expires_in: TOKEN_SECONDS,
  refresh_token: refresh,
  scope: scopes.join(' '),
})

/** Ends a connection that was used in a way that its app never would, and says so to the log. */
async function endGrant(ctx: Context, keyId: number, why: string): Promise<void> {
  const key = await findAppKey(ctx.db, { id: keyId })
  if (!key) return
  ctx.log.warn({ key: keyId, user: key.user_id, why }, 'the connection of an app was ended')
  await revokeApiKey(ctx, { userId: key.user_id, accountId: key.account_id }, keyId)
}

const isChallengeOf = (challenge: string, verifier: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge

/** A call for tokens: what an app sent, and the app that it names. */
interface TokenCall {
  host: string
  client: store.ClientRow
  params: Params
}

/** Whether these are the app, the address and the secret of the request whose code this is. */
const isOwnCode = (grant: store.GrantRow, { client, params }: TokenCall): boolean =>
  grant.redeemed_at === null &&
  client.id === grant.client_id &&
  params.get('redirect_uri') === grant.redirect_uri &&
  isChallengeOf(grant.code_challenge, params.get('code_verifier') ?? '')

/** A wrong use of a code ends it, a second one also what came of the first: the code has been seen by others. */
async function redeemCode(ctx: Context, call: TokenCall): Promise<Tokens | OauthProblem> {
  const { host, params } = call
  const grant = await store.lockGrantOfCode(ctx.db, hashToken(params.get('code') ?? ''))
  if (!grant) return invalid('The code is unknown')
  if (!isOwnCode(grant, call)) {
    await endGrant(
      ctx,
      grant.api_key_id,
      grant.redeemed_at ? 'its code was used again' : 'its code was misused',
    )
    return invalid('The code was used before, or belongs to another request')
  }
  const family = newToken('ref_').token
  const refresh = `${family}.${newToken().token}`
  const key = await renewAppKey(ctx.db, grant.api_key_id, host, hashToken(accessTokenOf(ctx, refresh)))
  if (!key) return invalid('The code is over, or belongs to another address')
  const hashes = { family_hash: hashToken(family), refresh_hash: hashToken(refresh) }
  await store.redeemGrant(ctx.db, grant.api_key_id, hashes)
  return reply(ctx, refresh, key.scopes)
}

function checkScope(scope: string | undefined, granted: readonly string[]): OauthProblem | null {
  const names = (scope ?? '').split(' ').filter(Boolean)
  return names.every((name) => granted.includes(name))
    ? null
    : new OauthProblem('invalid_scope', `The person allowed only: ${granted.join(' ')}`)
}

/** Each renewal replaces both tokens. One with a replaced refresh token ends the connection: two have it. */
async function renew(ctx: Context, { host, client, params }: TokenCall): Promise<Tokens | OauthProblem> {
  const given = params.get('refresh_token') ?? ''
  const family = familyOf(given)
  const grant = family ? await store.lockGrantOfFamily(ctx.db, hashToken(family)) : undefined
  const key = grant && (await findAppKey(ctx.db, { id: grant.api_key_id }))
  if (!grant || !key || key.token_host !== host) return invalid('The refresh token is unknown or over')
  const hash = hashToken(given)
  const next = `${family}.${follow(ctx, 'refresh', given)}`
  const isRepeated =
    hash === grant.previous_hash && (await store.wasJustRenewed(ctx.db, key.id, REPEAT_SECONDS))
  if (client.id !== grant.client_id || (hash !== grant.refresh_hash && !isRepeated)) {
    await endGrant(ctx, key.id, 'its refresh token was used again, or by another app')
    return invalid('The refresh token was used before')
  }
  const wrongScope = checkScope(params.get('scope'), key.scopes)
  if (wrongScope) return wrongScope
  if (!isRepeated) {
    await store.rotateGrant(ctx.db, key.id, hash, hashToken(next))
    await renewAppKey(ctx.db, key.id, host, hashToken(accessTokenOf(ctx, next)))
  }
  return reply(ctx, next, key.scopes)
}

/** What ends a connection is recorded in the person’s log; whoever calls is only known by the token. */
const recorded = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  auditedCall({
    endpoint: { name, audit: 'api_key.revoked' },
    actor: null,
    work: async () => {
      markUnchanged()
      return work()
    },
    onMissingAudit: () => {},
  })

/** Tokens for a code or a refresh token. A refusal is stored, too: it may end the connection. @throws OauthProblem */
export async function issueTokens(ctx: Context, where: Where, params: Params): Promise<Tokens> {
  const kind = params.get('grant_type')
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    throw new OauthProblem('unsupported_grant_type', 'Send grant_type authorization_code or refresh_token')
  if (!isResource(params.get('resource'), makeResource(originOf(ctx, where))))
    throw new OauthProblem('invalid_target', `Tokens are for ${makeResource(originOf(ctx, where))} only`)
  const host = plainHost(where.hostname)
  const client = await store.findClient(ctx.db, host, params.get('client_id') ?? '')
  if (!client)
    throw new OauthProblem('invalid_client', 'This site doesn’t know the client_id. Register again')
  const work = kind === 'authorization_code' ? redeemCode : renew
  const issued = await recorded('oauth.token', () =>
    transaction(ctx.db, () => work(ctx, { host, client, params })),
  )
  if (issued instanceof OauthProblem) throw issued
  return issued
}

/** Ends the connection of a token (RFC 7009). An unknown one, or one of another app or host, changes nothing. */
export async function revokeToken(ctx: Context, where: Where, params: Params): Promise<void> {
  const [token, host] = [params.get('token') ?? '', plainHost(where.hostname)]
  const family = familyOf(token)
  await recorded('oauth.revoke', () =>
    transaction(ctx.db, async () => {
      const byToken = family ? undefined : await findAppKey(ctx.db, { key_hash: hashToken(token) })
      const grant = family
        ? await store.findGrantOfFamily(ctx.db, hashToken(family))
        : byToken && (await store.findGrant(ctx.db, byToken.id))
      const key = grant && (await findAppKey(ctx.db, { id: grant.api_key_id }))
      if (!grant || key?.token_host !== host) return
      const client = await store.findClient(ctx.db, host, params.get('client_id') ?? '')
      if (client?.id !== grant.client_id) return
      await revokeApiKey(ctx, { userId: key.user_id, accountId: key.account_id }, key.id)
    }),
  )
}
