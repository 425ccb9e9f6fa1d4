import type { Db } from '#server/platform/db/db.ts'
import { notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { type Pace, pausePace } from '#server/platform/pace.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { type Credentials, readForm } from './credentials-service.ts'
import { findOwn, type KeyTest } from './credentials-store.ts'
import type { KeyReads } from './key-reads.ts'
import { type KeyVerdict, notTested, requireAccepted, testKey } from './test-key.ts'

export interface KeyInput {
  values: Record<string, string>
  daily_limit?: number | null | undefined
  save_untested: boolean
}

interface KeyTestsDeps extends Pick<KeyReads, 'withForm'> {
  db: Db
  credentials: Pick<Credentials, 'open'>
  pace: Pace
  limit: RateLimit
  now(): Date
}

/** Tests keys with their vendors, outside transactions. */
export function createKeyTests({ db, credentials, withForm, pace, limit, now }: KeyTestsDeps) {
  async function test(actor: Actor, source: LeadSource, values: Record<string, string>, signal: AbortSignal) {
    await limit.consume(`account:${actor.accountId}`)
    const { id, perMinute } = source.declaration
    const key = `source:${id}:test:${actor.accountId}`
    const credential = { id: 0, level: 'account' as const, open: () => values }
    return testKey(
      source,
      { accountId: actor.accountId, credential, signal },
      {
        now,
        pace: async () => {
          if (perMinute !== null) await pace(key, perMinute, signal)
        },
        pause: (seconds) => pausePace(db, key, seconds),
      },
    )
  }

  const storedKey = async (actor: Actor, source: LeadSource) => {
    const row = await findOwn(db, actor.accountId, source.declaration.id)
    if (!row) throw notFound(`Your key for ${source.declaration.label}`)
    return row
  }

  return {
    /** Tests an entered key with the vendor. @throws AppError unless it may be stored. */
    async requestNew(actor: Actor, id: string, input: KeyInput, signal: AbortSignal): Promise<KeyTest> {
      const source = withForm(id)
      const values = await prefixFields('values', async () => readForm(source.declaration, input.values))
      const verdict = await test(actor, source, values, signal)
      return requireAccepted(source.declaration, verdict, input.save_untested)
    },

    /** Tests the stored key with the vendor. @throws AppError not_found, source_failed when unreachable. */
    async requestStored(actor: Actor, id: string, signal: AbortSignal): Promise<KeyVerdict> {
      const source = withForm(id)
      const row = await storedKey(actor, source)
      const verdict = await test(actor, source, credentials.open(actor.accountId, id, row.sealed), signal)
      if (verdict.state === 'unknown') throw notTested(source.declaration, verdict.error, false)
      return verdict
    },
  }
}
