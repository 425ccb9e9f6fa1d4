import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'

/** Terms of the platform hold on every site that has none of its own. */
export const canPublishForAll = (actor: Pick<Actor, 'role'>): boolean => isAdministrator(actor)

/** Terms of a site are its owner's; `owner` is the account, null when there is no such site. */
export const canPublishForSite = (actor: Pick<Actor, 'accountId'>, owner: number | null): boolean =>
  owner === actor.accountId
