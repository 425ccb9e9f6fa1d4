import type { Context } from '#server/platform/context.ts'
import { notFound, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { openSourceKey, readForm } from './credentials.ts'
import { findOwn, type KeyTest } from './credentials-store.ts'
import { findSourceWithForm } from './key-reads.ts'
import { type KeyVerdict, notTested, requireAccepted, testKey } from './test-key.ts'

const sourceTestLimit = defineRateLimit({ name: 'source-test', points: 60, seconds: 10 * 60 })

export interface KeyInput {
  values: Record<string, string>
  daily_limit?: number | null
  save_untested: boolean
}

async function testValues(
  ctx: Context,
  { accountId }: Actor,
  source: LeadSource,
  values: Record<string, string>,
  signal: AbortSignal,
): Promise<KeyVerdict> {
  await sourceTestLimit.consume(ctx, `account:${accountId}`)
  return testKey(ctx, source, { accountId, values, signal })
}

async function storedKey(ctx: Context, actor: Actor, source: LeadSource) {
  const row = await findOwn(ctx.db, actor.accountId, source.declaration.id)
  if (!row) throw notFound(`Your key for ${source.declaration.label}`)
  return row
}

/** Tests an entered key with its vendor; call it outside of a transaction. @throws AppError unless it may be stored. */
export async function testNewSourceKey(
  ctx: Context,
  actor: Actor,
  id: string,
  input: KeyInput,
  signal: AbortSignal,
): Promise<KeyTest> {
  const source = findSourceWithForm(ctx, id)
  const values = await prefixFields('values', async () => readForm(source.declaration, input.values))
  const verdict = await testValues(ctx, actor, source, values, signal)
  return requireAccepted(source.declaration, verdict, input.save_untested)
}

/** Tests the stored key with the vendor. @throws AppError not_found, source_failed when unreachable. */
export async function testStoredSourceKey(
  ctx: Context,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<KeyVerdict> {
  const source = findSourceWithForm(ctx, id)
  const row = await storedKey(ctx, actor, source)
  const verdict = await testValues(
    ctx,
    actor,
    source,
    openSourceKey(ctx, actor.accountId, id, row.sealed),
    signal,
  )
  if (verdict.state === 'unknown') throw notTested(source.declaration, verdict.error, false)
  return verdict
}
