import { type EmailState, PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import { type Db, isClash, transaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { hasTurnedOut, isBounced, isSettled, nextAnswer } from './answer-policy.ts'
import {
  findVerification,
  lockVerification,
  type VerificationRow,
  writeAnswer,
  writeFirstAnswer,
} from './email-verification-store.ts'

const TRIES = 3
/** What an address is paid for as. */
const KIND = 'domain_email'

/** Publishes that leads of these lists have changed, to every page that shows one of them. */
export async function publishLists(db: Db, accountId: number, listIds: Iterable<number>): Promise<void> {
  for (const id of listIds) await publish(db, { accountId, kind: 'list', id })
}

interface AnswersDeps {
  db: Db
  leads: Pick<LeadsService, 'knownEntities' | 'setEmailState'>
  wallet: Pick<Wallet, 'lock' | 'refund' | 'deferredRun' | 'settleDeferred'>
  runs: Pick<RunsService, 'lock' | 'addCost'>
}

/** Stores answers about addresses, marks the leads and refunds what turned out to be no address. */
export function createAnswers({ db, leads, wallet, runs }: AnswersDeps) {
  /** Refunds what was paid for an address that turned out to be invalid. */
  async function refund(accountId: number, address: string): Promise<void> {
    const entities = await leads.knownEntities(accountId, 'single', [address])
    await wallet.refund({
      accountId,
      chargeKind: KIND,
      entityIds: [...entities.values()],
      reason: 'Address is invalid',
      userId: null,
    })
  }

  /** What waits to be charged until someone could be asked about the address. Locks its run, before the wallet. */
  async function findOwed(accountId: number, address: string) {
    const entities = await leads.knownEntities(accountId, 'single', [address])
    const entityIds = [...entities.values()]
    const runId = await wallet.deferredRun(accountId, KIND, entityIds)
    if (runId === null) return null
    await runs.lock(accountId, runId)
    return { runId, entityIds }
  }

  /** Charges an address that was delivered unchecked, or drops the charge when it turned out to be none. */
  async function settle(
    accountId: number,
    { runId, entityIds }: { runId: number; entityIds: number[] },
    state: EmailState,
  ): Promise<void> {
    const isDue = PAID_EMAIL_STATES.includes(state)
    const credits = await wallet.settleDeferred({ accountId, chargeKind: KIND, entityIds, isDue })
    if (credits > 0) await runs.addCost(accountId, runId, credits)
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
    const expected = nextAnswer(seen, found, planned)
    const mayOwe = hasTurnedOut(seen, expected)
    const owed = seen && isSettled(expected) ? await findOwed(accountId, address) : null
    // Runs take the wallet before anything else: taken later here, the two would block each other.
    if (mayOwe || owed) await wallet.lock(accountId)
    const known = await lockVerification(db, accountId, address)
    if (known && isBounced(known)) return { row: known, listIds: [] }
    // Someone else has got an answer for good since this try was planned.
    if (planned && found.temporary && known?.next_try_at === null) return { row: known, listIds: [] }
    const answer = nextAnswer(known, found, planned)
    const row = await writeAnswer(db, accountId, address, { ...found, ...answer, origin })
    if (!row) throw new Error('an address bounced while its answer was written')
    if (mayOwe && hasTurnedOut(known, answer)) await refund(accountId, address)
    if (owed && isSettled(answer)) await settle(accountId, owed, answer.state)
    return mark(accountId, row)
  }

  /**
   * Stores an answer and marks every lead with that address. No `origin` is a try that was planned. `lists` collects
   * the lists of those leads; without it that is published at once.
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
          else await publishLists(db, accountId, listIds)
          recordAudit(db, { accountId, action: 'email.verified', detail: { address, state: row.state } })
          return row
        })
      } catch (error) {
        // Two that mark the same leads in another order: nothing was written, the same again works.
        if (!isClash(error) || tries >= TRIES) throw error
      }
    }
  }

  return { remember }
}
