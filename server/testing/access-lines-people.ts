import type { CallRecords, Line } from './access-rules.ts'

/** Status of a call with an unknown code, challenge or token. */
const UNKNOWN_SECRET = 422
const SECRET = 'made-up-'.repeat(5)
const CODE = '000000'

let counter = 0
/** An unused address. */
const freshEmail = (): string => {
  counter += 1
  return `matrix-${counter}@test.example`
}
const password = ({ password }: CallRecords) => ({ body: { password } })

const NO_DOMAIN = { host: 'nobody.example' }

/** Calls before and during sign-in. */
const SIGN_IN: Record<string, Line> = {
  'auth.login': { rule: 'open', ok: 200, input: ({ email, password }) => ({ body: { email, password } }) },
  'auth.secondFactor': {
    rule: 'open',
    ok: UNKNOWN_SECRET,
    input: () => ({ body: { challenge: SECRET, code: CODE } }),
  },
  // No vendor is set up here, which is an error of the field.
  'auth.social': { rule: 'open', ok: 422, input: () => ({ body: { provider: 'google', token: 'made up' } }) },
  'auth.socialNonce': { rule: 'open', ok: 200 },
  // The site has no provider.
  'auth.beginSignOn': { rule: 'open', ok: 404 },
  'auth.finishSignOn': {
    rule: 'open',
    ok: 401,
    input: () => ({ body: { request: 'a'.repeat(43), callback: '?code=a' } }),
  },
  'auth.logout': { rule: 'signedIn', ok: 200 },
  'auth.register': {
    rule: 'open',
    ok: 200,
    input: ({ password, termsVersion }) => ({
      body: { first_name: 'Robin', email: freshEmail(), password, accept_terms: termsVersion },
    }),
  },
  'auth.confirmEmail': {
    rule: 'open',
    ok: UNKNOWN_SECRET,
    input: () => ({ body: { email: freshEmail(), code: CODE, registration: SECRET } }),
  },
  'auth.resendCode': { rule: 'open', ok: 200, input: () => ({ body: { email: freshEmail() } }) },
  'auth.forgotPassword': { rule: 'open', ok: 200, input: () => ({ body: { email: freshEmail() } }) },
  'auth.checkResetCode': {
    rule: 'open',
    ok: UNKNOWN_SECRET,
    input: () => ({ body: { request: SECRET, code: CODE } }),
  },
  'auth.resetPassword': {
    rule: 'open',
    ok: UNKNOWN_SECRET,
    input: ({ password }) => ({ body: { token: SECRET, password } }),
  },
  'auth.invitation': { rule: 'open', ok: UNKNOWN_SECRET, input: () => ({ body: { token: SECRET } }) },
  'auth.acceptInvitation': {
    rule: 'open',
    ok: UNKNOWN_SECRET,
    input: ({ password }) => ({ body: { token: SECRET, first_name: 'Robin', password } }),
  },
}

