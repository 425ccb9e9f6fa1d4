import type { Service } from '#contract/leads/services.ts'
import { findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findServicesAlong, type ServiceRow } from './services-store.ts'

export const presentService = ({ id, name, template, signals }: ServiceRow): Service => ({
  id,
  name,
  template,
  signals,
})

/** The services that count for an account: its own, else its seller's. */
export async function findServices(db: Db, accountId: number): Promise<Service[]> {
  return (await findServicesAlong(db, accountId)).map(presentService)
}

/** Those of them that a call names: one, or all. @throws AppError not_found for one that doesn’t count for the account. */
export async function getServices(db: Db, accountId: number, which: number | 'all'): Promise<Service[]> {
  const services = await findServices(db, accountId)
  const named = which === 'all' ? services : services.filter(({ id }) => id === which)
  if (which !== 'all' && named.length === 0) throw notFound('The service')
  return named
}

/** The services that count, and whose they are. */
export async function listServices(ctx: Context, actor: Actor) {
  const rows = await findServicesAlong(ctx.db, actor.accountId)
  const isOwn = rows.every((row) => row.account_id === actor.accountId)
  // The brand that these people know: the seller's own name may be another company's.
  const seller = isOwn ? null : (await findBrandOfAccount(ctx, actor.accountId)).name
  return { data: rows.map(presentService), is_own: isOwn, seller }
}
