import { CAPABILITIES, type Capability } from '#contract/core/capabilities.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'

/** Capabilities of a person as the server would send them. The real rules: server/platform/http/capabilities.ts. */
export function listCapabilities(
  slugs: readonly ModuleSlug[],
  { isMainUser, accessToWallet }: { isMainUser?: boolean; accessToWallet?: boolean } = {},
): Capability[] {
  const staff = slugs.includes('admin') ? [] : ['see_admin', 'support_users', 'see_revenue']
  const missing = ['administer', ...staff, ...(slugs.includes('whitelabel') ? [] : ['manage_brand'])]
  if (isMainUser) return CAPABILITIES.filter((capability) => !missing.includes(capability))
  return [
    ...(slugs.length > 0 ? (['see_work'] as const) : []),
    'see_all_lists',
    ...(slugs.includes('leads') ? (['see_crm'] as const) : []),
    ...(slugs.includes('admin') ? (['see_admin'] as const) : []),
    ...(accessToWallet ? (['use_wallet'] as const) : []),
  ]
}
