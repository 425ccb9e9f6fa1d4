import type { Rollout, RolloutAccount } from '#contract/admin/kit-rollouts.ts'
import type { KIT_CHOICES } from '#contract/admin/kits.ts'
import { findNames } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { fillSettings, requireModules, skipEmptyParts } from './apply-kit.ts'
import { ROLL_OUT_JOB, sealVariables } from './rollout-job.ts'
import { findTargets, type Targets } from './rollout-targets.ts'
import * as store from './rollouts-store.ts'
import { getKitVersion } from './stored-kits.ts'
import { findKit, lockKit } from './stored-kits-store.ts'

/** Roll-outs as their account sees them. */
async function presentRollouts(
  ctx: Context,
  accountId: number,
  rows: readonly store.RolloutRow[],
): Promise<Rollout[]> {
  const ids = rows.map(({ id }) => id)
  const outcomes = await store.countOutcomes(ctx.db, accountId, ids)
  const undoable = new Set(
    (await store.listUsesToRollBack(ctx.db, accountId, ids)).map((row) => row.rollout_id),
  )
  const people = [...new Set(rows.flatMap(({ created_by: by }) => (by === null ? [] : [by])))]
  const names = await findNames(ctx.db, accountId, people)
  const presented: Rollout[] = []
  for (const {
    account_id: _account,
    parts: _parts,
    variables: _variables,
    kind,
    created_by,
    created_at,
    ended_at,
    ...row
  } of rows) {
    const counts = { waiting: 0, done: 0, unchanged: 0, refused: 0, skipped: 0 }
    for (const { rollout_id, outcome, count } of outcomes)
      if (rollout_id === row.id) counts[outcome] = Number(count)
    presented.push({
      ...row,
      kit_id: (await findKit(ctx.db, accountId, row.kit_id)) ? row.kit_id : null,
      kind: kind === 'package' ? 'apply' : kind,
      accounts: Object.values(counts).reduce((total, count) => total + count, 0),
      counts,
      created_at: created_at.toISOString(),
      created_by: names.get(created_by ?? 0)?.name ?? null,
      ended_at: ended_at?.toISOString() ?? null,
      can: {
        stop: row.state === 'waiting' || row.state === 'running',
        roll_back: kind === 'apply' && ended_at !== null && undoable.has(row.id),
      },
    })
  }
  return presented
}

const presentRollout = async (ctx: Context, row: store.RolloutRow): Promise<Rollout> =>
  (await presentRollouts(ctx, row.account_id, [row]))[0] as Rollout

async function getRollout(ctx: Context, actor: Actor, id: number): Promise<store.RolloutRow> {
  const row = await store.findRollout(ctx.db, actor.accountId, id)
  if (!row) throw notFound('The roll-out')
  return row
}

export const showRollout = async (ctx: Context, actor: Actor, id: number): Promise<Rollout> =>
  presentRollout(ctx, await getRollout(ctx, actor, id))

export async function listRollouts(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; kit_id?: number },
) {
  const { rows, total } = await store.pageRollouts(ctx.db, actor.accountId, query)
  return pageReply(await presentRollouts(ctx, actor.accountId, rows), query, total)
}

export async function listRolloutAccounts(
  ctx: Context,
  actor: Actor,
  id: number,
  query: { page: number; limit: number; outcome?: store.Outcome },
) {
  const { rows, total } = await store.pageRolloutAccounts(ctx.db, await getRollout(ctx, actor, id), query)
  const data = rows.map(
    ({ customer_id, account, outcome, result, problem, ended_at }): RolloutAccount => ({
      account_id: customer_id,
      account: account ?? 'Deleted account',
      outcome,
      added: 0,
      changed: 0,
      removed: 0,
      conflicts: 0,
      kept: [],
      ...result,
      problem,
      ended_at: ended_at?.toISOString() ?? null,
    }),
  )
  return pageReply(data, query, total)
}

