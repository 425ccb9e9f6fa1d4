import { findAiLimits } from '#server/modules/ai/ai-limits/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { lockTokens, sumTokens } from './ai-training-store.ts'
import { countTokens } from './text/count-tokens.ts'
import { plainText } from './text/plain-text.ts'
import { splitPassages } from './text/split-passages.ts'

const overAllowance = (more: number, left: number) =>
  conflict(
    `This needs ${more.toLocaleString('en')} tokens, and your plan leaves ${Math.max(0, left).toLocaleString('en')}. Delete training you don't need`,
    { details: { tokens: more, left } },
  )

const findAllowance = async (db: Db, accountId: number) => (await findAiLimits(db, accountId)).training_tokens

async function used(db: Db, accountId: number): Promise<number> {
  return (await sumTokens(db, accountId)).reduce((sum, { tokens }) => sum + Number(tokens), 0)
}

/** Call in the transaction that adds tokens. @throws AppError conflict when they exceed the plan. */
export async function requireTokens(db: Db, accountId: number, more: number): Promise<void> {
  if (more <= 0) return
  await lockTokens(db, accountId)
  const left = (await findAllowance(db, accountId)) - (await used(db, accountId))
  if (more > left) throw overAllowance(more, left)
}

/** An account's used and allowed tokens. */
export const trainingUse = async (db: Db, accountId: number) => ({
  limit: await findAllowance(db, accountId),
  used: await used(db, accountId),
})

/** Tokens by kind, and those that `text` would add. */
export async function countTraining(db: Db, accountId: number, text: string | undefined) {
  const by_kind = { page: 0, text: 0, qa: 0, file: 0 }
  const items = { ...by_kind }
  for (const row of await sumTokens(db, accountId)) {
    by_kind[row.kind] = Number(row.tokens)
    items[row.kind] = Number(row.items)
  }
  const tokens = Object.values(by_kind).reduce((sum, value) => sum + value, 0)
  const text_tokens = text === undefined ? null : await countTokens(splitPassages(plainText(text)))
  return { tokens, allowance: await findAllowance(db, accountId), by_kind, items, text_tokens }
}
