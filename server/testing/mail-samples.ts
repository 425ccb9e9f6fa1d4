import type { MailDraft } from '#server/modules/branding/mail/mail-templates.ts'
import type { SiteBrand } from '#server/modules/branding/sites/index.ts'

/** Sample brands and one mail of every kind, for tests. */
export const FOX: SiteBrand = {
  name: 'Fox & Friends',
  url: 'https://fox.example',
  logo: 'https://fox.example/logo.png?a=1&b=2',
  primaryColor: '#ffdd00',
  textColor: '#A0AEC0',
  headingColor: '#202633',
  from: 'no-reply@fox.example',
  supportEmail: 'help@fox.example',
}
export const OWL: SiteBrand = {
  name: 'Owl',
  url: 'https://app.owl.example:8443',
  logo: null,
  primaryColor: '#123',
  textColor: 'not a colour',
  headingColor: '#ffffff',
  from: 'mail@owl.example',
  supportEmail: null,
}

export const CODE = '271828'
export const LINK = 'https://fox.example/confirm?token=seCret-31415&next=a'

const hello = { first_name: 'Ann' }
const timed = { ...hello, minutes: 30 }
const from = { siteId: null, to: 'ann@people.example' }
const event = { when: '2026-03-04T10:15:00.000Z', ip: '192.0.2.7' }
const team = { inviter: 'Bea Bär', account_name: 'Baker Street' }

/** One mail of every kind; tests replace `first_name` and others as needed. */
export const EVERY_MAIL: MailDraft[] = [
  { ...from, template: 'confirm-email', variables: timed, secrets: { code: CODE, link: LINK } },
  {
    ...from,
    template: 'already-registered',
    variables: {},
    secrets: { sign_in_link: LINK, reset_link: `${LINK}&reset=1` },
  },
  {
    ...from,
    template: 'confirm-submission',
    variables: { source: 'Contact us', minutes: 10_080 },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'audit-report',
    variables: { website: 'bluedoor.example', expires_on: '2027-02-27T10:00:00.000Z' },
    secrets: { link: LINK },
  },
  { ...from, template: 'reset-password', variables: timed, secrets: { code: CODE, link: LINK } },
  { ...from, template: 'reset-unknown', variables: {}, secrets: {} },
  { ...from, template: 'password-changed', variables: { ...hello, ...event }, secrets: { reset_link: LINK } },
  { ...from, template: 'mail-change-confirm', variables: timed, secrets: { code: CODE } },
  { ...from, template: 'mail-change-taken', variables: {}, secrets: {} },
  {
    ...from,
    template: 'mail-changed',
    variables: { ...hello, new_email_masked: 'a••@x.example' },
    secrets: {},
  },
  {
    ...from,
    template: 'invitation',
    variables: { ...team, ...hello, minutes: 10_080 },
    secrets: { link: LINK },
  },
  { ...from, template: 'invitation-elsewhere', variables: team, secrets: {} },
  { ...from, template: 'welcome', variables: { ...hello, minutes: 10_080 }, secrets: { link: LINK } },
  {
    ...from,
    template: 'receipt',
    variables: {
      ...hello,
      product: 'Pro',
      total: 'USD 49.00',
      start: event.when,
      end: '2026-04-04T10:15:00.000Z',
      credits: 6000,
      credits_end: '2026-04-04T10:15:00.000Z',
    },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'payment-failed',
    variables: { ...hello, product: 'Pro', total: 'USD 49.00' },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'trial-ends',
    variables: {
      ...hello,
      product: 'Pro',
      when: event.when,
      next: 'After that, Pro costs USD 49.00 per month.',
    },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'subscription-ended',
    variables: { ...hello, product: 'Pro' },
    secrets: { link: LINK },
  },
  ...(['on', 'off', 'recovery-code-used', 'new-recovery-codes'] as const).map(
    (change) =>
      ({
        ...from,
        template: 'second-factor-changed',
        variables: { ...hello, change, ...event },
        secrets: {},
      }) as const,
  ),
  {
    ...from,
    template: 'account-closed',
    variables: { ...hello, account_name: 'Baker Street', when: event.when },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'account-deletion-soon',
    variables: { ...hello, account_name: 'Baker Street', when: event.when },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'account-reopened',
    variables: { ...hello, account_name: 'Baker Street' },
    secrets: { link: LINK },
  },
  { ...from, template: 'sale-waiting', variables: { name: 'Pro' }, secrets: { link: LINK } },
  {
    ...from,
    template: 'credit-request',
    variables: {
      account_name: 'Baker Street',
      requester: 'Bea Bär',
      amount: '500',
      note: 'For May',
    },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'notification',
    variables: { ...hello, title: 'Brewers in Oslo is done', text: '3 items processed.' },
    secrets: { link: LINK, settings_link: `${LINK}&settings=1` },
  },
  {
    ...from,
    template: 'notification-digest',
    variables: { ...hello, count: 2, lines: 'Brewers is done\nBob joined your team' },
    secrets: { link: LINK, settings_link: `${LINK}&settings=1` },
  },
  {
    ...from,
    template: 'autopilot-summary',
    variables: {
      ...hello,
      name: 'New bakeries',
      count: 2,
      before: '5',
      since: 'November 2, 09:00',
      with_email: 1,
      with_phone: 2,
      kind: 'new',
      changes: 'booking link gone at 3 leads',
      lines: 'Blue Door Bakery\nRye & Co',
    },
    secrets: { link: LINK, settings_link: `${LINK}&settings=1` },
  },
  {
    ...from,
    template: 'subscription-report',
    variables: { ...hello, when: event.when, lines: 'MRR: 490.00 USD\nNew subscriptions: 3' },
    secrets: { link: LINK },
  },
  {
    ...from,
    template: 'audit-head',
    variables: { when: event.when, entries: 1, head: '[3, 1]' },
    secrets: {},
  },
  { ...from, template: 'test', variables: { ...hello, when: event.when }, secrets: {} },
  { ...from, template: 'social-linked', variables: { ...hello, provider: 'Google' }, secrets: {} },
]
