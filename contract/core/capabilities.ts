/**
 * Capabilities of a person in the account, beyond its modules. Endpoints and pages name one, and `GET /api/me` lists
 * those of the caller. The rules are in server/platform/http/capabilities.ts.
 */
export const CAPABILITIES = [
  /** Runs, uploads, the business profile, and the available sources and language model. */
  'see_work',
  /** CRM connections and pushes. */
  'see_crm',
  /** What is drawn from leads of the whole account, such as bounces and suggestions. */
  'see_all_lists',
  /** Balance, transactions and statements; requesting credits. */
  'use_wallet',
  /** Packages, and customers' requests for credits. */
  'sell',
  /** Name, time zone, archive and terms of the account, and closing it. */
  'manage_account',
  'manage_team',
  'manage_webhooks',
  'manage_crm',
  /** Brand, domains and sign-up of the account's own site. */
  'manage_brand',
  /** Keys of lead sources. */
  'manage_sources',
  /** The key of the language model. */
  'manage_models',
  'erase_people',
  /** The audit log of the account and of those below it. */
  'see_audit',
  /** Log in as someone within the account's own tree or, for staff, anywhere. */
  'log_in_as',
  /** Read access to the admin panel. */
  'see_admin',
  /** Write access to the admin panel. */
  'administer',
  /** Suspend people of any account, end their sessions and turn off their second factor. */
  'support_users',
  /** Revenue and subscriptions of the whole installation. */
  'see_revenue',
] as const
export type Capability = (typeof CAPABILITIES)[number]
