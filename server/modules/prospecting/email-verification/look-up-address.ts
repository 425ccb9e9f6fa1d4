import { suppressedEmails } from '#server/modules/leads/leads/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { isInTransaction } from '#server/platform/db/ambient-driver.ts'
import { createGathering } from '#server/platform/gather.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { findVerifications, type VerificationRow } from './email-verification-store.ts'

/** How long a question waits for others. */
const GATHER_MS = 50

interface Question {
  accountId: number
  /** As `addressKey` writes it. */
  address: string
}

/** What is known of an address before its mail server is asked. */
export interface KnownAddress {
  isSuppressed: boolean
  stored: VerificationRow | undefined
}

async function lookUpAll(ctx: Context, questions: readonly Question[]): Promise<KnownAddress[]> {
  const known = new Map<Question, KnownAddress>()
  for (const [accountId, own] of Map.groupBy(questions, (question) => question.accountId)) {
    const addresses = own.map(({ address }) => address)
    const suppressed = await suppressedEmails.ask(ctx, { accountId, emails: addresses })
    const rows = await findVerifications(ctx.db, accountId, addresses)
    const stored = new Map(rows.map((row) => [row.address, row]))
    for (const [index, question] of own.entries())
      known.set(question, {
        isSuppressed: suppressed[index] === true,
        stored: stored.get(question.address),
      })
  }
  return questions.map((question) => known.get(question) as KnownAddress)
}

const gatheringOf = perContext((ctx) =>
  createGathering(GATHER_MS, (questions: Question[]) => lookUpAll(ctx, questions)),
)

/** Looks an address up, in a run together with others that are found at the same time. */
export const lookUpAddress = async (ctx: Context, question: Question): Promise<KnownAddress> =>
  isInTransaction() || currentCall()
    ? ((await lookUpAll(ctx, [question]))[0] as KnownAddress)
    : gatheringOf(ctx)(question)
