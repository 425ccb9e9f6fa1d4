/**
 * What a person may do in the account, beyond using its modules. Endpoints and pages name one, and `GET /api/me` lists
 * those of the caller. The rules are the server's alone: server/platform/http/capabilities.ts.
 */
export const CAPABILITIES = [
  /** Runs, uploads, the business profile, and which sources and language model there are. */
  'see_work',
  /** CRM connections and what was sent. */
  'see_crm',
  /** Balance, movements and statements; asking for credits. */
  'use_wallet',
  /** Packages, and requests for credits of the account's own customers. */
  'sell',
  /** Name and time zone of the account, its archive, its terms, closing it. */
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
  /** Start a session as someone else, within the account's own tree or, for staff, anywhere. */
  'log_in_as',
  /** The admin panel of the installation, to read. */
  'see_admin',
  /** The same, to change. */
  'administer',
  /** Suspend people of any account, end their sessions and turn off their second factor. */
  'support_users',
  /** Revenue and subscriptions of the whole installation. */
  'see_revenue',
] as const
export type Capability = (typeof CAPABILITIES)[number]
