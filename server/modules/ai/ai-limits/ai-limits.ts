import { type AccountAiLimits, AI_LIMIT_NAMES, type AiLimitName } from '#contract/ai/ai-limits.ts'
import { updateAccount } from '#server/modules/accounts/accounts/index.ts'
import { type Step, strictestAiLimits, termsAlongTree } from '#server/modules/accounts/plans/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as reads from './ai-limits-reads.ts'

type Overrides = AccountAiLimits['overrides']

/** An account's AI prices and training limit. */
export type AiLimits = Record<AiLimitName, number>

function accountKind({ parent_id, modules }: reads.AccountLimitsRow): AccountAiLimits['kind'] {
  if (parent_id === null) return 'installation'
  return modules.includes('whitelabel') ? 'reseller' : 'customer'
}

const present = (row: reads.AccountLimitsRow, steps: readonly Step[]): AccountAiLimits => ({
  id: row.id,
  name: row.name,
  owner_email: row.owner_email,
  kind: accountKind(row),
  seller: row.seller,
  overrides: {
    credits_per_1000_tokens: row.ai_credits_per_1000_tokens,
    own_key_credits_per_1000_tokens: row.ai_own_key_credits_per_1000_tokens,
    training_tokens: row.training_tokens,
  },
  effective: strictestAiLimits(steps),
  inherited: strictestAiLimits(steps, true),
})

/** The effective settings of an account. */
export async function findAiLimits(db: Db, accountId: number): Promise<AiLimits> {
  const effective = strictestAiLimits(await termsAlongTree(db, [accountId]))
  return Object.fromEntries(AI_LIMIT_NAMES.map((name) => [name, effective[name].value])) as AiLimits
}

async function presentAll(ctx: Context, rows: readonly reads.AccountLimitsRow[]): Promise<AccountAiLimits[]> {
  const steps = Map.groupBy(
    await termsAlongTree(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ accountId }) => accountId,
  )
  return rows.map((row) => present(row, steps.get(row.id) ?? []))
}

/** @throws AppError not_found. */
export async function showAiLimits(ctx: Context, id: number): Promise<AccountAiLimits> {
  const row = await reads.findAccountRow(ctx.db, id)
  const [account] = row ? await presentAll(ctx, [row]) : []
  if (!account) throw notFound('The account')
  return account
}

export async function listAiLimits(ctx: Context, query: reads.LimitsQuery) {
  const { rows, total } = await reads.listAccounts(ctx.db, query)
  return pageReply(await presentAll(ctx, rows), query, total)
}

/** Sets one account's limits. Recorded in its log and the actor's. @throws AppError not_found. */
export const setAiLimits = (
  ctx: Context,
  actor: Actor,
  id: number,
  own: Overrides,
): Promise<AccountAiLimits> =>
  transaction(ctx.db, async () => {
    const before = await showAiLimits(ctx, id)
    await updateAccount(ctx, id, {
      ai_credits_per_1000_tokens: own.credits_per_1000_tokens,
      ai_own_key_credits_per_1000_tokens: own.own_key_credits_per_1000_tokens,
      training_tokens: own.training_tokens,
    })
    const logs = [...new Set([actor.accountId, id])].sort((a, b) => a - b)
    const detail = fieldChanges(before.overrides, own)
    for (const accountId of logs) recordAudit(ctx.db, { accountId, subject: `account:${id}`, detail })
    return showAiLimits(ctx, id)
  })