/** Only one at a time: two versions on their way would leave some accounts on the older one. */
async function requireNoOther(ctx: Context, kit: { account_id: number; id: number }): Promise<void> {
  if (await store.hasOpenRollout(ctx.db, kit))
    throw conflict('A roll-out of this kit is running. Stop it, or wait for its end')
}

async function begin(
  ctx: Context,
  actor: Actor,
  rollout: Omit<Parameters<typeof store.insertRollout>[1], 'account_id' | 'created_by'>,
  accounts: readonly { id: number; useId: number | null }[],
): Promise<Rollout> {
  const by = { account_id: actor.accountId, created_by: actor.userId }
  const row = await store.insertRollout(ctx.db, { ...rollout, ...by }, accounts)
  await ctx.queue.send(ctx.db, ROLL_OUT_JOB, { accountId: row.account_id, rolloutId: row.id })
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `kit:${row.kit_id}`,
    detail: { name: row.kit, version: row.version, accounts: accounts.length },
  })
  return presentRollout(ctx, row)
}

/** @throws AppError as `findTargets`, conflict while another roll-out of the kit runs. */
export const startRollout = (
  ctx: Context,
  actor: Actor,
  id: number,
  {
    version: number,
    conflicts,
    variables,
    ...targets
  }: Targets & {
    version?: number
    conflicts: (typeof KIT_CHOICES)[number]
    variables: Record<string, string>
  },
): Promise<Rollout> =>
  transaction(ctx.db, async () => {
    const kit = await lockKit(ctx.db, actor.accountId, id)
    if (!kit) throw notFound('The kit')
    await requireNoOther(ctx, kit)
    const version = await getKitVersion(ctx, kit, number)
    const parts = Object.keys(version.document)
    // Its job has no API key, whose scopes count now.
    const { settings } = skipEmptyParts(ctx, { actor, target: actor }, version.document)
    requireModules(ctx, actor, actor, new Set(Object.keys(settings)))
    fillSettings(version.document, variables)
    const accounts = await findTargets(ctx, kit, targets)
    if (accounts.length === 0) throw conflict('No account is meant: nobody has this kit or package')
    const what = { kit_id: id, kit: kit.name, version: version.number, parts, conflicts, rolls_back: null }
    return begin(
      ctx,
      actor,
      { ...what, kind: 'apply', variables: sealVariables(ctx, kit, variables) },
      accounts.map((account) => ({ id: account, useId: null })),
    )
  })

/** @throws AppError not_found, conflict where nothing is left to restore, or a roll-out of the kit runs. */
export const rollBackRollout = (ctx: Context, actor: Actor, id: number): Promise<Rollout> =>
  transaction(ctx.db, async () => {
    const row = await store.lockRollout(ctx.db, actor.accountId, id)
    if (!row) throw notFound('The roll-out')
    if (row.kind === 'roll_back') throw conflict('This rolls another roll-out back. Roll the kit out again')
    await lockKit(ctx.db, row.account_id, row.kit_id)
    await requireNoOther(ctx, { account_id: row.account_id, id: row.kit_id })
    const accounts = await store.listUsesToRollBack(ctx.db, actor.accountId, [id])
    if (accounts.length === 0) throw conflict('There is nothing to roll back: no account has it any more')
    const { kit_id, kit, version, parts } = row
    requireModules(ctx, actor, actor, new Set(parts))
    const what = { kit_id, kit, version, parts, conflicts: 'keep' as const, rolls_back: id }
    return begin(ctx, actor, { ...what, kind: 'roll_back', variables: null }, accounts)
  })

/** @throws AppError not_found, conflict for one that has ended. */
export const stopRollout = (ctx: Context, actor: Actor, id: number): Promise<Rollout> =>
  transaction(ctx.db, async () => {
    const row = await store.lockRollout(ctx.db, actor.accountId, id)
    if (!row) throw notFound('The roll-out')
    if (row.ended_at) throw conflict('This roll-out has ended')
    await store.setStopping(ctx.db, row)
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `kit:${row.kit_id}`,
      detail: { name: row.kit, version: row.version },
    })
    return presentRollout(ctx, { ...row, state: 'stopping' })
  })
