import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** Only the installation sees its cost of credits; resellers see what they paid. */
export const seesProviderCost = (actor: Actor): boolean => can(actor, 'see_admin')
