import { CAPABILITIES, type Capability } from '#contract/core/capabilities.ts'
import { hasModule, hasStaffRole, isAdministrator, isOwner, type Rights, seesWallet } from './actor.ts'

const RULES: Record<Capability, (who: Rights) => boolean> = {
  see_work: (who) => isOwner(who) || who.modules.length > 0,
  see_crm: (who) => isOwner(who) || hasModule(who, 'leads'),
  use_wallet: seesWallet,
  sell: (who) => isOwner(who) && (hasModule(who, 'whitelabel') || hasModule(who, 'admin')),
  manage_account: isOwner,
  manage_team: isOwner,
  manage_webhooks: isOwner,
  manage_crm: isOwner,
  manage_brand: (who) => (isOwner(who) && hasModule(who, 'whitelabel')) || hasStaffRole(who, 'owner'),
  manage_sources: isOwner,
  manage_models: isOwner,
  erase_people: isOwner,
  see_audit: (who) => isOwner(who) || (isAdministrator(who) && hasModule(who, 'admin')),
  log_in_as: (who) =>
    isAdministrator(who) ? hasStaffRole(who, 'support') : isOwner(who) && hasModule(who, 'whitelabel'),
  see_admin: (who) => isAdministrator(who) && hasModule(who, 'admin'),
  administer: (who) => hasStaffRole(who, 'owner'),
  support_users: (who) => hasStaffRole(who, 'support'),
  see_revenue: (who) => hasStaffRole(who, 'finance'),
}

/** Whether someone has a capability. Rules about single records are in the policies of the modules. */
export const can = (who: Rights, capability: Capability): boolean => RULES[capability](who)

/** All capabilities someone has, in the order of the contract. */
export const capabilitiesOf = (who: Rights): Capability[] =>
  CAPABILITIES.filter((capability) => can(who, capability))
