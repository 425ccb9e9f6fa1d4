import { setEmailState } from '#server/modules/leads/leads/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { isInTransaction } from '#server/platform/db/ambient-driver.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { createGathering } from '#server/platform/gather.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'
import { nextAnswer } from './answer-policy.ts'
import { type VerificationRow, writeFirstAnswers } from './email-verification-store.ts'

/** How long an answer waits for others. A run checks many addresses at a time and doesn't notice. */
const GATHER_MS = 25

interface FirstAnswer {
  accountId: number
  address: string
  found: Found
}

/** Publishes that leads of these lists have changed. */
export async function publishLists(db: Db, accountId: number, listIds: Iterable<number>): Promise<void> {
  for (const id of listIds) await publish(db, { accountId, kind: 'list', id })
}

/** Stores them, and the states of their leads. @returns those that had no answer before, by address. */
const storeAnswers = (ctx: Context, accountId: number, answers: readonly FirstAnswer[]) =>
  transaction(ctx.db, async () => {
    const rows = await writeFirstAnswers(
      ctx.db,
      accountId,
      answers.map(({ address, found }) => ({
        ...found,
        ...nextAnswer(undefined, found, false),
        origin: 'search' as const,
        address,
      })),
    )
    const lists = new Set<number>()
    for (const [state, own] of Map.groupBy(rows, (row) => row.state)) {
      const addresses = own.map(({ address }) => address)
      for (const id of (await setEmailState(ctx, accountId, { addresses, state })).listIds) lists.add(id)
    }
    await publishLists(ctx.db, accountId, lists)
    return new Map(rows.map((row) => [row.address, row]))
  })

async function storeGathered(ctx: Context, answers: FirstAnswer[]): Promise<(VerificationRow | null)[]> {
  const stored = new Map<number, Map<string, VerificationRow>>()
  // Whatever failed, each is tried alone next.
  for (const [accountId, own] of Map.groupBy(answers, (answer) => answer.accountId))
    stored.set(accountId, await storeAnswers(ctx, accountId, own).catch(() => new Map()))
  return answers.map(({ accountId, address }) => {
    const rows = stored.get(accountId)
    const row = rows?.get(address) ?? null
    // Only one of two answers for an address is its first.
    rows?.delete(address)
    return row
  })
}

const gatheringOf = perContext((ctx) =>
  createGathering(GATHER_MS, (answers: FirstAnswer[]) => storeGathered(ctx, answers)),
)

/**
 * Stores the first answer of an address that a run found, together with others that come in at the same time: a
 * transaction for each took longer than reading the websites. Null when it has to be stored alone.
 */
export const storeFirstAnswer = async (ctx: Context, answer: FirstAnswer): Promise<VerificationRow | null> =>
  isInTransaction() || currentCall() ? null : gatheringOf(ctx)(answer)
