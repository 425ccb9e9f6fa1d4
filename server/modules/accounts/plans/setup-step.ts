import type { SetupCheck } from '#server/modules/branding/sites/index.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { listPublishedPlans } from './plans-store.ts'

/** A reseller needs a package to sell. */
export const packageStep: SetupCheck = {
  key: 'package',
  title: 'Create a package for your customers',
  link: '/whitelabel/packages',
  async check(ctx, { account }) {
    for (const plan of await listPublishedPlans(ctx.db, account.parent_id === null ? null : account.id)) {
      if (plan.is_public || plan.price_minor > 0) return null
      // The starter package of registrations comes with the account.
      if (!(await findRow(ctx.db, 'realm_info', { sign_up_plan_id: plan.id }, ['id']))) return null
    }
    return 'Create a package'
  },
}
