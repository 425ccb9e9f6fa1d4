import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Credentials } from './credentials-service.ts'
import { findOwn, type KeyTest, updateOwn } from './credentials-store.ts'
import { endFailures, forgetKey } from './health-store.ts'
import type { KeyReads } from './key-reads.ts'
import type { KeyInput } from './key-tests.ts'
import type { KeyVerdict } from './test-key.ts'

interface KeyStoreDeps extends Pick<KeyReads, 'withForm' | 'show'> {
  db: Db
  credentials: Pick<Credentials, 'store' | 'remove'>
}

/** A key in the audit log. */
const factsOf = ({ hint, daily_limit }: { hint: string | null; daily_limit: number | null }) => ({
  key_hint: hint,
  daily_limit,
})

/** Stores and deletes an account's keys, their tests and limits. */
export const createStoredKeys = ({ db, credentials, withForm, show }: KeyStoreDeps) => ({
  /** Stores a tested key, replacing the previous one. */
  async save(actor: Actor, id: string, input: KeyInput, test: KeyTest): Promise<LeadSourceEntry> {
    const { declaration } = withForm(id)
    const { accountId, userId } = actor
    await transaction(db, async () => {
      const before = await findOwn(db, accountId, id)
      const stored = await credentials.store({ accountId, userId }, declaration, input.values, {
        test,
        dailyLimit: input.daily_limit,
      })
      await forgetKey(db, { sourceId: id, credentialId: stored.id })
      const after = await findOwn(db, accountId, id)
      const detail = {
        tested: test.tested_at !== null,
        ...fieldChanges(before ? factsOf(before) : null, after ? factsOf(after) : null),
      }
      recordAudit(db, { accountId, subject: `source:${id}`, detail })
    })
    return show(accountId, id)
  },

  /** Records the vendor's verdict on the stored key; an accepted one is no longer paused. */
  async recordTest(actor: Actor, id: string, verdict: KeyVerdict) {
    const { accountId } = actor
    const { declaration } = withForm(id)
    await transaction(db, async () => {
      const test = 'test' in verdict ? verdict.test : {}
      const row = Object.keys(test).length > 0 ? await updateOwn(db, accountId, id, test) : undefined
      const credentialId = row?.id ?? 0
      if (verdict.state === 'accepted' && !verdict.test.test_problem && credentialId > 0) {
        await forgetKey(db, { sourceId: id, credentialId })
        await endFailures(db, { sourceId: id, credentialId })
      }
      recordAudit(db, { accountId, subject: `source:${id}`, detail: { result: verdict.state } })
    })
    const { label } = declaration
    const messages = {
      accepted: `${label} accepts the key`,
      refused: `${label} does not accept the key`,
      untestable: `${label} can’t test keys. The next search shows whether this one works`,
      unknown: '',
    }
    return { data: await show(accountId, id), message: messages[verdict.state] }
  },

  async limitKey(actor: Actor, id: string, dailyLimit: number | null): Promise<LeadSourceEntry> {
    const { accountId } = actor
    const source = withForm(id)
    await transaction(db, async () => {
      const before = await findOwn(db, accountId, id)
      const row = await updateOwn(db, accountId, id, { daily_limit: dailyLimit })
      if (!row || !before) throw notFound(`Your key for ${source.declaration.label}`)
      const detail = fieldChanges({ daily_limit: before.daily_limit }, { daily_limit: dailyLimit })
      recordAudit(db, { accountId, subject: `source:${id}`, detail })
    })
    return show(accountId, id)
  },

  async remove(actor: Actor, id: string): Promise<LeadSourceEntry> {
    const { accountId } = actor
    const source = withForm(id)
    await transaction(db, async () => {
      const before = await findOwn(db, accountId, id)
      const removed = await credentials.remove(accountId, id)
      if (!removed || !before) throw notFound(`Your key for ${source.declaration.label}`)
      await forgetKey(db, { sourceId: id, credentialId: removed.id })
      const detail = fieldChanges(factsOf(before), null)
      recordAudit(db, { accountId, subject: `source:${id}`, detail })
    })
    return show(accountId, id)
  },
})
