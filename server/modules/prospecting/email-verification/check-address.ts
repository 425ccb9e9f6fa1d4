import type { EmailState } from '#contract/leads/email-states.ts'
import type { VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { Log } from '#server/platform/log.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import type { EmailVerifier, EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { addressKey, looksLikeAddress } from './address-text.ts'
import { ANSWER_DAYS, isBounced, isLasting } from './answer-policy.ts'
import { findVerification, markRequested, type VerificationRow } from './email-verification-store.ts'
import { createAnswers } from './store-answers.ts'

export interface CheckDeps {
  db: Db
  log: Log
  verifier: EmailVerifier
  leads: LeadsService
  wallet: Wallet
  runs: Pick<RunsService, 'lock' | 'addCost'>
  suppression: { emails(accountId: number, emails: readonly string[]): Promise<boolean[]> }
}

/** What a search or enrichment needs of address checks. */
export interface Checked {
  state: EmailState
  reason: string
}

/** Which stored result may be reused, and who requests it. */
interface ResolveOptions {
  fits: (row: VerificationRow) => boolean
  origin: VerificationOrigin
  /** Collects lists with changed leads; without it they are published at once. */
  lists?: Set<number>
}

const DAY_MS = 86_400_000
export const SUPPRESSED = 'On your suppression list'
export const NO_ADDRESS: Checked = { state: 'invalid', reason: 'syntax' }

/** Checking addresses and storing the results, for one account at a time. */
export function createAddressCheck(deps: CheckDeps) {
  const { db, verifier, suppression } = deps
  const { remember } = createAnswers(deps)

  const isSuppressed = async (accountId: number, address: string): Promise<boolean> =>
    (await suppression.emails(accountId, [address]))[0] === true

  const request = (address: string, signal: AbortSignal): Promise<Found> => {
    signal.throwIfAborted()
    return raceAbort(verifier.verify(address, { signal }), signal)
  }

  /** A result requested by someone for the first time is attributed to them. */
  async function attribute(accountId: number, known: VerificationRow, origin: VerificationOrigin) {
    if (origin === 'search' || known.origin === 'user') {
      markUnchanged()
      return known
    }
    return transaction(db, async () => {
      const { address, state } = known
      const row = (await markRequested(db, accountId, address)) ?? known
      recordAudit(db, { accountId, action: 'email.verified', detail: { address, state } })
      return row
    })
  }

  /** A stored result that `fits`; else a new check. */
  async function resolve(
    accountId: number,
    address: string,
    signal: AbortSignal,
    { fits, origin, lists }: ResolveOptions,
  ): Promise<VerificationRow> {
    const key = addressKey(address)
    if (await isSuppressed(accountId, key)) throw conflict(SUPPRESSED)
    const known = await findVerification(db, accountId, key)
    if (known && (isBounced(known) || fits(known))) return attribute(accountId, known, origin)
    return remember(accountId, key, await request(key, signal), { origin, lists })
  }

  /** The same for a guessed address: an invalid one belongs to nobody, so nothing is stored. */
  async function tryGuess(
    accountId: number,
    address: string,
    signal: AbortSignal,
    { fits, origin }: ResolveOptions,
  ): Promise<Checked> {
    const key = addressKey(address)
    const known = await findVerification(db, accountId, key)
    if (known && (isBounced(known) || fits(known))) return known
    const found = await request(key, signal)
    return found.state === 'invalid' ? found : remember(accountId, key, found, { origin })
  }

  return {
    query: request,
    remember,
    resolve,

    /**
     * An address's result: a final one of the last seven days is reused, else its mail server is queried. A
     * bounced address stays invalid. An invalid `guess` is not stored.
     * @throws the signal's reason when it aborts.
     */
    async check(
      accountId: number,
      address: string,
      signal: AbortSignal,
      { guess = false }: { guess?: boolean } = {},
    ): Promise<Checked> {
      if (!looksLikeAddress(addressKey(address))) return NO_ADDRESS
      // Invalid addresses are never delivered or charged.
      if (await isSuppressed(accountId, addressKey(address))) return NO_ADDRESS
      const oldest = systemClock.now().getTime() - ANSWER_DAYS * DAY_MS
      const fits = (row: VerificationRow) => isLasting(row) && row.checked_at.getTime() > oldest
      const { state, reason } = await (guess ? tryGuess : resolve)(accountId, address, signal, {
        fits,
        origin: 'search',
      })
      return { state, reason }
    },
  }
}

export type AddressCheck = ReturnType<typeof createAddressCheck>
