import { MODULES, type ModuleSlug } from '#contract/constants.ts'

/** Modules an account may use: what its plan names, cut down to what its parent may use. In catalogue order. */
export const effectiveModules = (plan: readonly string[], parent: readonly string[] | null): ModuleSlug[] =>
  MODULES.filter((slug) => plan.includes(slug) && (parent === null || parent.includes(slug)))

/** Modules a member may use: the account's, cut down to the member's grant; null grants all. */
export const memberModules = (account: readonly string[], grant: readonly string[] | null): ModuleSlug[] =>
  effectiveModules(account, grant)
