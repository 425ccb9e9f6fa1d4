import type { ContactCrmId } from '#contract/core/crms/index.ts'
import { findSiteOfHost, plainHost } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { CheckedConnection } from './check-connection.ts'
import { insertConsent, redeemConsent } from './connections-store.ts'
import { createCrmContext } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'
import { makeStoredAccess } from './crm-tokens.ts'
import { findContactCrm, requireOfferedCrm } from './offered-crms.ts'

/** The address of a host, if it is a served domain; else the platform's. */
export const findOrigin = async (ctx: Context, host: string): Promise<string> =>
  (await findSiteOfHost(ctx, host)) ? `https://${plainHost(host)}` : ctx.site.publicUrl()

const makeRedirect = async (ctx: Context, host: string): Promise<string> =>
  `${await findOrigin(ctx, host)}/crm/callback`

/** The consent page, with a state that works once for this person. */
export async function startConsent(
  ctx: Context,
  actor: Actor,
  id: ContactCrmId,
  host: string,
): Promise<string> {
  await requireOfferedCrm(ctx, actor, id)
  const { consent, label } = findContactCrm(ctx, id)
  if (!consent) throw conflict(`${label} sign-in isn’t set up here. Connect with a token`)
  const { token, hash } = newToken()
  const { accountId, userId } = actor
  await transaction(ctx.db, async () => {
    await insertConsent(ctx.db, { stateHash: hash, accountId, userId, crm: id })
    recordAudit(ctx.db, { accountId, subject: `crm:${id}` })
  })
  return consent.page(token, await makeRedirect(ctx, host))
}

/** Redeems the state and exchanges the code for tokens. @throws AppError. */
export async function requestConsent(
  ctx: Context,
  actor: Actor,
  { state, code, host }: { state: string; code: string; host: string },
  signal: AbortSignal,
): Promise<CheckedConnection> {
  const { accountId, userId } = actor
  const redeemed = await redeemConsent(ctx.db, { accountId, userId }, hashToken(state))
  if (!redeemed) throw invalidField('state', 'This link was already used or has expired. Connect again')
  const crm = findContactCrm(ctx, redeemed.crm)
  if (!crm.consent) throw conflict(`${crm.label} sign-in isn’t set up here`)
  try {
    const tokens = await crm.consent.exchange(code, await makeRedirect(ctx, host), signal)
    const context = createCrmContext(ctx, crm, {
      account: tokens.account ?? '',
      secret: tokens.access,
      way: 'oauth',
      signal,
    })
    const { account, name } = await crm.test(context)
    return { crm: redeemed.crm, way: 'oauth', access: makeStoredAccess(ctx, tokens), account, label: name }
  } catch (error) {
    if (error instanceof CrmError && error.code === 'refused')
      throw invalidField('code', `${crm.label} rejected this code. Connect again`)
    throw asCallError(error)
  }
}
