import { type Generated, type Selectable, sql } from 'kysely'
import type { PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { AiReview, AiSentence, AiTextState, ModelOpinion } from '#contract/ai/ai-text.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { storableJson, storableText } from '#server/platform/db/storable.ts'

/** A source as sent to the model. */
interface StoredSource {
  id: string
  kind: 'field' | 'page' | 'signal' | 'training' | 'business'
  title: string
  url: string | null
  date: string | null
  text: string
}

/** A raw answer with its sources, stored before it is evaluated. */
export interface StoredAnswer {
  text: string
  sources: StoredSource[]
  names: string[]
  /** Names of the lead's company. */
  company?: string[]
  /** The model's opinions on the kept sentences, in order; absent until they are requested. */
  opinions?: (ModelOpinion | null)[]
}

interface AiTextTable {
  account_id: number
  id: Generated<number>
  run_id: number
  list_id: number
  lead_id: number
  prompt: number
  prompt_type: PromptType
  field: string
  state: Generated<AiTextState>
  reason: string | null
  answer: StoredAnswer | null
  prompt_tokens: Generated<number>
  completion_tokens: Generated<number>
  /** The model; null for templates. */
  model: Generated<string | null>
  text: string | null
  sentences: Generated<AiSentence[]>
  dropped: Generated<{ text: string; reason: string }[]>
  review: AiReview | null
  reviewed_by: number | null
  reviewed_at: Date | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ai_text: AiTextTable
  }
}
export type AiTextRow = Selectable<AiTextTable>

/** A text to be written by a run. */
export interface AiTextItem {
  leadId: number
  prompt: number
  promptType: PromptType
  field: string
}

const CHUNK = 1000

export async function insertTexts(
  db: Db,
  place: { accountId: number; runId: number; listId: number },
  items: readonly AiTextItem[],
): Promise<void> {
  for (let from = 0; from < items.length; from += CHUNK)
    await insertRows(
      db,
      'ai_text',
      items.slice(from, from + CHUNK).map(({ leadId, prompt, promptType, field }) => ({
        account_id: place.accountId,
        run_id: place.runId,
        list_id: place.listId,
        lead_id: leadId,
        prompt,
        prompt_type: promptType,
        field,
        reason: null,
        answer: null,
        text: null,
        review: null,
        reviewed_by: null,
        reviewed_at: null,
      })),
    )
}

const ofRun = (db: Db, run: { account_id: number; id: number }) =>
  db.selectFrom('ai_text').where('account_id', '=', run.account_id).where('run_id', '=', run.id)

/** A run's leads with unfinished texts, in order. */
export async function openLeads(db: Db, run: { account_id: number; id: number }): Promise<number[]> {
  const rows = await ofRun(db, run)
    .select('lead_id')
    .distinct()
    .where('state', 'in', ['queued', 'answered'])
    .orderBy('lead_id')
    .execute()
  return rows.map((row) => row.lead_id)
}

export const openTexts = (db: Db, run: { account_id: number; id: number }, leadId: number) =>
  ofRun(db, run)
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('state', 'in', ['queued', 'answered'])
    .orderBy('prompt')
    .execute()

/** Stores an answer; the same prompt of the same run is stored once. */
export const storeAnswer = (
  db: Db,
  { account_id, id }: Pick<AiTextRow, 'account_id' | 'id'>,
  answer: StoredAnswer,
  usage: { prompt: number; completion: number; model: string | null },
) =>
  sql`update ai_text set state = 'answered', answer = ${storableJson(answer)}::jsonb, model = ${usage.model},
      prompt_tokens = ${usage.prompt}, completion_tokens = ${usage.completion}
    where account_id = ${account_id} and id = ${id} and state = 'queued'`.execute(db)

/** Stores the model's opinions on an answer's sentences, and their cost. */
export const storeOpinions = (
  db: Db,
  { account_id, id }: Pick<AiTextRow, 'account_id' | 'id'>,
  opinions: (ModelOpinion | null)[],
  usage: { prompt: number; completion: number },
) =>
  sql`update ai_text set answer = jsonb_set(answer, '{opinions}', ${JSON.stringify(opinions)}::jsonb),
      prompt_tokens = prompt_tokens + ${usage.prompt}, completion_tokens = completion_tokens + ${usage.completion}
    where account_id = ${account_id} and id = ${id} and state = 'answered' and not answer ? 'opinions'`.execute(
    db,
  )

