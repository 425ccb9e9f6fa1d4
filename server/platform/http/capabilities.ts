import { CAPABILITIES, type Capability } from '#contract/core/capabilities.ts'
import { hasModule, hasStaffRole, isAdministrator, isOwner, type Rights, seesWallet } from './actor.ts'

const RULES: Record<Capability, (rights: Rights) => boolean> = {
  see_work: (rights) => isOwner(rights) || rights.modules.length > 0,
  see_crm: (rights) => isOwner(rights) || hasModule(rights, 'leads'),
  see_all_lists: (rights) => !rights.ownListsOnly,
  use_wallet: seesWallet,
  sell: (rights) => isOwner(rights) && (hasModule(rights, 'whitelabel') || hasModule(rights, 'admin')),
  manage_account: isOwner,
  manage_team: isOwner,
  manage_webhooks: isOwner,
  manage_crm: isOwner,
  manage_brand: (rights) =>
    (isOwner(rights) && hasModule(rights, 'whitelabel')) || hasStaffRole(rights, 'owner'),
  manage_sources: isOwner,
  manage_models: isOwner,
  erase_people: isOwner,
  see_audit: (rights) => isOwner(rights) || (isAdministrator(rights) && hasModule(rights, 'admin')),
  log_in_as: (rights) =>
    isAdministrator(rights)
      ? hasStaffRole(rights, 'support')
      : isOwner(rights) && hasModule(rights, 'whitelabel'),
  see_admin: (rights) => isAdministrator(rights) && hasModule(rights, 'admin'),
  administer: (rights) => hasStaffRole(rights, 'owner'),
  support_users: (rights) => hasStaffRole(rights, 'support'),
  see_revenue: (rights) => hasStaffRole(rights, 'finance'),
}

/** Rules about single records are in the policies of the modules. */
export const can = (rights: Rights, capability: Capability): boolean => RULES[capability](rights)

/** In the order of the contract. */
export const listCapabilities = (rights: Rights): Capability[] =>
  CAPABILITIES.filter((capability) => can(rights, capability))
