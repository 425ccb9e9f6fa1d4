import { mailRecipient } from '#server/modules/branding/mail/index.ts'
import {
  accountRealm,
  changeSignUpSettings,
  signUpPlan,
  signUpSettings,
} from '#server/modules/branding/sites/index.ts'
import { auditBroken } from '#server/modules/core/audit/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { findUser } from './accounts.ts'
import { findRealm, findSignUpPlan } from './realms.ts'
import { reportAuditBreak } from './report-audit-break.ts'
import { firstCustomerStep } from './setup-step.ts'
import { changeSignUpPlan, showSignUpPlans } from './sign-up-plans.ts'

export { findBrandOfAccount, findSellerId } from './account-facts.ts'
export { canCloseAccount, canEnterAccount } from './account-policy.ts'
export {
  findNames,
  findOwner,
  findPlatformId,
  listAncestors,
  listDescendants,
  selectOwners,
} from './account-reads.ts'
export {
  findAccount,
  findUser,
  findUsersByEmail,
  findUsersOfSite,
  updateAccount,
  updateUser,
} from './accounts.ts'
export { type AccountRow, setChecklistDismissed, type UserRow } from './accounts-store.ts'
export { blankAccount, setAccess, setClosed, setWarned } from './closing-store.ts'
export { createAccount, createFirstAdmin, createUser } from './create-account.ts'
export { effectiveModules, readRights } from './entitlements.ts'
export { lockAccount, lockMember, lockUser } from './locks-store.ts'
export { requireOpenAccount } from './open-account.ts'
export { checkNewPassword } from './password-rule.ts'
export type { MemberRow } from './read-views.ts'
export {
  findPlatformRealm,
  findRealm,
  findSignUpPlan,
  isEmailTaken,
  listBrandsOfRealms,
  setSignUpPlan,
} from './realms.ts'
export { requirePassword } from './require-password.ts'
export {
  accountCreated,
  countInvitation,
  inviteOwner,
  personAdded,
  planApplied,
  recordSubscription,
} from './signals.ts'
export {
  applyPlan,
  createPlanOfAccount,
  findPlanOfAccount,
  subscribeToPlan,
} from './subscriptions.ts'

export const accountsModule = defineModule({
  setupSteps: [firstCustomerStep],
  on: [
    accountRealm.answer((ctx, { accountId, name }) => findRealm(ctx, accountId, name)),
    signUpPlan.answer((ctx, { site }) => findSignUpPlan(ctx, site)),
    signUpSettings.answer((ctx, { owner, site }) => showSignUpPlans(ctx, owner, site)),
    changeSignUpSettings.answer((ctx, { owner, site, change }) => changeSignUpPlan(ctx, owner, site, change)),
    mailRecipient.answer((ctx, { userId }) => findUser(ctx, userId)),
    auditBroken.on(reportAuditBreak),
  ],
})
