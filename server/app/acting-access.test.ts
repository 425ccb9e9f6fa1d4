import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ActingRule, buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { actAs } from '#server/testing/acting.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let tokens: Record<'read' | 'write', string>
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
  const [admin, user] = [await t.admin(), await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })]
  tokens = {
    read: (await actAs(t, user, admin)).token,
    write: (await actAs(t, user, admin, { mode: 'write' })).token,
  }
})
afterAll(() => t.close())

/** Independent of the contract: what must never be done in someone else's name. */
const NEVER_ACTING = new Set(
  `terms.accept terms.publish secondFactor.start secondFactor.disable secondFactor.enable secondFactor.recoveryCodes
  me.password me.mailChange me.mailChangeConfirm me.mailChangeResend apiKeys.create apiKeys.revoke appRequests.check appRequests.approve sessions.revoke
  sessions.revokeOthers team.invite team.remove team.resendInvitation team.update team.withdrawInvitation
  openAi.delete openAi.save openAi.test creditRequests.decide creditRequests.create billing.setAlert
  wallet.exportTransactions wallet.exportUsage crm.startConsent crm.connect crm.createField crm.createMissingFields
  crm.disconnect crm.finishConsent crm.saveMapping crm.saveWins crm.readWins crm.readOutcomes crm.test webhooks.change webhooks.create webhooks.delete webhooks.listen
  webhooks.resend webhooks.resendFailed webhooks.restore webhooks.rotate webhooks.setOfList webhooks.test
  zapier.subscribe zapier.unsubscribe leadSources.deleteKey leadSources.limitKey leadSources.saveKey
  leadSources.testKey erasures.create accountClosing.close accountClosing.reopen accountExports.download
  accountExports.create wallet.setRecharge upgrade.request logInAs.start logInAs.end logInAs.allow subscriptions.create subscriptions.import subscriptions.change
  subscriptions.exportUsage accessPolicy.set kits.apply kits.rollBack kits.create kits.update kits.delete kits.addVersion kits.share kits.unshare
  kits.rollOut kits.rollOuts.stop kits.rollOuts.rollBack payments.checkout payments.changePackage payments.cancel payments.portal
  payments.claimSale payments.endAddOn backups.download`.split(/\s+/),
)
/** Reads that call out or spend: in write mode only, like all changes. */
const OUTBOUND = new Set(
  'businessDetails.suggest fineTunes.generate searches.count searches.preview searches.ask icp.index icp.explain crm.fields crm.owners crm.wins crm.campaigns'.split(
    ' ',
  ),
)
/** Everything that changes the installation, a brand or packages. */
const SET_UP = new Set(['administer', 'manage_brand', 'sell', 'support_users'])
const ALWAYS = new Set('auth.logout logInAs.mode'.split(' '))

const MESSAGES: Record<ActingRule, string | null> = {
  never: 'Not available while you’re logged in as someone else',
  write: 'You’re logged in as read-only. Allow changes first',
  always: null,
}

function expectedRule({ name, audit, access }: Endpoint): ActingRule {
  // Non-staff callers are refused the installation's pages before anything else is checked.
  if (NEVER_ACTING.has(name) || (access !== 'public' && SET_UP.has(access.can ?? '') && audit)) return 'never'
  if (ALWAYS.has(name)) return 'always'
  return audit || OUTBOUND.has(name) ? 'write' : 'always'
}

/** The refusal message for impersonation; null for any other reply. */
async function refusal(endpoint: Endpoint, mode: 'read' | 'write'): Promise<string | null> {
  const stop = new AbortController()
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '999999']),
  )
  const response = await fetch(origin + buildPath(endpoint.path, params), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${tokens[mode]}`,
      ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method !== 'GET' && { body: '{}' }),
    signal: stop.signal,
  })
  const text = endpoint.kind === 'stream' ? '' : await response.text()
  stop.abort()
  const message = response.status === 403 ? (JSON.parse(text).message as string) : null
  return message === MESSAGES.never || message === MESSAGES.write ? message : null
}

const signedIn = allEndpoints.filter(({ access, name }) => access !== 'public' && !ALWAYS.has(name))

it.each(signedIn.map((endpoint) => [endpoint.name, endpoint] as const))(
  'someone logged in as another may call %s only as its rule says',
  async (_name, endpoint) => {
    const rule = expectedRule(endpoint)
    const answers = { read: await refusal(endpoint, 'read'), write: await refusal(endpoint, 'write') }
    expect(answers).toEqual({ read: MESSAGES[rule], write: rule === 'never' ? MESSAGES.never : null })
  },
)
