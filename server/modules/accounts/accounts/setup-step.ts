import type { SetupCheck } from '#server/modules/branding/sites/index.ts'
import { hasCustomers } from './accounts-store.ts'

/** A reseller wins customers. */
export const firstCustomerStep: SetupCheck = {
  key: 'first_customer',
  title: 'Win your first customer',
  link: '/whitelabel/subscriptions',
  check: async (ctx, { account }) =>
    (await hasCustomers(ctx.db, account.id)) ? null : 'Nobody has registered yet',
}
