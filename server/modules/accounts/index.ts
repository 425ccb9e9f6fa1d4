export { type AccountsService, createAccountsService, type NewUser } from './accounts-service.ts'
export type { AccountRow, UserRow } from './accounts-store.ts'
export { effectiveModules, memberModules } from './entitlements.ts'
export { checkNewPassword } from './password-rule.ts'
