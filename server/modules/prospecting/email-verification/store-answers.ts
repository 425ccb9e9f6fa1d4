import { type EmailState, PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import {
  findDeferredRun,
  lockAccountWallet,
  refundCharges,
  settleDeferred,
} from '#server/modules/accounts/wallet/index.ts'
import { addCostOfRun, lockAccountRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findKnownEntities, setEmailState } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isLockConflict, transaction } from '#server/platform/db/db.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { isBounced, isSettled, nextAnswer, turnedOutInvalid } from './answer-policy.ts'
import * as store from './email-verification-store.ts'
import { publishLists, storeFirstAnswer } from './store-first-answers.ts'

const TRIES = 3
/** The charge kind of an address. */
const KIND = 'domain_email'

/** Refunds an address that turned out to be invalid. */
async function refundAddress(ctx: Context, accountId: number, address: string): Promise<void> {
  const entities = await findKnownEntities(ctx, accountId, 'single', [address])
  await refundCharges(ctx, {
    accountId,
    chargeKind: KIND,
    entityIds: [...entities.values()],
    reason: 'Address is invalid',
    userId: null,
  })
}

/** A charge deferred until the address could be checked. Locks its run, before the wallet. */
async function findOwed(ctx: Context, accountId: number, address: string) {
  const entities = await findKnownEntities(ctx, accountId, 'single', [address])
  const entityIds = [...entities.values()]
  const runId = await findDeferredRun(ctx, accountId, KIND, entityIds)
  if (runId === null) return null
  await lockAccountRun(ctx, accountId, runId)
  return { runId, entityIds }
}

/** Charges an address delivered unchecked, or drops the charge when it turned out to be invalid. */
async function settleOwed(
  ctx: Context,
  accountId: number,
  { runId, entityIds }: { runId: number; entityIds: number[] },
  state: EmailState,
): Promise<void> {
  const isDue = PAID_EMAIL_STATES.includes(state)
  const credits = await settleDeferred(ctx, { accountId, chargeKind: KIND, entityIds, isDue })
  if (credits > 0) await addCostOfRun(ctx, accountId, runId, credits)
}

async function markLeads(ctx: Context, accountId: number, row: store.VerificationRow) {
  const { listIds } = await setEmailState(ctx, accountId, { addresses: [row.address], state: row.state })
  return { row, listIds }
}

async function writeVerification(
  ctx: Context,
  accountId: number,
  address: string,
  found: Found,
  origin: VerificationOrigin | null,
) {
  const planned = origin === null
  if (!planned) {
    // Nearly every address is new: then there is nothing to compare with.
    const answer = { ...found, ...nextAnswer(undefined, found, planned), origin }
    const [row] = await store.writeFirstAnswers(ctx.db, accountId, [{ ...answer, address }])
    if (row) return markLeads(ctx, accountId, row)
  }
  const seen = await store.findVerification(ctx.db, accountId, address)
  const expected = nextAnswer(seen, found, planned)
  const mayOwe = turnedOutInvalid(seen, expected)
  const owed = seen && isSettled(expected) ? await findOwed(ctx, accountId, address) : null
  // Runs lock the wallet first: locking it later here would deadlock.
  if (mayOwe || owed) await lockAccountWallet(ctx, accountId)
  const known = await store.lockVerification(ctx.db, accountId, address)
  if (known && isBounced(known)) return { row: known, listIds: [] }
  // Another check has stored a final result since this retry was scheduled.
  if (planned && found.temporary && known?.next_try_at === null) return { row: known, listIds: [] }
  const answer = nextAnswer(known, found, planned)
  const row = await store.writeAnswer(ctx.db, accountId, address, { ...found, ...answer, origin })
  if (!row) throw new Error('an address bounced while its answer was written')
  if (mayOwe && turnedOutInvalid(known, answer)) await refundAddress(ctx, accountId, address)
  if (owed && isSettled(answer)) await settleOwed(ctx, accountId, owed, answer.state)
  return markLeads(ctx, accountId, row)
}

/**
 * Stores a result and updates every lead with that address. Without `origin` it is a scheduled retry. `lists`
 * collects the lists of those leads; without it they are published immediately.
 */
export async function rememberVerification(
  ctx: Context,
  accountId: number,
  address: string,
  found: Found,
  { origin, lists }: { origin: VerificationOrigin | null; lists?: Set<number> },
): Promise<store.VerificationRow> {
  const first =
    origin === 'search' && !lists ? await storeFirstAnswer(ctx, { accountId, address, found }) : null
  if (first) return first
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(ctx.db, async () => {
        const { row, listIds } = await writeVerification(ctx, accountId, address, found, origin)
        if (lists) for (const id of listIds) lists.add(id)
        else await publishLists(ctx.db, accountId, listIds)
        recordAudit(ctx.db, { accountId, action: 'email.verified', detail: { address, state: row.state } })
        return row
      })
    } catch (error) {
      // A deadlock with another update of the same leads: nothing was written, so a retry works.
      if (!isLockConflict(error) || tries >= TRIES) throw error
    }
  }
}
