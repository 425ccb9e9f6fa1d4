import type { SetupCheck } from '#server/modules/branding/sites/index.ts'
import { listSignUpPlans } from './plans-store.ts'

/** A reseller needs a package to sell. */
export const packageStep: SetupCheck = {
  key: 'package',
  title: 'Create a package for your customers',
  link: '/whitelabel/packages',
  async check(ctx, { account }) {
    const plans = await listSignUpPlans(ctx.db, account.parent_id === null ? null : account.id)
    return plans.length > 0 ? null : 'Create a package'
  },
}
