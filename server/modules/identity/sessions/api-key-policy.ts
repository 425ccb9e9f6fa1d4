import type { ApiScope } from '#contract/core/scopes.ts'
import { type Actor, isAdministrator, isInPerson } from '#server/platform/http/actor.ts'

/** A key outlives the session: only a person, not a key or someone acting as the person, may create one. */
export const canMakeApiKey = (actor: Pick<Actor, 'credential' | 'acting'>): boolean => isInPerson(actor)

export const canGrantScope = (actor: Pick<Actor, 'role'>, scope: ApiScope): boolean =>
  scope !== 'admin' || isAdministrator(actor)
