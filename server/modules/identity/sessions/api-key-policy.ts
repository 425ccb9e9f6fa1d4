import type { ApiScope } from '#contract/core/scopes.ts'
import { type Actor, isAdministrator, isInPerson } from '#server/platform/http/actor.ts'

/** Why someone cannot log in as this person now, or null. A package may block sellers, never staff. */
export const canMakeApiKey = (actor: Pick<Actor, 'credential' | 'acting'>): boolean => isInPerson(actor)

export const canGrantScope = (actor: Pick<Actor, 'role'>, scope: ApiScope): boolean =>
  scope !== 'admin' || isAdministrator(actor)
