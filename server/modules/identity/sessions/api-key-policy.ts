import type { ApiScope } from '#contract/core/scopes.ts'
import { type Actor, isAdministrator, isInPerson } from '#server/platform/http/actor.ts'

/** A key outlives what made it: only the person, not a key and not who acts as the person, may make one. */
export const canMakeApiKey = (actor: Pick<Actor, 'credential' | 'acting'>): boolean => isInPerson(actor)

export const canGrantScope = (actor: Pick<Actor, 'role'>, scope: ApiScope): boolean =>
  scope !== 'admin' || isAdministrator(actor)
