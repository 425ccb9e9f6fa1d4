import { findOwner } from '#server/modules/accounts/accounts/index.ts'
import { findActorById, getActorIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { can } from '#server/platform/http/capabilities.ts'
import type { People } from './apply-kit.ts'
import type { RolloutRow } from './rollouts-store.ts'

/** Who started it, with the rights of now. @throws AppError conflict when they may not any more. */
async function findStarter(ctx: Context, { account_id, created_by }: RolloutRow) {
  const actor = created_by === null ? null : await findActorById(ctx, account_id, created_by)
  if (!actor || !can(actor, 'manage_account'))
    throw conflict('Who started this may not change accounts any more. Start it again yourself')
  return actor
}

/**
 * A package gives its kit in the name of its seller. That the seller may not log in there, or the customer refuses it,
 * doesn't matter: nobody has worked in the account yet. Null while the account has no owner.
 */
async function findPackagePeople(
  ctx: Context,
  { account_id }: RolloutRow,
  customerId: number,
): Promise<People | null> {
  const [seller, owner] = [await findOwner(ctx.db, account_id), await findOwner(ctx.db, customerId)]
  if (!owner) return null
  const actor = seller && (await findActorById(ctx, account_id, seller.id))
  const found = await findActorById(ctx, customerId, owner.id)
  if (!actor || !found) throw conflict('The seller’s account has no owner')
  return {
    actor,
    target: { ...found, acting: { userId: actor.userId, accountId: account_id, mode: 'write' } },
  }
}

/**
 * Who changes an account in a roll-out, and as whom; null: not yet.
 * @throws AppError not_found for an account out of reach, conflict where nobody may log in now
 */
export async function findPeople(
  ctx: Context,
  rollout: RolloutRow,
  customerId: number,
): Promise<People | null> {
  if (rollout.kind === 'package') return findPackagePeople(ctx, rollout, customerId)
  const actor = await findStarter(ctx, rollout)
  return { actor, target: await getActorIn(ctx, actor, customerId) }
}
