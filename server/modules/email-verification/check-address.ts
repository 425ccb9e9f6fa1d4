import type { EmailState } from '#contract/email-states.ts'
import type { VerificationOrigin } from '#contract/email-verification.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Db, isClash, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Log } from '#server/platform/log.ts'
import { raceAbort } from '#server/platform/race-abort.ts'
import type { EmailVerifier, EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { addressKey, looksLikeAddress } from './address-text.ts'
import { ANSWER_DAYS, hasTurnedOut, isBounced, isLasting, nextAnswer } from './answer-policy.ts'
import {
  findVerification,
  lockVerification,
  markAsked,
  type VerificationRow,
  writeAnswer,
  writeFirstAnswer,
} from './email-verification-store.ts'

export interface CheckDeps {
  db: Db
  log: Log
  verifier: EmailVerifier
  leads: LeadsService
  wallet: Wallet
  /** Which addresses are on the suppression list of an account. */
  suppression: { emails(accountId: number, emails: readonly string[]): Promise<boolean[]> }
}

/** What a search or an enrichment needs to know of an address. */
export interface Checked {
  state: EmailState
  reason: string
}

/** Which stored answer may be given again, and who asks. */
interface Question {
  fits: (row: VerificationRow) => boolean
  origin: VerificationOrigin
  /** Collects the lists whose leads have changed; without it they are told at once. */
  lists?: Set<number>
}

const DAY_MS = 86_400_000
const TRIES = 3
/** Why an address is not looked at. */
export const SUPPRESSED = 'On your suppression list'
export const NO_ADDRESS: Checked = { state: 'invalid', reason: 'syntax' }

/** Tells every page that shows one of these lists that leads in it have changed. */
export async function tellLists(db: Db, accountId: number, listIds: Iterable<number>): Promise<void> {
  for (const id of listIds) await publish(db, { accountId, kind: 'list', id })
}

/** Asking about addresses and remembering what was answered, for one account at a time. */
export function createAddressCheck({ db, verifier, leads, wallet, suppression }: CheckDeps) {
  const isSuppressed = async (accountId: number, address: string): Promise<boolean> =>
    (await suppression.emails(accountId, [address]))[0] === true

  /** Gives back what was paid for an address that has turned out to be none. */
  async function giveBack(accountId: number, address: string): Promise<void> {
    const entities = await leads.knownEntities(accountId, 'single', [address])
    await wallet.refund({
      accountId,
      chargeKind: 'domain_email',
      entityIds: [...entities.values()],
      reason: 'Address turned out to be invalid',
      userId: null,
    })
  }

  async function mark(accountId: number, row: VerificationRow) {
    const { listIds } = await leads.setEmailState(accountId, [row.address], row.state)
    return { row, listIds }
  }

  async function write(accountId: number, address: string, found: Found, origin: VerificationOrigin | null) {
    const planned = origin === null
    if (!planned) {
      // Nearly every address is asked about for the first time: then there is nothing to compare with.
      const answer = { ...found, ...nextAnswer(undefined, found, planned), origin }
      const row = await writeFirstAnswer(db, accountId, address, answer)
      if (row) return mark(accountId, row)
    }
    const seen = await findVerification(db, accountId, address)
    const mayOwe = hasTurnedOut(seen, nextAnswer(seen, found, planned))
    // Runs take the wallet before anything else: taken later here, the two would block each other.
    if (mayOwe) await wallet.lock(accountId)
    const known = await lockVerification(db, accountId, address)
    if (known && isBounced(known)) return { row: known, listIds: [] }
    // Somebody else has got an answer for good since this try was planned.
    if (planned && found.temporary && known?.next_try_at === null) return { row: known, listIds: [] }
    const answer = nextAnswer(known, found, planned)
    const row = await writeAnswer(db, accountId, address, { ...found, ...answer, origin })
    if (!row) throw new Error('an address bounced while its answer was written')
    if (mayOwe && hasTurnedOut(known, answer)) await giveBack(accountId, address)
    return mark(accountId, row)
  }

  /**
   * Stores an answer and marks every lead with that address. No `origin` is a try that was planned. `lists` collects
   * the lists of those leads; without it they are told at once.
   */
  async function remember(
    accountId: number,
    address: string,
    found: Found,
    { origin, lists }: { origin: VerificationOrigin | null; lists?: Set<number> | undefined },
  ): Promise<VerificationRow> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction(db, async () => {
          const { row, listIds } = await write(accountId, address, found, origin)
          if (lists) for (const id of listIds) lists.add(id)
          else await tellLists(db, accountId, listIds)
          recordAudit(db, { accountId, action: 'email.verified', detail: { address, state: row.state } })
          return row
        })
      } catch (error) {
        // Two that mark the same leads in another order: nothing was written, the same again works.
        if (!isClash(error) || tries >= TRIES) throw error
      }
    }
  }

  const ask = (address: string, signal: AbortSignal): Promise<Found> => {
    signal.throwIfAborted()
    return raceAbort(verifier.verify(address, { signal }), signal)
  }

  /** An answer that somebody asks about for the first time becomes theirs. */
  async function given(accountId: number, known: VerificationRow, origin: VerificationOrigin) {
    if (origin === 'search' || known.origin === 'user') {
      changedNothing()
      return known
    }
    return transaction(db, async () => {
      const { address, state } = known
      const row = (await markAsked(db, accountId, address)) ?? known
      recordAudit(db, { accountId, action: 'email.verified', detail: { address, state } })
      return row
    })
  }

  /** What is known about an address, from an answer that `fits`; else its mail server is asked. */
  async function resolve(
    accountId: number,
    address: string,
    signal: AbortSignal,
    { fits, origin, lists }: Question,
  ): Promise<VerificationRow> {
    const key = addressKey(address)
    if (await isSuppressed(accountId, key)) throw new AppError('conflict', SUPPRESSED)
    const known = await findVerification(db, accountId, key)
    if (known && (isBounced(known) || fits(known))) return given(accountId, known, origin)
    return remember(accountId, key, await ask(key, signal), { origin, lists })
  }

  /** The same for an address that we have made up: a wrong one is nobody's, so there is nothing to remember. */
  async function tryGuess(
    accountId: number,
    address: string,
    signal: AbortSignal,
    { fits, origin }: Question,
  ): Promise<Checked> {
    const key = addressKey(address)
    const known = await findVerification(db, accountId, key)
    if (known && (isBounced(known) || fits(known))) return known
    const found = await ask(key, signal)
    return found.state === 'invalid' ? found : remember(accountId, key, found, { origin })
  }

  return {
    ask,
    remember,
    resolve,

    /**
     * What is known about an address: a lasting answer of the last seven days is given again, else its mail server
     * is asked. An address that bounced stays invalid. A wrong `guess` is not kept. @throws the signal's reason when it aborts.
     */
    async check(
      accountId: number,
      address: string,
      signal: AbortSignal,
      { guess = false }: { guess?: boolean } = {},
    ): Promise<Checked> {
      if (!looksLikeAddress(addressKey(address))) return NO_ADDRESS
      // What is invalid is never delivered and never charged.
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
