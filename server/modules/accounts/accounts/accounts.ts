import type { Context } from '#server/platform/context.ts'
import * as store from './accounts-store.ts'

export const updateUser = (ctx: Context, id: number, set: Parameters<typeof store.updateUser>[2]) =>
  store.updateUser(ctx.db, id, set)

export const updateAccount = (ctx: Context, id: number, set: Parameters<typeof store.updateAccount>[2]) =>
  store.updateAccount(ctx.db, id, set)

export const findAccount = (ctx: Context, id: number) => store.findAccount(ctx.db, id)

export const findUser = (ctx: Context, id: number) => store.findUser(ctx.db, id)

/** Everyone with this email who may sign in on a site; null is a domain shared by all realms. */
export const findUsersOfSite = (
  ctx: Context,
  email: string,
  site: { account_id: number; realm_id: number } | null,
) => (site ? store.findUsersOfSite(ctx.db, email, site) : store.findUsersByEmail(ctx.db, email, null))

export const findUsersByEmail = (ctx: Context, email: string, realmId: number | null) =>
  store.findUsersByEmail(ctx.db, email, realmId)
