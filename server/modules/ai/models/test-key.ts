import { OPEN_AI_BASE_URL } from '#contract/ai/open-ai.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { ModelError } from '#server/providers/models/index.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { findModelKey } from './models-store.ts'
import { type ModelSetup, openKey, ownModel } from './own-model.ts'

const modelTestLimit = defineRateLimit({ name: 'model-test', points: 30, seconds: 15 * 60 })

export interface ModelInput {
  key?: string
  base_url: string
  model: string
  save_untested: boolean
}

export interface RequestedKey {
  baseUrl: string
  key: string
  tested_at: Date | null
  problem: string | null
}

/** The form field for a test's failure. */
function refusal(error: ModelError): Error {
  if (error.code === 'not_found') return invalidField('model', error.message)
  if (error.code === 'blocked_address')
    return invalidField('base_url', 'Enter an address on the public internet')
  return invalidField('key', error.message)
}

// Tests keys with their vendor, outside transactions.

async function test(ctx: Context, actor: Actor, setup: ModelSetup, signal: AbortSignal) {
  await modelTestLimit.consume(ctx, `account:${actor.accountId}`)
  try {
    await ownModel(ctx.modelAccess.outbound, setup, true).test(signal)
    return null
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
}

/** The form's key: as entered, or the stored one, which is sent to its own URL only. */
async function findKey(ctx: Context, actor: Actor, input: ModelInput, baseUrl: string): Promise<string> {
  if (input.key) return input.key
  const stored = await findModelKey(ctx.db, actor.accountId)
  if (stored && stored.base_url === baseUrl) return openKey(ctx.secretBox, actor.accountId, stored.sealed)
  if (baseUrl === OPEN_AI_BASE_URL) throw invalidField('key', 'Enter the key')
  return ''
}

/** Tests the entered key with the vendor. @throws AppError unless it may be stored. */
export async function requestNewModelKey(
  ctx: Context,
  actor: Actor,
  input: ModelInput,
  signal: AbortSignal,
): Promise<RequestedKey> {
  const baseUrl = checkBaseUrl(input.base_url, ctx.modelAccess.hosts)
  const key = await findKey(ctx, actor, input, baseUrl)
  const error = await test(ctx, actor, { baseUrl, key, model: input.model }, signal)
  if (!error) return { baseUrl, key, tested_at: ctx.clock.now(), problem: null }
  // An unpaid bill means the key is valid.
  if (error.code === 'quota_exhausted')
    return { baseUrl, key, tested_at: ctx.clock.now(), problem: error.message }
  if (error.endsRun) throw refusal(error)
  if (input.save_untested) return { baseUrl, key, tested_at: null, problem: null }
  throw new AppError('source_failed', `${error.message}. Try again later, or save it without a test`, {
    details: { code: error.code, retryable: true, can_save_untested: true },
    cause: error,
  })
}

/** Tests the stored key with the vendor. @throws AppError not_found, source_failed when unreachable. */
export async function requestStoredModelKey(
  ctx: Context,
  actor: Actor,
  signal: AbortSignal,
): Promise<ModelError | null> {
  const key = await findModelKey(ctx.db, actor.accountId)
  if (!key) throw notFound('The key')
  const setup = {
    baseUrl: key.base_url,
    model: key.model,
    key: openKey(ctx.secretBox, actor.accountId, key.sealed),
  }
  const error = await test(ctx, actor, setup, signal)
  if (error && !error.endsRun)
    throw new AppError('source_failed', `${error.message}. Try again later`, {
      details: { code: error.code, retryable: true },
      cause: error,
    })
  return error
}