/** Calls about the caller. */
const OWN: Record<string, Line> = {
  'me.show': { rule: 'signedIn', scope: 'read', ok: 200 },
  'me.update': { rule: 'signedIn', ok: 200, input: () => ({ body: { last_name: 'Matrix' } }) },
  'me.password': {
    rule: 'signedIn',
    ok: 200,
    input: ({ password }) => ({ body: { current_password: password, password } }),
  },
  'me.mailChange': {
    rule: 'signedIn',
    ok: 200,
    input: ({ password }) => ({ body: { email: freshEmail(), password } }),
  },
  'me.mailChangeResend': { rule: 'signedIn', ok: 200, after: 'me.mailChange' },
  'me.mailChangeConfirm': {
    rule: 'signedIn',
    ok: UNKNOWN_SECRET,
    after: 'me.mailChange',
    input: () => ({ body: { code: CODE } }),
  },
  'terms.show': { rule: 'open', ok: 200 },
  'terms.accept': {
    rule: 'signedIn',
    ok: 200,
    input: ({ termsVersion }) => ({ body: { version: termsVersion } }),
  },
  // Without a site: the platform's terms, which only administrators change.
  'terms.publish': { rule: 'staff', ok: 201, input: () => ({ body: { title: 'Terms', body: 'Be kind.' } }) },
  'secondFactor.show': { rule: 'signedIn', ok: 200 },
  'secondFactor.start': { rule: 'signedIn', ok: 200, input: password },
  'secondFactor.enable': {
    rule: 'signedIn',
    ok: UNKNOWN_SECRET,
    after: 'secondFactor.start',
    input: () => ({ body: { code: CODE } }),
  },
  // The second factor of these callers is off.
  'secondFactor.recoveryCodes': {
    rule: 'signedIn',
    ok: 409,
    input: ({ password }) => ({ body: { password, code: CODE } }),
  },
  'secondFactor.disable': {
    rule: 'signedIn',
    ok: 409,
    input: ({ password }) => ({ body: { password, code: CODE } }),
  },
  'me.start': { rule: 'signedIn', ok: 200 },
  'checklist.show': { rule: 'signedIn', scope: 'read', ok: 200 },
  'checklist.dismiss': { rule: 'signedIn', ok: 200, input: () => ({ body: {} }) },
  'logInAs.people': { rule: 'seller', ok: 200 },
  'logInAs.start': {
    rule: 'actingStaff',
    ok: 201,
    input: ({ mainUser }) => ({ body: { user_id: mainUser, reason: 'Helping with an export' } }),
  },
  'logInAs.mode': { rule: 'signedIn', ok: 409, input: () => ({ body: { mode: 'write' } }) },
  'logInAs.end': { rule: 'signedIn', ok: 200 },
  'logInAs.visits': { rule: 'signedIn', ok: 200 },
  'logInAs.allow': { rule: 'signedIn', ok: 200, input: () => ({ body: { allowed: true } }) },
  'staff.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'staff.set': {
    rule: 'staff',
    ok: 200,
    input: ({ colleague }) => ({ params: { id: colleague }, body: { staff_role: 'support' } }),
  },
  'audit.index': { rule: 'mainUser', scope: 'read', ok: 200 },
  'audit.state': { rule: 'mainUser', scope: 'read', ok: 200 },
  'audit.export': { rule: 'mainUser', scope: 'export', ok: 200, input: () => ({ body: {} }) },
  'sessions.index': { rule: 'signedIn', ok: 200 },
  'sessions.revoke': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'private',
    input: ({ session }) => ({ params: { id: session } }),
  },
  'sessions.revokeOthers': { rule: 'signedIn', ok: 200 },
  'apiKeys.index': { rule: 'signedIn', ok: 200 },
  'apiKeys.create': {
    rule: 'signedIn',
    ok: 201,
    input: ({ password }) => ({ body: { name: 'Matrix', scopes: ['read'], password } }),
  },
  'apiKeys.revoke': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'private',
    input: ({ apiKey }) => ({ params: { id: apiKey } }),
  },
  'appRequests.check': {
    rule: 'signedIn',
    ok: 200,
    input: ({ appRequest }) => ({ body: { request: appRequest } }),
  },
  'appRequests.approve': {
    rule: 'signedIn',
    ok: 201,
    input: ({ appRequest }) => ({ body: { request: appRequest, scopes: ['read'], daily_credits: null } }),
  },
}

const TEST_MAIL = { name: 'test' }
const mailLine = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const POSTMARK = { sender: 'postmark' }
const MAIL_TEXT = { subject: mailLine('Hello'), preheader: mailLine('Hello'), doc: mailLine('Hello') }

