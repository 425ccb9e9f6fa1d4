import type { DkimRecord } from '#contract/branding/mail-server.ts'
import { auditSiteChange, findSiteScope } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { findKeyRecord, newDkimKey, presentKey, settleKey } from './dkim-keys.ts'
import * as store from './mail-servers-store.ts'

/** Maximum keys per account. */
const MAX_KEYS = 20

/** Checks the records of keys and applies what DNS shows. Returns whether anything changed. */
export async function checkDkimKeys(ctx: Context, keys: readonly store.DkimKeyRow[]): Promise<boolean> {
  let changed = false
  for (const key of keys) if (await settleKey(ctx.db, key, await findKeyRecord(ctx.dns, key))) changed = true
  return changed
}

/** Generating a key pair takes time: it is done before the transaction that stores it. */
export async function makeDkimKey(ctx: Context, actor: Actor, accountId: number | undefined, domain: string) {
  const { account } = await findSiteScope(ctx, actor, accountId)
  return newDkimKey({ account_id: account.id, domain }, ctx.secretBox, ctx.clock)
}

/** A domain's key: the existing one, or the new one. */
export const addDkimKey = (
  ctx: Context,
  actor: Actor,
  made: Awaited<ReturnType<typeof newDkimKey>>,
  rotate: boolean,
): Promise<DkimRecord> =>
  transaction(ctx.db, async () => {
    const { account_id: accountId, domain } = made
    await store.lockKeys(ctx.db, accountId)
    const keys = await store.findKeys(ctx.db, accountId)
    const known = keys.filter((key) => key.domain === domain && key.state !== 'retiring')
    if (known[0] && !rotate) {
      markUnchanged()
      return presentKey(known[0])
    }
    await store.deletePending(ctx.db, accountId, domain)
    if (keys.length >= MAX_KEYS) throw conflict(`An account can have ${MAX_KEYS} DKIM keys`)
    const key = await store.insertKey(ctx.db, made)
    auditSiteChange(ctx, actor, accountId, `account:${accountId}`, { domain, selector: key.selector })
    return presentKey(key)
  })

/** Activates new keys whose records have appeared, and deletes replaced ones. */
export async function recheckDkimKeys(ctx: Context): Promise<void> {
  await store.deleteRetired(ctx.db)
  const readName = ({ domain }: store.DkimKeyRow) => domain
  await forEachItem('DKIM keys', await store.findDueKeys(ctx.db), (key) => checkDkimKeys(ctx, [key]), {
    nameItem: readName,
  })
}
