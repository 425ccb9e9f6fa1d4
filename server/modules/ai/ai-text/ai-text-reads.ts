import type { PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { AiReview, AiTextState } from '#contract/ai/ai-text.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'
import { isUnwritten } from './ai-text-store.ts'

export interface TextQuery {
  id?: number
  list_id?: number
  run_id?: number
  lead_id?: number
  review?: AiReview
  state?: AiTextState
  prompt_type?: PromptType
  unwritten?: 'yes'
  page: number
  limit: number
}

export async function listTexts(db: Db, { accountId, listsOf }: SeenLists, query: TextQuery) {
  let base = db.selectFrom('ai_text as t').where('t.account_id', '=', accountId)
  if (listsOf !== null)
    base = base.where('t.list_id', 'in', (eb) =>
      eb
        .selectFrom('list_info')
        .select('id')
        .where('account_id', '=', accountId)
        .where('created_by', '=', listsOf),
    )
  if (query.id) base = base.where('t.id', '=', query.id)
  if (query.list_id) base = base.where('t.list_id', '=', query.list_id)
  if (query.run_id) base = base.where('t.run_id', '=', query.run_id)
  if (query.lead_id) base = base.where('t.lead_id', '=', query.lead_id)
  if (query.review) base = base.where('t.review', '=', query.review)
  if (query.state) base = base.where('t.state', '=', query.state)
  if (query.prompt_type) base = base.where('t.prompt_type', '=', query.prompt_type)
  if (query.unwritten) base = base.where(isUnwritten('t'))
  return readPage(
    base,
    base
      .innerJoin('run_info as r', (join) =>
        join.onRef('r.account_id', '=', 't.account_id').onRef('r.id', '=', 't.run_id'),
      )
      .leftJoin('lead_info as l', (join) =>
        join.onRef('l.account_id', '=', 't.account_id').onRef('l.id', '=', 't.lead_id'),
      )
      .leftJoin('member as u', (join) =>
        join.onRef('u.id', '=', 't.reviewed_by').onRef('u.account_id', '=', 't.account_id'),
      )
      .selectAll('t')
      .select(['r.input', 'l.name as lead_name'])
      .select('u.name as reviewer')
      .orderBy('t.run_id', 'desc')
      .orderBy('t.lead_id')
      .orderBy('t.prompt'),
    query,
  )
}
export type ShownText = Awaited<ReturnType<typeof listTexts>>['rows'][number]
