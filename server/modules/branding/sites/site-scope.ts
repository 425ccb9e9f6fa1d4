import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { accountRealm } from './signals.ts'
import {
  findSiteAccount,
  findSiteOfAccount,
  insertSite,
  lockAccountSite,
  type SiteRow,
} from './sites-store.ts'

/** @throws AppError not_found for accounts of others, and for those without a brand. */
async function getAccount(ctx: Context, actor: Actor, accountId: number = actor.accountId) {
  const account =
    accountId === actor.accountId || can(actor, 'administer')
      ? await findSiteAccount(ctx.db, accountId)
      : undefined
  if (!account) throw notFound('The account')
  return account
}

/** The account of a call, and its site: the caller's own, or another's for administrators. @throws AppError not_found. */
export async function findSiteScope(ctx: Context, actor: Actor, accountId: number | undefined) {
  const account = await getAccount(ctx, actor, accountId)
  return { account, site: (await findSiteOfAccount(ctx.db, account.id)) ?? null }
}

/** The same, creating a missing site. Joins the caller's transaction. */
export const ensureSiteScope = (ctx: Context, actor: Actor, accountId: number | undefined) =>
  transaction(ctx.db, async () => {
    const account = await getAccount(ctx, actor, accountId)
    await lockAccountSite(ctx.db, account.id)
    const known = await findSiteOfAccount(ctx.db, account.id)
    if (known) return { account, site: known as SiteRow }
    const isPlatform = account.parent_id === null
    const realm_id = isPlatform
      ? account.realm_id
      : await accountRealm.ask(ctx, { accountId: account.id, name: account.name })
    return {
      account,
      site: await insertSite(ctx.db, { account_id: account.id, realm_id, is_platform: isPlatform }),
    }
  })

/** In the audit logs of the caller's account and of the site's. */
export function auditSiteChange(
  ctx: Context,
  actor: Actor,
  accountId: number,
  subject: `${string}:${number}`,
  detail: Record<string, unknown>,
) {
  for (const id of [...new Set([actor.accountId, accountId])].sort((a, b) => a - b))
    recordAudit(ctx.db, { accountId: id, subject, detail: { ...detail, account_id: accountId } })
}