/** Calls about an account's members and mails. */
const TEAM: Record<string, Line> = {
  'team.index': { rule: 'mainUser', ok: 200 },
  'team.invite': { rule: 'mainUser', ok: 201, input: () => ({ body: { email: freshEmail() } }) },
  'team.resendInvitation': {
    rule: 'mainUser',
    ok: 200,
    foreign: 'hidden',
    input: ({ invitation }) => ({ params: { id: invitation } }),
  },
  'team.withdrawInvitation': {
    rule: 'mainUser',
    ok: 200,
    foreign: 'hidden',
    input: ({ invitation }) => ({ params: { id: invitation } }),
  },
  'team.update': {
    rule: 'mainUser',
    ok: 200,
    foreign: 'hidden',
    input: ({ teammate }) => ({ params: { id: teammate }, body: { access_to_wallet: true } }),
  },
  'team.remove': {
    rule: 'mainUser',
    ok: 200,
    foreign: 'hidden',
    input: ({ teammate, mainUser }) => ({ params: { id: teammate }, query: { hand_over_to: mainUser } }),
  },
  'resellers.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'resellers.create': {
    rule: 'staff',
    scope: 'admin',
    ok: 201,
    input: ({ customer }) => ({
      body: { owner_email: customer, brand_name: 'Brand', domain: freshEmail().replace('@', '.') },
    }),
  },
  'sites.show': { rule: 'seller', scope: 'read', ok: 200 },
  'sites.update': { rule: 'seller', scope: 'write', ok: 200, input: () => ({ body: { name: 'Matrix' } }) },
  'sites.uploadImage': {
    rule: 'seller',
    scope: 'write',
    ok: 422,
    input: () => ({ query: { kind: 'logo' } }),
  },
  'signOn.show': { rule: 'seller', scope: 'read', ok: 200 },
  // No provider answers there, and none was saved.
  'signOn.save': {
    rule: 'seller',
    scope: 'write',
    ok: 422,
    input: () => ({
      body: {
        label: 'Company',
        issuer: 'https://127.0.0.1',
        client_id: 'leads',
        domains: ['company.example'],
        create_people: true,
        join_existing: false,
        enforced: false,
        groups_claim: 'groups',
        groups: [],
      },
    }),
  },
  'signOn.remove': { rule: 'seller', scope: 'write', ok: 404 },
  'sites.setup': { rule: 'seller', scope: 'read', ok: 200 },
  'auditPage.show': { rule: 'seller', scope: 'read', ok: 200 },
  'auditPage.save': { rule: 'seller', scope: 'write', ok: 200, input: () => ({ body: { days: 30 } }) },
  'audits.index': { rule: 'seller', scope: 'read', ok: 200 },
  // A domain that no caller has added.
  'audits.create': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ body: { website: 'shop.example', site: 'nobodys.example' } }),
  },
  'audits.delete': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: { id: 999_999_999 } }),
  },
  // The host of the calls has no audit page.
  'auditPage.challenge': { rule: 'open', ok: 404 },
  'auditPage.request': {
    rule: 'open',
    ok: 404,
    input: () => ({
      body: { website: 'shop.example', name: 'Ann', email: 'ann@shop.example', consent: true, proof: 'none' },
    }),
  },
  'auditReports.state': { rule: 'open', ok: 404, input: () => ({ params: { token: 'none' } }) },
  'allDomains.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'domains.index': { rule: 'seller', scope: 'read', ok: 200 },
  'domains.add': {
    rule: 'seller',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { host: freshEmail().replace('@', '.') } }),
  },
  // A domain that no caller has added.
  'domains.verify': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: NO_DOMAIN, body: {} }),
  },
  'domains.makePrimary': { rule: 'seller', scope: 'write', ok: 404, input: () => ({ params: NO_DOMAIN }) },
  'domains.remove': { rule: 'seller', scope: 'write', ok: 404, input: () => ({ params: NO_DOMAIN }) },
  'mailEvents.index': { rule: 'seller', scope: 'read', ok: 200 },
  'mailEvents.save': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ params: POSTMARK, body: { secret: 'a long unused password' } }),
  },
  'mailEvents.remove': { rule: 'seller', scope: 'write', ok: 200, input: () => ({ params: POSTMARK }) },
  'mailServer.resume': { rule: 'seller', scope: 'write', ok: 200 },
  'mailSuppressions.index': { rule: 'seller', scope: 'read', ok: 200 },
  'mailSuppressions.lift': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ body: { address: 'nobody@people.example' } }),
  },
  // An unknown report changes nothing.
  'mailBounces.report': { rule: 'open', ok: 200 },
  'unsubscribe.show': { rule: 'open', ok: 404, input: () => ({ params: { token: 'nobodys' } }) },
  'unsubscribe.set': { rule: 'open', ok: 404, input: () => ({ params: { token: 'nobodys' } }) },
  'mailTemplates.index': { rule: 'seller', scope: 'read', ok: 200 },
  'mailTemplates.language': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { language: 'en' } }),
  },
  'mailTemplates.show': { rule: 'seller', scope: 'read', ok: 200, input: () => ({ params: TEST_MAIL }) },
  'mailTemplates.save': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    // The version before the first save: each caller has separate texts.
    input: () => ({ params: TEST_MAIL, body: { ...MAIL_TEXT, version: 0 } }),
  },
  'mailTemplates.reset': { rule: 'seller', scope: 'write', ok: 200, input: () => ({ params: TEST_MAIL }) },
  'mailTemplates.restore': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: TEST_MAIL, body: { version: 1000 } }),
  },
  'mailTemplates.preview': {
    rule: 'seller',
    scope: 'read',
    ok: 200,
    input: () => ({ params: TEST_MAIL, body: MAIL_TEXT }),
  },
  'mailTemplates.test': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ params: TEST_MAIL, body: MAIL_TEXT }),
  },
  'mailServer.show': { rule: 'seller', scope: 'read', ok: 200 },
  'mailServer.mails': { rule: 'seller', scope: 'read', ok: 200 },
  'mailServer.save': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({
      body: {
        host: 'smtp.people.example.com',
        port: 587,
        security: 'starttls',
        from_address: 'hello@people.example',
      },
    }),
  },
  'mailServer.remove': { rule: 'seller', scope: 'write', ok: 200 },
  // Without any mail server, nothing is sent and the reply says so.
  'mailServer.test': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { to: 'nobody@people.example' } }),
  },
  'mailServer.dkim': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { domain: 'people.example' } }),
  },
  'mailServer.check': { rule: 'seller', scope: 'write', ok: 200 },
  'mail.setup': { rule: 'staff', scope: 'admin', ok: 200 },
  'mail.test': { rule: 'staff', scope: 'admin', ok: 200 },
  'mail.list': { rule: 'staff', scope: 'admin', ok: 200 },
  'mail.show': { rule: 'staff', scope: 'admin', ok: 200, input: ({ mail }) => ({ params: { id: mail } }) },
  'mail.retry': { rule: 'staff', scope: 'admin', ok: 200, input: ({ mail }) => ({ params: { id: mail } }) },
}

