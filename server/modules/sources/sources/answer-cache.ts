import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'

interface SourceAnswerTable {
  source_id: string
  question: string
  answer: unknown
  expires_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_answer: SourceAnswerTable
  }
}

/** Cached answers of a source with a quota, for all processes. Requests are stored as digests only. */
export const createAnswerCache = ({ db, clock }: Pick<Context, 'db' | 'clock'>, sourceId: string) => {
  const digest = (question: string) => createHash('sha256').update(question).digest('hex')
  return {
    async find(question: string): Promise<unknown> {
      const row = await db
        .selectFrom('source_answer')
        .select('answer')
        .where('source_id', '=', sourceId)
        .where('question', '=', digest(question))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row?.answer ?? null
    },
    async store(question: string, answer: unknown, seconds: number): Promise<void> {
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000)
      const row = { answer: JSON.stringify(answer), expires_at: expiresAt }
      await db
        .insertInto('source_answer')
        .values({ source_id: sourceId, question: digest(question), ...row })
        .onConflict((oc) => oc.columns(['source_id', 'question']).doUpdateSet(row))
        .execute()
    },
  }
}

/** Deletes expired answers. */
export const removeOldAnswers = (db: Db) =>
  sql`delete from source_answer where expires_at <= now()`.execute(db)
