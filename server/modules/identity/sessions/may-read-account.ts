import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { whyNotActedAs } from './acting-policy.ts'
import { findOwners } from './acting-store.ts'

/** Whether an account lets its seller see its data: they could log in as each of its owners. */
export async function mayReadAccount(
  db: Db,
  actor: Pick<Actor, 'role'>,
  accountId: number,
): Promise<boolean> {
  const owners = await findOwners(db, accountId)
  return owners.every((owner) => whyNotActedAs(actor, owner) === null)
}
