import type { EmailState } from '#contract/leads/email-states.ts'
import type { VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { addressKey, looksLikeAddress } from './address-text.ts'
import { ANSWER_DAYS, isBounced, isLasting } from './answer-policy.ts'
import { markRequested, type VerificationRow } from './email-verification-store.ts'
import { lookUpAddress } from './look-up-address.ts'
import { rememberVerification } from './store-answers.ts'

/** What a search or enrichment needs of address checks. */
export interface Checked {
  state: EmailState
  reason: string
}

/** Which stored result may be reused, and who requests it. */
interface ResolveOptions {
  fits: (row: VerificationRow) => boolean
  origin: VerificationOrigin
  /** Collects lists with changed leads; without it they are published immediately. */
  lists?: Set<number>
}

const DAY_MS = 86_400_000
/** Addresses checked at the same time by one run, or by one process's retries. */
export const AT_ONCE = 8
export const SUPPRESSED = 'On your suppression list'
export const NO_ADDRESS: Checked = { state: 'invalid', reason: 'syntax' }

/** The verifier's result, not stored. @throws the signal's reason when it aborts. */
export function queryVerifier(ctx: Context, address: string, signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted()
  return raceAbort(ctx.emailVerifier.verify(address, { signal }), signal)
}

/** A result requested by someone for the first time is attributed to them. */
async function attribute(
  ctx: Context,
  accountId: number,
  known: VerificationRow,
  origin: VerificationOrigin,
) {
  if (origin === 'search' || known.origin === 'user') {
    markUnchanged()
    return known
  }
  return transaction(ctx.db, async () => {
    const { address, state } = known
    const row = (await markRequested(ctx.db, accountId, address)) ?? known
    recordAudit(ctx.db, { accountId, action: 'email.verified', detail: { address, state } })
    return row
  })
}

/** A stored result that `fits`; else a new check. @throws AppError conflict for a suppressed address. */
export async function resolveAddress(
  ctx: Context,
  accountId: number,
  address: string,
  signal: AbortSignal,
  options: ResolveOptions,
): Promise<VerificationRow> {
  const key = addressKey(address)
  const { isSuppressed, stored } = await lookUpAddress(ctx, { accountId, address: key })
  if (isSuppressed) throw conflict(SUPPRESSED)
  return resolveAllowed(ctx, accountId, { key, stored }, signal, options)
}

/** An address that isn't suppressed, with its stored result. */
interface AllowedAddress {
  key: string
  stored: VerificationRow | undefined
}

async function resolveAllowed(
  ctx: Context,
  accountId: number,
  { key, stored: known }: AllowedAddress,
  signal: AbortSignal,
  { fits, origin, lists }: ResolveOptions,
): Promise<VerificationRow> {
  if (known && (isBounced(known) || fits(known))) return attribute(ctx, accountId, known, origin)
  return rememberVerification(ctx, accountId, key, await queryVerifier(ctx, key, signal), { origin, lists })
}

/** Like `resolveAllowed`, for a guessed address: an invalid guess is nobody's address, so it is not stored. */
async function tryGuess(
  ctx: Context,
  accountId: number,
  { key, stored: known }: AllowedAddress,
  signal: AbortSignal,
  { fits, origin }: ResolveOptions,
): Promise<Checked> {
  if (known && (isBounced(known) || fits(known))) return known
  const found = await queryVerifier(ctx, key, signal)
  return found.state === 'invalid' ? found : rememberVerification(ctx, accountId, key, found, { origin })
}

/**
 * An address's result: a final one of the last seven days is reused, else its mail server is queried. A
 * bounced address stays invalid. An invalid `guess` is not stored.
 * @throws the signal's reason when it aborts.
 */
export async function checkAddress(
  ctx: Context,
  accountId: number,
  address: string,
  signal: AbortSignal,
  { guess = false }: { guess?: boolean } = {},
): Promise<Checked> {
  const key = addressKey(address)
  if (!looksLikeAddress(key)) return NO_ADDRESS
  const { isSuppressed, stored } = await lookUpAddress(ctx, { accountId, address: key })
  // Invalid addresses are never delivered or charged.
  if (isSuppressed) return NO_ADDRESS
  const oldest = ctx.clock.now().getTime() - ANSWER_DAYS * DAY_MS
  const fits = (row: VerificationRow) => isLasting(row) && row.checked_at.getTime() > oldest
  const { state, reason } = await (guess ? tryGuess : resolveAllowed)(
    ctx,
    accountId,
    { key, stored },
    signal,
    { fits, origin: 'search' },
  )
  return { state, reason }
}
