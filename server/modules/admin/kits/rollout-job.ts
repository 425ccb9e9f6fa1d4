import type { KitDiff } from '#contract/admin/kits.ts'
import * as api from '#contract/admin/kits.ts'
import { findAccount, requireOpenAccount } from '#server/modules/accounts/accounts/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isConnectionError, isLockConflict, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { auditedCall } from '#server/platform/http/current-call.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { applyAs, fillSettings, type People, rollBackAs } from './apply-kit.ts'
import { findPeople } from './rollout-people.ts'
import * as store from './rollouts-store.ts'
import { findKit, findKitVersion, type KitVersionRow } from './stored-kits-store.ts'

export const ROLL_OUT_JOB = 'kits.roll-out'

interface Input {
  accountId: number
  rolloutId: number
}

type Result = Parameters<typeof store.setOutcome>[3]

const countsOf = ({ added, changed, removed, conflicts }: KitDiff, stays: boolean): store.RolloutResult => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  conflicts: conflicts.length,
  kept: stays ? conflicts : [],
})

const secretContext = (accountId: number, kitId: number) => `kit-variables:${accountId}:${kitId}`

/** Values for a roll-out, as they wait for its end. */
export const sealVariables = (
  ctx: Context,
  kit: { account_id: number; id: number },
  variables: Record<string, string>,
): string | null =>
  Object.keys(variables).length === 0
    ? null
    : ctx.secretBox.seal(JSON.stringify(variables), secretContext(kit.account_id, kit.id))

const openVariables = (ctx: Context, { account_id, kit_id, variables }: store.RolloutRow) =>
  variables === null
    ? {}
    : (JSON.parse(ctx.secretBox.open(variables, secretContext(account_id, kit_id))) as Record<string, string>)

async function applyVersion(
  ctx: Context,
  people: People,
  rollout: store.RolloutRow,
  version: KitVersionRow | undefined,
): Promise<Result> {
  if (!version) throw conflict('The kit was deleted')
  const { kit, kit_id, conflicts } = rollout
  const { diff, use, isNew, touched } = await applyAs(ctx, people, {
    kit,
    kit_id,
    kit_version: version.number,
    conflicts,
    settings: fillSettings(version.document, openVariables(ctx, rollout)),
  })
  return {
    outcome: touched > 0 ? 'done' : 'unchanged',
    result: countsOf(diff, conflicts === 'keep'),
    // An older use isn't this roll-out's to take back.
    use_id: isNew ? use.id : null,
  }
}

async function rollBack(ctx: Context, people: People, useId: number): Promise<Result> {
  const diff = await rollBackAs(ctx, people, useId)
  return { outcome: 'done', result: countsOf(diff, true) }
}

/** Applies or rolls back in one account, once: whoever comes second finds that it no longer waits. */
const changeAccount = (
  ctx: Context,
  rollout: store.RolloutRow,
  version: KitVersionRow | undefined,
  customerId: number,
): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await store.lockWaiting(ctx.db, rollout, customerId)
    if (!row) return
    const now = await store.findRollout(ctx.db, rollout.account_id, rollout.id)
    if (now?.state === 'stopping') {
      await store.setOutcome(ctx.db, rollout, customerId, { outcome: 'skipped' })
      return
    }
    await requireOpenAccount(ctx.db, rollout.account_id)
    const people = await findPeople(ctx, rollout, customerId)
    if (!people) return
    const isBack = rollout.kind === 'roll_back'
    const result = await auditedCall({
      endpoint: isBack ? api.rollBackKit : api.applyKit,
      // A package acts for nobody in particular.
      actor: rollout.kind === 'package' ? null : people.actor,
      work: () =>
        isBack ? rollBack(ctx, people, row.use_id as number) : applyVersion(ctx, people, rollout, version),
      onMissingAudit() {},
    })
    await store.setOutcome(ctx.db, rollout, customerId, result)
  })

/** Nobody looks at a package's own roll-out, so its seller is told. */
const refuseAccount = (
  ctx: Context,
  rollout: store.RolloutRow,
  customerId: number,
  problem: string,
): Promise<void> =>
  transaction(ctx.db, async () => {
    await store.setOutcome(ctx.db, rollout, customerId, { outcome: 'refused', problem })
    if (rollout.kind !== 'package') return
    const account = (await findAccount(ctx, customerId))?.name ?? ''
    await notify(ctx, {
      accountId: rollout.account_id,
      permission: 'owner',
      kind: 'kit_refused',
      detail: { account_id: customerId, account, kit: rollout.kit, problem },
    })
  })

/**
 * One account of a roll-out. A refusal is its result; a lost database or a lock leaves it waiting for the next try; any
 * other fault is ours: the others go on, and the job says so.
 */
async function workOnAccount(
  ctx: Context,
  rollout: store.RolloutRow,
  version: KitVersionRow | undefined,
  customerId: number,
): Promise<void> {
  try {
    await changeAccount(ctx, rollout, version, customerId)
  } catch (error) {
    if (isConnectionError(error) || isLockConflict(error)) throw error
    const isRefusal = error instanceof AppError
    const problem = isRefusal ? error.message : 'Something went wrong on our side. We’ve recorded the error'
    await refuseAccount(ctx, rollout, customerId, problem)
    if (!isRefusal) throw error
  }
}

/** Works through the accounts of a roll-out that still wait, so a try after a crash goes on with the next one. */
export async function workOnRollout(
  ctx: Context,
  { accountId, rolloutId }: Input,
  signal?: AbortSignal,
): Promise<void> {
  const rollout = await store.findRollout(ctx.db, accountId, rolloutId)
  if (!rollout || rollout.ended_at) return
  await store.setRunning(ctx.db, rollout)
  const kit = await findKit(ctx.db, accountId, rollout.kit_id)
  const version = kit && (await findKitVersion(ctx.db, kit, rollout.version))
  try {
    await forEachItem('accounts', await store.listWaiting(ctx.db, rollout), async (customerId) => {
      if (!signal?.aborted) await workOnAccount(ctx, rollout, version, customerId)
    })
  } finally {
    await store.endRollout(ctx.db, rollout)
  }
  signal?.throwIfAborted()
}

/** Sends the job of roll-outs again that its tries have not ended, such as after a long outage. */
export async function resumeRollouts(ctx: Context): Promise<void> {
  for (const input of await store.listOpenRollouts(ctx.db)) await ctx.queue.send(ctx.db, ROLL_OUT_JOB, input)
}

export const rolloutJob = (ctx: Context) =>
  defineJob<Input>({
    name: ROLL_OUT_JOB,
    retries: 5,
    concurrency: 2,
    handle: (input, signal) => workOnRollout(ctx, input, signal),
  })
