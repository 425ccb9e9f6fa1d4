import { MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import { isOwnerRole, type Rights } from '#server/platform/http/actor.ts'
import type { UserRow } from './accounts-store.ts'

/** An account's modules: those of its plan, limited to its parent's. In catalogue order. */
export const effectiveModules = (plan: readonly string[], parent: readonly string[] | null): ModuleSlug[] =>
  MODULES.filter((slug) => plan.includes(slug) && (parent === null || parent.includes(slug)))

/** A member's modules: the account's, limited to the member's grant; null grants all. */
export const memberModules = (account: readonly string[], grant: readonly string[] | null): ModuleSlug[] =>
  effectiveModules(account, grant)

/** Facts for the rules about a member of an account with these modules. */
export const readRights = (
  user: Pick<UserRow, 'role' | 'staff_role' | 'granted_modules' | 'access_to_wallet' | 'own_lists_only'>,
  ofAccount: readonly string[],
) =>
  ({
    role: user.role,
    staffRole: user.staff_role,
    modules: memberModules(ofAccount, user.granted_modules),
    // Support and finance belong to the platform's account and do not run it.
    isMainUser: isOwnerRole(user.role) && (user.staff_role === null || user.staff_role === 'owner'),
    accessToWallet: user.access_to_wallet,
    ownListsOnly: user.own_lists_only && !isOwnerRole(user.role),
  }) satisfies Rights