const NOTIFICATIONS: Record<string, Line> = {
  'notifications.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'notifications.unread': { rule: 'signedIn', scope: 'read', ok: 200 },
  'notifications.mark': {
    rule: 'signedIn',
    scope: 'write',
    ok: 200,
    foreign: 'ignored',
    input: ({ notification }) => ({ body: { ids: [notification] } }),
  },
  'notificationSettings.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'notificationSettings.change': {
    rule: 'signedIn',
    scope: 'write',
    ok: 200,
    input: () => ({ params: { kind: 'run_finished' }, body: { mail: 'daily' } }),
  },
}

/** Calls about an account's complete data. */
const ACCOUNT_DATA: Record<string, Line> = {
  'accountClosing.show': { rule: 'mainUser', ok: 200 },
  // With a typo, or the matrix would lose its callers.
  'accountClosing.close': {
    rule: 'mainUser',
    ok: 422,
    input: ({ password }) => ({ body: { name: 'Another name', password } }),
  },
  'accountClosing.reopen': { rule: 'mainUser', ok: 409 },
  'accountExports.create': { rule: 'mainUser', scope: 'export', ok: 201 },
  'accountExports.index': { rule: 'mainUser', scope: 'read', ok: 200 },
  'accountExports.download': {
    rule: 'mainUser',
    scope: 'export',
    ok: 201,
    foreign: 'hidden',
    input: ({ accountExport }) => ({ params: { id: accountExport } }),
  },
  'customerExports.create': {
    rule: 'actingStaff',
    ok: 201,
    input: ({ account }) => ({ params: { id: account } }),
  },
  'customerExports.index': {
    rule: 'actingStaff',
    ok: 200,
    input: ({ account }) => ({ params: { id: account } }),
  },
  'customerExports.download': {
    rule: 'actingStaff',
    ok: 201,
    input: ({ account, accountExport }) => ({ params: { id: account, run_id: accountExport } }),
  },
}

export const PEOPLE_LINES: Record<string, Line> = {
  ...SIGN_IN,
  ...OWN,
  ...NOTIFICATIONS,
  ...ACCOUNT_DATA,
  ...TEAM,
}
