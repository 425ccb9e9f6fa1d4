import type { OneTimeCodeRow } from '#server/modules/core/one-time-codes/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import type { AuthDeps } from './auth-deps.ts'

const REQUEST_JOB = 'auth.request'

/** What a request may be about. */
type Answers = Record<'reset_request' | 'resend_request', (row: OneTimeCodeRow) => Promise<void>>

/**
 * Stores what someone who is not signed in requested for an email, and leaves the rest to a job. The call does the
 * same work for every email, so its time tells nobody whether the email is known.
 */
export const createMailRequest =
  ({ db, oneTimeCodes, queue }: Pick<AuthDeps, 'db' | 'oneTimeCodes' | 'queue'>) =>
  (
    wanted: Parameters<AuthDeps['oneTimeCodes']['start']>[0] & { purpose: keyof Answers },
    holderHash?: string,
  ) =>
    transaction(db, async () => {
      const issued = await oneTimeCodes.start(wanted, holderHash)
      await queue.send(db, REQUEST_JOB, { id: issued.row.id })
      return issued
    })
export type MailRequest = ReturnType<typeof createMailRequest>

/** Answers a stored request once, also when the job runs again. */
export const createMailAnswers =
  ({ db, oneTimeCodes }: Pick<AuthDeps, 'db' | 'oneTimeCodes'>, answers: Answers) =>
  (id: number): Promise<void> =>
    transaction(db, async () => {
      const row = await oneTimeCodes.pending(id)
      if (!row) return
      await oneTimeCodes.use(row)
      await answers[row.purpose as keyof Answers](row)
    })

export const mailRequestJob = (answer: (id: number) => Promise<void>) =>
  defineJob<{ id: number }>({ name: REQUEST_JOB, retries: 8, concurrency: 2, handle: ({ id }) => answer(id) })
