import type { DkimRecord } from '#contract/branding/mail-server.ts'
import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { findKeyRecord, newDkimKey, presentKey, settleKey } from './dkim-keys.ts'
import * as store from './mail-servers-store.ts'

/** Maximum keys per account. */
const MAX_KEYS = 20

interface KeyChangesDeps {
  db: Db
  dns: Pick<DnsClient, 'txt'>
  secretBox: SecretBox
  clock: Clock
  siteScope: SiteScope
}

/** Creates DKIM keys, and activates them as DNS publishes them. */
export function createKeyChanges({ db, dns, secretBox, clock, siteScope }: KeyChangesDeps) {
  /** Checks the records of keys and applies what DNS shows. Returns whether anything changed. */
  async function check(keys: readonly store.DkimKeyRow[]): Promise<boolean> {
    let changed = false
    for (const key of keys) if (await settleKey(db, key, await findKeyRecord(dns, key))) changed = true
    return changed
  }

  return {
    check,

    /** Generating a key pair takes time: it is done before the transaction that stores it. */
    async make(actor: Actor, accountId: number | undefined, domain: string) {
      const { account } = await siteScope.find(actor, accountId)
      return newDkimKey({ account_id: account.id, domain }, secretBox, clock)
    },

    /** A domain's key: the existing one, or the new one. */
    add: (actor: Actor, made: Awaited<ReturnType<typeof newDkimKey>>, rotate: boolean): Promise<DkimRecord> =>
      transaction(db, async () => {
        const { account_id: accountId, domain } = made
        await store.lockKeysOf(db, accountId)
        const keys = await store.findKeys(db, accountId)
        const known = keys.filter((key) => key.domain === domain && key.state !== 'retiring')
        if (known[0] && !rotate) {
          markUnchanged()
          return presentKey(known[0])
        }
        await store.deletePending(db, accountId, domain)
        if (keys.length >= MAX_KEYS) throw conflict(`An account can have ${MAX_KEYS} DKIM keys`)
        const key = await store.insertKey(db, made)
        siteScope.auditBoth(actor, accountId, `account:${accountId}`, { domain, selector: key.selector })
        return presentKey(key)
      }),

    /** Activates new keys whose records have appeared, and deletes replaced ones. */
    async recheck(): Promise<void> {
      await store.deleteRetired(db)
      const nameOf = ({ domain }: store.DkimKeyRow) => domain
      await forEachItem('DKIM keys', await store.findDueKeys(db), (key) => check([key]), { nameOf })
    },
  }
}
