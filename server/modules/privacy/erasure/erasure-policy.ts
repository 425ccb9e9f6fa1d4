import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'

/** Administrators erase a person in every account, others in their own and those below it. */
export const canEraseEverywhere = (actor: Pick<Actor, 'role'>): boolean => isAdministrator(actor)
