import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** What credits cost the installation is its own business: resellers see what they paid. */
export const seesProviderCost = (actor: Actor): boolean => can(actor, 'see_admin')
