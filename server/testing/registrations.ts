import { confirmEmail, register } from '#contract/identity/auth.ts'
import { createPlanOfAccount, findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite, type SiteRow } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from './factories.ts'
import { codeIn, type MailBox } from './mail-box.ts'
import type { TestApp } from './test-app.ts'

const PASSWORD = 'quite a new password'

/** Registers and confirms over the API, with the code from the mail. */
export async function registered(
  t: TestApp,
  box: MailBox,
  email: string,
  options: { password?: string; host?: string } = {},
) {
  const password = options.password ?? PASSWORD
  const headers = options.host ? { headers: { host: options.host } } : {}
  const body = { first_name: 'Robin', last_name: 'Sample', email, password }
  const requested = await t.call(register, { body }, null, headers)
  const code = codeIn(await box.waitFor(email))
  const { registration } = requested.body.data
  const done = await t.call(confirmEmail, { body: { email, code, registration } }, null, headers)
  return { requested, code, registration, password, done }
}

/** A reseller's brand with a verified domain and a sign-up plan. */
export async function brand(
  t: TestApp,
  domain: string,
  options: { modules?: ('leads' | 'ai_suggest')[]; credits?: number; site?: Partial<SiteRow> } = {},
) {
  const reseller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  const plan = await createPlanOfAccount(t.app.ctx, {
    name: `Sign-up of ${domain}`,
    ownerAccountId: reseller.accountId,
    modules: options.modules ?? ['leads'],
    freeCredits: options.credits ?? 7,
  })
  const customer: TestUser = await t.account({ parent: reseller })
  const account = await findAccount(t.app.ctx, customer.accountId)
  const site = await createSite(t.app.ctx, {
    account_id: reseller.accountId,
    realm_id: account?.realm_id as number,
    domain,
    name: `Brand ${domain}`,
    verified_at: new Date(),
    sign_up_plan_id: plan.plan_id,
    ...options.site,
  })
  return { reseller, customer, site, host: domain }
}
