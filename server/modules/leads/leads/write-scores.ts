import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Stores scores of leads, or removes them for null, locked in a consistent order. This is no change in the lead's history. */
export const writeScores = (
  db: Db,
  accountId: number,
  scores: readonly { id: number; listId: number; score: number | null }[],
) =>
  sql`with wanted as (
      select id, "listId" as list_id, score from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
        as n(id bigint, "listId" bigint, score int)),
    locked as (
      select l.list_id, l.id from lead l join wanted w on w.list_id = l.list_id and w.id = l.id
      where l.account_id = ${accountId} and (l.fields ->> 'score')::numeric is distinct from w.score
      order by l.id for update of l)
    update lead l set name = l.name,
      fields = (l.fields - 'score') || jsonb_strip_nulls(jsonb_build_object('score', w.score))
    from wanted w, locked
    where l.account_id = ${accountId} and l.list_id = w.list_id and l.id = w.id
      and l.list_id = locked.list_id and l.id = locked.id`.execute(db)
