import type { AiSentence, AiText } from '#contract/ai/ai-text.ts'
import { lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import { findRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { seesLists } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import { type Actor, seenLists } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import type { TextQuery } from './ai-text-reads.ts'
import * as reads from './ai-text-reads.ts'
import { type AiTextRow, lockTexts, openIds, recordReview, rewriteText } from './ai-text-store.ts'
import { type AiTextRun, writeIntoRow } from './deliver-text.ts'
import { presentText } from './present-text.ts'

/** Maximum texts of a list decided in one call. */
const MAX_TEXTS = 1000

const splitSentences = (text: string) =>
  text
    .split(/(?<=[.!?])\s+/u)
    .map((part) => part.trim())
    .filter(Boolean)

/** Unchanged sentences keep their citations. */
function retainCitations(text: string, before: readonly AiSentence[]): AiSentence[] {
  const unchanged = before.filter((item) => text.includes(item.text))
  const rest = unchanged.reduce((left, item) => left.replace(item.text, '\n'), text)
  const own = splitSentences(rest.replace(/\n+/g, ' ')).map((sentence) => ({
    text: sentence,
    state: null,
    citations: [],
  }))
  return [...unchanged, ...own]
}

/** Writes accepted texts into their rows, without those of deleted leads. */
async function deliver(ctx: Context, actor: Actor, rows: readonly AiTextRow[]): Promise<void> {
  await lockAccountWallet(ctx, actor.accountId)
  for (const [runId, own] of Map.groupBy(rows, ({ run_id }) => run_id)) {
    const run = (await findRun(ctx, actor.accountId, runId)) as unknown as AiTextRun
    const texts = own.map(({ lead_id, field, text }) => ({ lead_id, field, text: text ?? '' }))
    await writeIntoRow(ctx, run, texts, actor.userId)
  }
}

async function showText(ctx: Context, actor: Actor, id: number): Promise<AiText> {
  const { rows } = await reads.listTexts(ctx.db, seenLists(actor), { id, page: 1, limit: 1 })
  const [row] = rows
  if (!row) throw notFound('The text')
  return presentText(row)
}

export async function listTexts(ctx: Context, actor: Actor, query: TextQuery) {
  const { rows, total } = await reads.listTexts(ctx.db, seenLists(actor), query)
  return pageReply(rows.map(presentText), query, total)
}

/** Locks texts of lists that the caller sees, and leaves out the others. */
async function lockSeen(ctx: Context, actor: Actor, ids: readonly number[]): Promise<AiTextRow[]> {
  const ofList = Map.groupBy(await lockTexts(ctx.db, actor.accountId, ids), ({ list_id }) => list_id)
  const seen: AiTextRow[] = []
  for (const [listId, rows] of ofList) if (await seesLists(ctx.db, actor, [listId])) seen.push(...rows)
  return seen
}

/** Accepts or rejects waiting texts. @returns how many, and how many of the list still wait. */
export const reviewTexts = (
  ctx: Context,
  actor: Actor,
  request: { decision: 'accept' | 'reject'; ids?: number[]; list_id?: number },
): Promise<{ count: number; left: number }> =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const listId = request.list_id
    if (!request.ids && listId === undefined) throw invalidField('ids', 'Choose texts or a list')
    if (listId !== undefined && !(await seesLists(ctx.db, actor, [listId]))) throw notFound('The list')
    // Rows of the account are locked before texts, as in a run.
    await lockAccountWallet(ctx, accountId)
    const ids = request.ids ?? (await openIds(ctx.db, accountId, listId as number, MAX_TEXTS))
    const rows = (await lockSeen(ctx, actor, ids)).filter(({ review }) => review === 'open')
    if (rows.length === 0) markUnchanged()
    else {
      if (request.decision === 'accept') await deliver(ctx, actor, rows)
      const review = request.decision === 'accept' ? ('accepted' as const) : ('rejected' as const)
      const done = rows.map(({ id }) => id)
      await recordReview(ctx.db, accountId, done, { review, userId })
      const subject = `list:${rows[0]?.list_id ?? 0}` as const
      recordAudit(ctx.db, { accountId, subject, detail: { decision: request.decision, count: rows.length } })
    }
    const left = listId === undefined ? [] : await openIds(ctx.db, accountId, listId, MAX_TEXTS)
    return { count: rows.length, left: left.length }
  })

/** Accepts a text with a person's edits. @throws AppError not_found, conflict when it no longer waits. */
export const editText = (ctx: Context, actor: Actor, id: number, text: string): Promise<AiText> =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    await lockAccountWallet(ctx, accountId)
    const [row] = await lockSeen(ctx, actor, [id])
    if (!row || row.text === null) throw notFound('The text')
    if (row.review !== 'open' && row.review !== 'accepted' && row.review !== 'edited')
      throw conflict('This text was already reviewed')
    await rewriteText(ctx.db, row, text, retainCitations(text, row.sentences))
    await deliver(ctx, actor, [{ ...row, text }])
    await recordReview(ctx.db, accountId, [id], { review: 'edited', userId })
    recordAudit(ctx.db, { accountId, subject: `lead:${row.lead_id}`, detail: { decision: 'edit', text: id } })
    return showText(ctx, actor, id)
  })
