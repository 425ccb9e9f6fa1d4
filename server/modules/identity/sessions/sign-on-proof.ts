import type { Context } from '#server/platform/context.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { endSessions } from './end-sessions.ts'

/** What a provider confirmed at a sign-on, to end its session with ours. */
export interface SignOnProof {
  issuer: string
  clientId: string
  idToken: string
  /** Page of the provider that ends its session; null without one. */
  endSession: string | null
  /** Our page to which it leads back. */
  returnTo: string
}

const context = (userId: number): string => `session-sign-on:${userId}`

/** The ID token names the person, so it is stored sealed. */
export const sealSignOn = (ctx: Context, userId: number, proof: SignOnProof): string =>
  ctx.secretBox.seal(JSON.stringify(proof), context(userId))

export const openSignOn = (ctx: Context, userId: number, sealed: string): SignOnProof =>
  JSON.parse(ctx.secretBox.open(sealed, context(userId)))

/** Where the actor's session ends at the provider too; null for sessions that began in another way. */
export async function findSignOutUrl(ctx: Context, { credential, userId }: Actor): Promise<string | null> {
  if (credential.kind !== 'session') return null
  const row = await findRow(ctx.db, 'session', { id: credential.id }, ['sign_on_sealed'])
  if (!row?.sign_on_sealed) return null
  const { endSession, idToken, clientId, returnTo } = openSignOn(ctx, userId, row.sign_on_sealed)
  if (!endSession) return null
  const url = new URL(endSession)
  url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('post_logout_redirect_uri', returnTo)
  return url.href
}

/** Ends sessions of an account's members that began without its sign-on. Those of owners stay. */
export async function endOtherSignIns(ctx: Context, accountId: number): Promise<void> {
  const members = await ctx.db
    .selectFrom('member')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'related')
    .execute()
  for (const { id } of members) await endSessions(ctx.db, { userId: id, accountId }, { withoutSignOn: true })
}
