import type { Context } from '#server/platform/context.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { findClaimants, findDomain } from './domains-store.ts'
import { plainHost } from './host-directory.ts'
import { findSiteScope } from './site-scope.ts'

async function findWithin(ctx: Context, actor: Actor, host: string, accountId: number | undefined) {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  const row = site && (await findDomain(ctx.db, site.id, host))
  return row ? { account, row } : null
}

/** Finds a call's domain within its site. */
export async function findOwnDomain(
  ctx: Context,
  actor: Actor,
  domain: string,
  accountId: number | undefined,
) {
  const host = plainHost(domain)
  const mine = await findWithin(ctx, actor, host, accountId)
  if (mine) return mine
  const claimants =
    accountId === undefined && can(actor, 'administer') ? await findClaimants(ctx.db, host) : []
  if (claimants.length > 1)
    throw invalidField('account_id', `Several accounts have added it; choose one of ${claimants.join(', ')}`)
  const found = claimants.length === 1 ? await findWithin(ctx, actor, host, claimants[0]) : null
  if (!found) throw notFound('The domain')
  return found
}
