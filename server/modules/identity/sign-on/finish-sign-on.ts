import type { SignedIn } from '#contract/identity/user.ts'
import {
  type FoundSignOn,
  findSignOnOfHost,
  findSiteOfHost,
  makeSignOnReturn,
} from '#server/modules/branding/sites/index.ts'
import { listHeldCodes, redeemCode } from '#server/modules/core/one-time-codes/index.ts'
import { type From, signInUser } from '#server/modules/identity/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SignOnPerson } from '#server/providers/sign-on/index.ts'
import { admitPerson } from './admit-person.ts'
import { asSignOnProblem, type KeptRequest, readClient, sealContext, signOnLimit } from './begin-sign-on.ts'

const stale = () =>
  new AppError(
    'social_rejected',
    'This sign-in has expired, was finished already or began elsewhere. Start again',
  )

/**
 * The request that this browser began on this site, for the provider that the site still has. It is used up here,
 * before the provider is asked: a second try with the same query finds nothing.
 */
async function redeemRequest(ctx: Context, found: FoundSignOn, request: string): Promise<KeptRequest> {
  const rows = await listHeldCodes(ctx, 'sign_on', request)
  const row = rows.find(({ site_id }) => site_id === found.site.id)
  if (!row) throw stale()
  await redeemCode(ctx, row).catch(() => {
    throw stale()
  })
  const kept: KeptRequest = JSON.parse(
    ctx.secretBox.open(String(row.data.sealed), sealContext(found.site.id)),
  )
  const { issuer, client_id } = found.settings
  if (kept.issuer !== issuer || kept.clientId !== client_id) throw stale()
  return kept
}

async function askProvider(
  ctx: Context,
  found: FoundSignOn,
  request: KeptRequest,
  query: string,
): Promise<SignOnPerson> {
  const { groups_claim: groupsClaim } = found.settings
  try {
    return await ctx.signOn.finish(readClient(found), { request, query, groupsClaim })
  } catch (error) {
    throw asSignOnProblem(ctx, found, error)
  }
}

/** Signs in whom the site's provider has confirmed. @throws AppError */
export async function finishSignOn(
  ctx: Context,
  body: { request: string; callback: string },
  from: From,
): Promise<SignedIn> {
  await signOnLimit.consume(ctx, from.ip)
  const found = await findSignOnOfHost(ctx, from.host)
  if (!found) throw stale()
  const request = await redeemRequest(ctx, found, body.request)
  // On another host of the site the provider would refuse the code.
  if (request.redirectUri !== makeSignOnReturn(ctx, from.host)) throw stale()
  const query = body.callback.startsWith('?') ? body.callback : `?${body.callback}`
  const person = await askProvider(ctx, found, request, query)
  const user = await admitPerson(ctx, found, person)
  const { issuer, client_id: clientId } = found.settings
  const { idToken, endSession } = person
  const returnTo = `${new URL(request.redirectUri).origin}/login`
  const site = await findSiteOfHost(ctx, from.host)
  return signInUser(ctx, user, site, from, { issuer, clientId, idToken, endSession, returnTo })
}
