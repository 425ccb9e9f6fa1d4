import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'

/** The platform's terms apply on every site without its own. */
export const canPublishForAll = (actor: Pick<Actor, 'role'>): boolean => isAdministrator(actor)

/** Terms of a site belong to its owner; `owner` is the account, null for an unknown site. */
export const canPublishForSite = (actor: Pick<Actor, 'accountId'>, owner: number | null): boolean =>
  owner === actor.accountId
