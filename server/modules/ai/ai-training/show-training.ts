import type { TrainingKind } from '#contract/ai/ai-training.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { countPassages, findItem, listItems } from './ai-training-store.ts'
import { countTraining } from './training-allowance.ts'

export type { ItemRow } from './ai-training-store.ts'

export const listTraining = async (
  ctx: Context,
  accountId: number,
  kind: TrainingKind,
  query: { page: number; limit: number; search?: string },
) => listItems(ctx.db, accountId, { kind, ...query })

export async function showTraining(ctx: Context, accountId: number, id: number) {
  const row = await findItem(ctx.db, accountId, id)
  if (!row) throw notFound('The training')
  const { kind, title, url, body: text, tokens, instructions } = row
  return {
    id,
    kind,
    title,
    url,
    text,
    tokens,
    instructions,
    passages: await countPassages(ctx.db, accountId, id),
  }
}

export const countTrainingTokens = (ctx: Context, accountId: number, text: string | undefined) =>
  countTraining(ctx.db, accountId, text)