export const finishText = (
  db: Db,
  { account_id, id }: Pick<AiTextRow, 'account_id' | 'id'>,
  end: {
    state: Exclude<AiTextState, 'queued' | 'answered'>
    reason?: string
    text?: string
    sentences?: AiSentence[]
    dropped?: { text: string; reason: string }[]
    review?: AiReview | null
  },
) =>
  sql`update ai_text set state = ${end.state}, reason = ${end.reason ?? null}, answer = null, text = ${end.text === undefined ? null : storableText(end.text)},
      sentences = ${storableJson(end.sentences ?? [])}::jsonb, dropped = ${storableJson(end.dropped ?? [])}::jsonb,
      review = ${end.review ?? null}
    where account_id = ${account_id} and id = ${id}`.execute(db)

/** A newer text replaces waiting ones for the same field of the same lead. */
export const replaceOpen = (db: Db, row: Pick<AiTextRow, 'account_id' | 'id' | 'lead_id' | 'field'>) =>
  db
    .updateTable('ai_text')
    .set({ review: 'replaced' })
    .where('account_id', '=', row.account_id)
    .where('lead_id', '=', row.lead_id)
    .where('field', '=', row.field)
    .where('review', '=', 'open')
    .where('id', '<>', row.id)
    .execute()

/** Marks a run's remaining texts as not tried. @returns how many. */
export async function markRemaining(
  db: Db,
  run: { account_id: number; id: number },
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('ai_text')
    .set({ state: 'not_tried', reason, answer: null })
    .where('account_id', '=', run.account_id)
    .where('run_id', '=', run.id)
    .where('state', 'in', ['queued', 'answered'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Texts by id, locked in a consistent order. */
export const lockTexts = (db: Db, accountId: number, ids: readonly number[]) =>
  db
    .selectFrom('ai_text')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ids of texts waiting for review, oldest first. */
export async function openIds(db: Db, accountId: number, listId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ai_text')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('review', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export const recordReview = (
  db: Db,
  accountId: number,
  ids: readonly number[],
  { review, userId }: { review: AiReview; userId: number },
) =>
  db
    .updateTable('ai_text')
    .set({ review, reviewed_by: userId, reviewed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()

/** Replaces the model's text with a person's. */
export const rewriteText = (
  db: Db,
  { account_id, id }: Pick<AiTextRow, 'account_id' | 'id'>,
  text: string,
  sentences: AiSentence[],
) =>
  sql`update ai_text set text = ${text}, sentences = ${JSON.stringify(sentences)}::jsonb
    where account_id = ${account_id} and id = ${id}`.execute(db)

/**
 * Texts (`alias`) that failed or were not tried, unless a later run covers the same field of the same lead: what
 * it has written, or will write, is neither paid for twice nor overwritten. A preview does not count.
 */
export const isUnwritten = (alias: string) => {
  const t = sql.ref(alias)
  return sql<boolean>`(${t}.state in ('failed', 'not_tried') and not exists (
    select from ai_text later
      join run_info own on own.account_id = ${t}.account_id and own.id = ${t}.run_id
      join run_info other on other.account_id = later.account_id and other.id = later.run_id
    where later.account_id = ${t}.account_id and later.lead_id = ${t}.lead_id and later.field = ${t}.field
      and later.run_id > ${t}.run_id and later.state not in ('failed', 'not_tried')
      and other.input->'isPreview' = own.input->'isPreview'))`
}

/** Texts of a run that may be rewritten. */
export const unwritten = (db: Db, run: { account_id: number; id: number }) =>
  ofRun(db, run).selectAll().where(isUnwritten('ai_text')).orderBy('lead_id').orderBy('prompt').execute()

/** Deletes texts of permanently deleted leads. */
export const removeOrphanTexts = (db: Db) =>
  sql`delete from ai_text t where not exists (
    select from lead_info l where l.account_id = t.account_id and l.id = t.lead_id)`.execute(db)
