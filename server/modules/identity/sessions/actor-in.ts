import { findOwner } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findActorById } from './find-actor.ts'
import { requirePerson } from './start-acting.ts'

/**
 * The caller as an owner of an account, for one call: the same person in their own, and who could log in there in
 * another one. @throws AppError not_found for an account out of reach, conflict where nobody may log in now.
 */
export async function getActorIn(ctx: Context, actor: Actor, accountId: number): Promise<Actor> {
  if (accountId === actor.accountId) return actor
  const owner = await findOwner(ctx.db, accountId)
  if (!owner) throw notFound('The account')
  const person = await requirePerson(ctx, actor, owner.id)
  const found = await findActorById(ctx, accountId, person.id)
  if (!found) throw notFound('The account')
  return {
    ...found,
    credential: actor.credential,
    acting: { userId: actor.userId, accountId: actor.accountId, mode: 'write' },
  }
}
