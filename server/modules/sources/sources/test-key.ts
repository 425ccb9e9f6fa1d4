import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, invalidField, prefixFields } from '#server/platform/errors.ts'
import { pausePace } from '#server/platform/pace.ts'
import { type LeadSource, ProviderError } from '#server/providers/lead-sources/index.ts'
import { NEVER_TESTED } from './credentials.ts'
import type { KeyTest } from './credentials-store.ts'
import { silentRecorder } from './empty-evidence.ts'

/** The result of a key test: accepted, rejected, or unknown. */
export type KeyVerdict =
  | { state: 'accepted'; test: KeyTest }
  | { state: 'refused'; test: KeyTest; problem: string }
  | { state: 'unknown'; error: ProviderError }
  | { state: 'untestable' }

const refusedLabel = ({ label }: SourceDeclaration): string =>
  `${label} does not accept this key. Copy the whole key again, or create a new one there`

/** Tests a key with the vendor, free of charge. */
export async function testKey(
  ctx: Context,
  source: LeadSource,
  { accountId, values, signal }: { accountId: number; values: Record<string, string>; signal: AbortSignal },
): Promise<KeyVerdict> {
  if (!source.test) return { state: 'untestable' }
  const tested = { ...NEVER_TESTED, tested_at: ctx.clock.now() }
  const { id, perMinute } = source.declaration
  const paceKey = `source:${id}:test:${accountId}`
  try {
    const { plan, left } = await source.test({
      accountId,
      credential: { id: 0, level: 'account', open: () => values },
      signal,
      pace: async () => {
        if (perMinute !== null) await ctx.pace(paceKey, perMinute, signal)
      },
      pauseFor: (seconds) => pausePace(ctx.db, paceKey, seconds),
      recorder: silentRecorder,
    })
    return { state: 'accepted', test: { ...tested, vendor_plan: plan, vendor_left: left } }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.code === 'unauthorized' || error.code === 'invalid_config') {
      const problem = refusedLabel(source.declaration)
      return { state: 'refused', problem, test: { ...tested, test_problem: problem } }
    }
    // A used-up plan means the key is valid.
    if (error.code === 'quota_exhausted')
      return { state: 'accepted', test: { ...tested, test_problem: error.message, vendor_left: 0 } }
    return { state: 'unknown', error }
  }
}

/**
 * The stored part of a new key's test.
 * @throws AppError validation_failed for a rejected key; source_failed when the vendor was unreachable, unless
 *   it may be saved untested.
 */
export async function requireAccepted(
  source: SourceDeclaration,
  verdict: KeyVerdict,
  saveUntested: boolean,
): Promise<KeyTest> {
  if (verdict.state === 'accepted') return verdict.test
  if (verdict.state === 'untestable') return NEVER_TESTED
  if (verdict.state === 'refused') {
    const field = source.credential.find(({ kind }) => kind === 'secret')?.name ?? 'key'
    return prefixFields('values', async () => {
      throw invalidField(field, verdict.problem)
    })
  }
  if (saveUntested) return NEVER_TESTED
  throw notTested(source, verdict.error, true)
}

/** The error when a vendor could not be reached to test a key. */
export function notTested({ id, label }: SourceDeclaration, error: ProviderError, isNew: boolean): AppError {
  const advice = isNew ? 'Try again later, or save it without a test' : 'Try again later'
  return new AppError('source_failed', `${label} couldn’t be reached to test the key. ${advice}`, {
    details: { source: id, code: error.code, retryable: error.retryable, can_save_untested: isNew },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}
