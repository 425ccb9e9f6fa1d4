import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { findSiteAccount, findSiteOfAccount, insertSite, lockSiteOf, type SiteRow } from './sites-store.ts'

interface SiteScopeDeps {
  db: Db
  /** The realm of an account's customers; created on first use. */
  realmOf(accountId: number, name: string): Promise<number>
}

/** The site of a call: their own account's, or another's for administrators. */
export function createSiteScope({ db, realmOf }: SiteScopeDeps) {
  /** @throws AppError not_found for accounts of others, and for those without a brand. */
  async function accountOf(actor: Actor, accountId: number = actor.accountId) {
    const account =
      accountId === actor.accountId || can(actor, 'administer')
        ? await findSiteAccount(db, accountId)
        : undefined
    if (!account) throw notFound('The account')
    return account
  }

  async function find(actor: Actor, accountId: number | undefined) {
    const account = await accountOf(actor, accountId)
    return { account, site: (await findSiteOfAccount(db, account.id)) ?? null }
  }

  return {
    find,
    /** The same, creating a missing site. Joins the caller's transaction. */
    ensure: (actor: Actor, accountId: number | undefined) =>
      transaction(db, async () => {
        const account = await accountOf(actor, accountId)
        await lockSiteOf(db, account.id)
        const known = await findSiteOfAccount(db, account.id)
        if (known) return { account, site: known as SiteRow }
        const isPlatform = account.parent_id === null
        const realm_id = isPlatform ? account.realm_id : await realmOf(account.id, account.name)
        return {
          account,
          site: await insertSite(db, { account_id: account.id, realm_id, is_platform: isPlatform }),
        }
      }),
    /** In the audit logs of the caller's account and of the site's. */
    auditBoth(
      actor: Actor,
      accountId: number,
      subject: `${string}:${number}`,
      detail: Record<string, unknown>,
    ) {
      for (const id of [...new Set([actor.accountId, accountId])].sort((a, b) => a - b))
        recordAudit(db, { accountId: id, subject, detail: { ...detail, account_id: accountId } })
    },
  }
}
export type SiteScope = ReturnType<typeof createSiteScope>
