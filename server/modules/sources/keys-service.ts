import type { LeadSourceEntry } from '#contract/lead-sources.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound, underField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { holdPace, type Pace } from '#server/platform/pace.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { readForm } from './credentials-service.ts'
import { findOwn, type KeyTest, updateOwn } from './credentials-store.ts'
import { endFailures, forgetKey } from './health-store.ts'
import { presentSource } from './present-source.ts'
import type { SourcesService } from './sources-service.ts'
import { type KeyVerdict, mustBeAccepted, notTested, testKey } from './test-key.ts'

export interface SourceKeysDeps {
  db: Db
  sources: SourcesService
  pace: Pace
  /** Of questions to vendors about keys, by account. */
  limit: RateLimit
  now(): Date
}

export interface KeyInput {
  values: Record<string, string>
  daily_limit?: number | null | undefined
  save_untested: boolean
}

/** Keys of an account: what each source is to it, and storing, testing and deleting its own. */
export function createSourceKeys({ db, sources, pace, limit, now }: SourceKeysDeps) {
  const find = (id: string): LeadSource => {
    const source = sources.all().find(({ declaration }) => declaration.id === id)
    if (!source) throw notFound('The source')
    return source
  }
  const withForm = (id: string): LeadSource => {
    const source = find(id)
    if (source.declaration.credential.length === 0)
      throw new AppError('conflict', `${source.declaration.label} takes no key`)
    return source
  }

  async function list(accountId: number): Promise<LeadSourceEntry[]> {
    const all = new Map(sources.all().map(({ declaration }) => [declaration.id, declaration]))
    const at = now()
    return (await sources.standings(accountId, [...all.keys()])).flatMap((standing) => {
      const source = all.get(standing.source_id)
      return source ? [presentSource(source, standing, accountId, at)] : []
    })
  }
  async function show(accountId: number, id: string): Promise<LeadSourceEntry> {
    const [standing] = await sources.standings(accountId, [id])
    if (!standing) throw notFound('The source')
    return presentSource(find(id).declaration, standing, accountId, now())
  }

  /** Asks the vendor about a key, in the pace of the source. */
  async function ask(actor: Actor, source: LeadSource, values: Record<string, string>, signal: AbortSignal) {
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
        holdBack: (seconds) => holdPace(db, key, seconds),
      },
    )
  }

  const own = async (actor: Actor, source: LeadSource) => {
    const row = await findOwn(db, actor.accountId, source.declaration.id)
    if (!row) throw notFound(`A key of your account for ${source.declaration.label}`)
    return row
  }

  return {
    list: (actor: Actor) => list(actor.accountId),

    /** Asks the vendor about a key that was typed. @throws AppError unless it may be stored. */
    async askNew(actor: Actor, id: string, input: KeyInput, signal: AbortSignal): Promise<KeyTest> {
      const source = withForm(id)
      const values = await underField('values', async () => readForm(source.declaration, input.values))
      const verdict = await ask(actor, source, values, signal)
      return mustBeAccepted(source.declaration, verdict, input.save_untested)
    },

    /** Stores a key that was asked about, in place of the one before: of that nothing is left. */
    async save(actor: Actor, id: string, input: KeyInput, test: KeyTest): Promise<LeadSourceEntry> {
      const { declaration } = withForm(id)
      const { accountId, userId } = actor
      await transaction(db, async () => {
        const stored = await sources.credentials.store({ accountId, userId }, declaration, input.values, {
          test,
          dailyLimit: input.daily_limit,
        })
        await forgetKey(db, { sourceId: id, credentialId: stored.id })
        recordAudit(db, { accountId, subject: `source:${id}`, detail: { tested: test.tested_at !== null } })
      })
      return show(accountId, id)
    },

    /** Asks the vendor about the stored key. @throws AppError not_found, source_failed when it could not be asked. */
    async askStored(actor: Actor, id: string, signal: AbortSignal): Promise<KeyVerdict> {
      const source = withForm(id)
      const row = await own(actor, source)
      const verdict = await ask(
        actor,
        source,
        sources.credentials.open(actor.accountId, id, row.sealed),
        signal,
      )
      if (verdict.state === 'unknown') throw notTested(source.declaration, verdict.error, false)
      return verdict
    },

    /** Writes down what a vendor said about the stored key; one that it accepts is paused no longer. */
    async noteTest(actor: Actor, id: string, verdict: KeyVerdict) {
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
      const words = {
        accepted: `${label} accepts the key`,
        refused: `${label} does not accept the key`,
        untestable: `${label} cannot be asked about a key. It shows with the next search`,
        unknown: '',
      }
      return { data: await show(accountId, id), message: words[verdict.state] }
    },

    async limitKey(actor: Actor, id: string, dailyLimit: number | null): Promise<LeadSourceEntry> {
      const { accountId } = actor
      const source = withForm(id)
      await transaction(db, async () => {
        const row = await updateOwn(db, accountId, id, { daily_limit: dailyLimit })
        if (!row) throw notFound(`A key of your account for ${source.declaration.label}`)
        recordAudit(db, { accountId, subject: `source:${id}`, detail: { daily_limit: dailyLimit } })
      })
      return show(accountId, id)
    },

    async remove(actor: Actor, id: string): Promise<LeadSourceEntry> {
      const { accountId } = actor
      const source = withForm(id)
      await transaction(db, async () => {
        const gone = await sources.credentials.remove(accountId, id)
        if (!gone) throw notFound(`A key of your account for ${source.declaration.label}`)
        await forgetKey(db, { sourceId: id, credentialId: gone.id })
        recordAudit(db, { accountId, subject: `source:${id}` })
      })
      return show(accountId, id)
    },
  }
}

export type SourceKeysService = ReturnType<typeof createSourceKeys>
