import type { MailContents, MailTemplate, MailTemplateName } from './mail-contents.ts'

/** "Hello Ann," or "Hello,": see `readableVariables`. */
const HELLO = '{{ greeting }}'

/** "1 lead", "2 leads". */
const counted = (count: string | number | undefined, singular: string, many = `${singular}s`): string =>
  `${count} ${Number(count) === 1 ? singular : many}`

const REUSED_NOTHING = 'If this wasn’t you, ignore this email. Nothing was changed.'
const CHANGE_PASSWORD =
  'If this wasn’t you, reset your password on the sign-in page now and contact the owner of your account.'

/** Every mail of the product. Names typed by people are variables, never part of the text. */
export const MAIL_TEMPLATES: { readonly [Name in MailTemplateName]: MailTemplate<Name> } = {
  'confirm-email': {
    variables: { first_name: 'name', minutes: 'minutes' },
    secrets: { code: 'code', link: 'link' },
    subject: 'Confirm your email address',
    preheader: 'One more step before you can start with {{ brand_name }}.',
    heading: 'Confirm your email address',
    paragraphs: [
      HELLO,
      'Thanks for signing up for {{ brand_name }}. Enter this code on the page you came from, or open the link below. Both are valid for {{ valid_for }}.',
    ],
    showsCode: true,
    links: [{ label: 'Confirm my address', secret: 'link' }],
    closing: 'If you didn’t sign up, ignore this email and no account will be created.',
  },
  'already-registered': {
    variables: {},
    secrets: { sign_in_link: 'link', reset_link: 'link' },
    subject: 'You already have an account',
    preheader: 'Sign in, or choose a new password.',
    heading: 'You already have an account',
    paragraphs: [
      'Hello,',
      'Someone tried to sign up for {{ brand_name }} with this address, but it already has an account. Just sign in. If you forgot your password, choose a new one.',
    ],
    links: [
      { label: 'Sign in', secret: 'sign_in_link' },
      { label: 'Choose a new password', secret: 'reset_link' },
    ],
    closing: 'If this wasn’t you, you don’t need to do anything. Your account wasn’t changed.',
  },
  'reset-password': {
    variables: { first_name: 'name', minutes: 'minutes' },
    secrets: { code: 'code', link: 'link' },
    subject: 'Choose a new password',
    preheader: 'Choose a new password for {{ brand_name }}.',
    heading: 'Choose a new password',
    paragraphs: [
      HELLO,
      'You asked for a new password. Enter this code on the page you came from, or open the link below. Both are valid for {{ valid_for }} and work once.',
    ],
    showsCode: true,
    links: [{ label: 'Choose a new password', secret: 'link' }],
    closing: 'If you didn’t request this, ignore this email. Your password won’t change.',
  },
  'reset-unknown': {
    variables: {},
    secrets: {},
    subject: 'No account with this address',
    preheader: 'Someone requested a password reset for this address.',
    heading: 'No account with this address',
    paragraphs: [
      'Hello,',
      'Someone requested a new {{ brand_name }} password for this address, but it has no account. If it was you, try your other email addresses.',
    ],
    closing: 'If this wasn’t you, you don’t need to do anything.',
  },
  'password-changed': {
    variables: { first_name: 'name', when: 'moment', ip: 'words' },
    secrets: { reset_link: 'link' },
    subject: 'Your password was changed',
    preheader: 'All other devices were signed out.',
    heading: 'Your password was changed',
    paragraphs: [
      HELLO,
      'The password of your {{ brand_name }} account was changed on {{ when }} from the address {{ ip }}.',
      'If it was you, you don’t need to do anything.',
    ],
    links: [{ label: 'It wasn’t me: choose a new password', secret: 'reset_link' }],
    closing: 'If this wasn’t you, use the link above to choose a new password now.',
  },
  'mail-change-confirm': {
    variables: { first_name: 'name', minutes: 'minutes' },
    secrets: { code: 'code' },
    subject: 'Confirm your new email address',
    preheader: 'One more step to change your address.',
    heading: 'Confirm your new email address',
    paragraphs: [
      HELLO,
      'You asked to use this address for your {{ brand_name }} account. Enter this code where you asked for it. It is valid for {{ valid_for }}.',
    ],
    showsCode: true,
    closing: REUSED_NOTHING,
  },
  'mail-change-taken': {
    variables: {},
    secrets: {},
    subject: 'This address already has an account',
    preheader: 'Someone tried to use this address for another account.',
    heading: 'This address already has an account',
    paragraphs: [
      'Hello,',
      'Someone tried to use this address for another {{ brand_name }} account, but it already belongs to one. If it was you, sign in with this address or use another one.',
    ],
    closing: 'If this wasn’t you, you don’t need to do anything. Neither account was changed.',
  },
  'mail-changed': {
    variables: { first_name: 'name', new_email_masked: 'words' },
    secrets: {},
    subject: 'Your email address was changed',
    preheader: 'Sign in with your new address from now on.',
    heading: 'Your email address was changed',
    paragraphs: [
      HELLO,
      'Your {{ brand_name }} account now uses the address {{ new_email_masked }}. From now on, sign in with that one. This is the last email to your old address.',
    ],
    closing: CHANGE_PASSWORD,
  },
  invitation: {
    variables: { inviter: 'name', account_name: 'name', first_name: 'name', minutes: 'minutes' },
    secrets: { link: 'link' },
    subject: '{{ inviter }} invites you to {{ account_name }}',
    preheader: 'Join the team on {{ brand_name }}.',
    heading: 'You are invited',
    paragraphs: [
      HELLO,
      '{{ inviter }} invites you to join {{ account_name }} on {{ brand_name }}. Open the link below, choose a password and you are in. The link is valid for {{ valid_for }}.',
    ],
    links: [{ label: 'Accept the invitation', secret: 'link' }],
    closing: 'If you don’t know who this is, ignore this email and no account will be created.',
  },
  'invitation-elsewhere': {
    variables: { inviter: 'name', account_name: 'name' },
    secrets: {},
    subject: '{{ inviter }} tried to invite you to {{ account_name }}',
    preheader: 'Your address already belongs to another account.',
    heading: 'We couldn’t invite you',
    paragraphs: [
      'Hello,',
      '{{ inviter }} tried to invite you to {{ account_name }} on {{ brand_name }}. Your address already has an account there, and an address can only belong to one account. To join, give {{ inviter }} another address.',
    ],
    closing: 'If you don’t know who this is, you don’t need to do anything. Your account wasn’t changed.',
  },
  'second-factor-changed': {
    variables: { first_name: 'name', change: 'change', when: 'moment', ip: 'words' },
    secrets: {},
    subject: '{{ change }}',
    preheader: 'A change to how you sign in to {{ brand_name }}.',
    heading: '{{ change }}',
    paragraphs: [
      HELLO,
      '{{ change }} for your {{ brand_name }} account on {{ when }} from the address {{ ip }}.',
      'If it was you, you don’t need to do anything.',
    ],
    closing: CHANGE_PASSWORD,
  },
  'account-closed': {
    variables: { first_name: 'name', account_name: 'name', when: 'moment' },
    secrets: { link: 'link' },
    subject: '{{ account_name }} is closed',
    preheader: 'Everything is deleted on {{ when }}, unless you reopen it.',
    heading: 'Your account is closed',
    paragraphs: [
      HELLO,
      '{{ account_name }} was closed. Searches have stopped and your team is signed out. On {{ when }} everything in it is permanently deleted: lists, leads, files, settings and members.',
      'Until then you can sign in to download your data or to reopen the account.',
    ],
    links: [{ label: 'Download or reopen', secret: 'link' }],
    closing: 'If you didn’t close it, reopen it with the link above and change your password.',
  },
  'account-deletion-soon': {
    variables: { first_name: 'name', account_name: 'name', when: 'moment' },
    secrets: { link: 'link' },
    subject: '{{ account_name }} will be deleted soon',
    preheader: 'Everything is deleted on {{ when }}.',
    heading: 'Your account will be deleted soon',
    paragraphs: [
      HELLO,
      '{{ account_name }} is closed and will be deleted on {{ when }}. After that it can’t be restored.',
      'To keep it, sign in and reopen it. To keep a copy, download your data.',
    ],
    links: [{ label: 'Download or reopen', secret: 'link' }],
    closing: 'If you want it deleted, you don’t need to do anything.',
  },
  'account-reopened': {
    variables: { first_name: 'name', account_name: 'name' },
    secrets: { link: 'link' },
    subject: '{{ account_name }} is open again',
    preheader: 'Nothing will be deleted.',
    heading: 'Your account is open again',
    paragraphs: [
      HELLO,
      '{{ account_name }} was reopened and nothing will be deleted. Your team can sign in again. Restart any searches that were running when it was closed.',
    ],
    links: [{ label: 'Sign in', secret: 'link' }],
    closing: CHANGE_PASSWORD,
  },
  'credit-request': {
    variables: { account_name: 'name', requester: 'name', amount: 'words', note: 'name' },
    secrets: { link: 'link' },
    subject: '{{ account_name }} asks for {{ amount }} credits',
    preheader: 'A request from one of your customers.',
    heading: 'Credit request',
    paragraphs: [
      'Hello,',
      '{{ account_name }} asks for {{ amount }} credits. Requested by {{ requester }}.',
      'Note: {{ note }}',
    ],
    links: [{ label: 'See all requests', secret: 'link' }],
    closing: 'Nothing has been granted or charged yet.',
  },
  'sale-waiting': {
    variables: { name: 'name' },
    secrets: { link: 'link' },
    subject: 'Is this purchase of {{ name }} yours?',
    preheader: 'Sign in to add it to your account.',
    heading: 'A purchase with your email',
    paragraphs: [
      'Hello,',
      'Someone paid for {{ name }} with this email without signing in. If it was you, sign in and add it to your account. If you were invited and have no password yet, accept the invitation first.',
      'Nothing changes in your account until you do. Whoever paid can cancel it or get the money back.',
    ],
    links: [{ label: 'Sign in', secret: 'link' }],
    closing: 'If it wasn’t you, ignore this email.',
  },
  notification: {
    variables: { first_name: 'name', title: 'sentence', text: 'sentence' },
    secrets: { link: 'link', settings_link: 'link' },
    subject: '{{ title }}',
    preheader: '{{ text }}',
    heading: '{{ title }}',
    paragraphs: [HELLO, '{{ text }}'],
    links: [
      { label: 'Open', secret: 'link' },
      { label: 'Email settings', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because you have an account with {{ brand_name }}.',
  },
  'notification-digest': {
    variables: { first_name: 'name', count: 'number', lines: 'lines' },
    secrets: { link: 'link', settings_link: 'link' },
    derived: { notifications: ({ count }) => counted(count, 'notification') },
    subject: '{{ notifications }} from {{ brand_name }}',
    preheader: 'What happened since your last summary.',
    heading: 'Your daily summary',
    paragraphs: [HELLO, 'Since your last summary ({{ count }} in total):'],
    lines: 'lines',
    links: [
      { label: 'All notifications', secret: 'link' },
      { label: 'Email settings', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because you have an account with {{ brand_name }}.',
  },
  'autopilot-summary': {
    variables: {
      first_name: 'name',
      name: 'name',
      count: 'number',
      before: 'words',
      since: 'words',
      with_email: 'number',
      with_phone: 'number',
      lines: 'lines',
    },
    secrets: { link: 'link', settings_link: 'link' },
    derived: {
      new_leads: ({ count }) => counted(count, 'new lead'),
      compared: ({ before }) => (before === '' ? '' : `; the run before found ${before}`),
    },
    subject: '{{ new_leads }}: {{ name }}',
    preheader: 'What is new since {{ since }}.',
    heading: '{{ new_leads }}',
    paragraphs: [
      HELLO,
      'Your autopilot {{ name }} found {{ new_leads }} since {{ since }}{{ compared }}. With an email: {{ with_email }}. With a phone number: {{ with_phone }}.',
    ],
    lines: 'lines',
    links: [
      { label: 'Open the list', secret: 'link' },
      { label: 'Change the autopilot', secret: 'settings_link' },
    ],
    closing: 'You’re getting this email because of a step in your autopilot. Remove the step to stop it.',
  },
  'subscription-report': {
    variables: { first_name: 'name', when: 'moment', lines: 'lines' },
    secrets: { link: 'link' },
    subject: 'Subscriptions report',
    preheader: 'New and ended subscriptions, recurring revenue and trials.',
    heading: 'Subscriptions report',
    paragraphs: [HELLO, 'Here is how your subscriptions are doing this month.'],
    lines: 'lines',
    links: [{ label: 'Open the report', secret: 'link' }],
    closing: 'You’re getting this email because you asked for it on the Reports page. You can stop it there.',
  },
  'audit-head': {
    variables: { when: 'moment', entries: 'number', head: 'line' },
    secrets: {},
    derived: { in_the_log: ({ entries }) => counted(entries, 'entry', 'entries') },
    subject: 'Head of the audit log, {{ when }}',
    preheader: 'Keep this email: it can later prove that the log is intact.',
    heading: 'Head of the audit log',
    paragraphs: [
      'Taken on {{ when }}, with {{ in_the_log }} in the log.',
      '{{ head }}',
      'To check the log, save the line above as head.json and run the command audit verify --against head.json on the server.',
    ],
    closing: 'You’re getting this email because AUDIT_HEAD_TO names your address.',
  },
  test: {
    variables: { first_name: 'name', when: 'moment' },
    secrets: {},
    subject: 'Your mail server works',
    preheader: 'A test from {{ brand_name }}.',
    heading: 'Your mail server works',
    paragraphs: [
      HELLO,
      'This is the test you sent from {{ brand_name }} on {{ when }}. It arrived, so confirmations, password resets and invitations will too.',
    ],
    closing: 'You don’t need to do anything.',
  },
  'social-linked': {
    variables: { first_name: 'name', provider: 'words' },
    secrets: {},
    subject: 'You can now sign in with {{ provider }}',
    preheader: 'A change to how you sign in to {{ brand_name }}.',
    heading: 'You can now sign in with {{ provider }}',
    paragraphs: [
      HELLO,
      'Your {{ brand_name }} account was linked with {{ provider }}. You can sign in either way. Your password stays the same.',
    ],
    closing: CHANGE_PASSWORD,
  },
}

export const isMailTemplate = (name: string): name is MailTemplateName => Object.hasOwn(MAIL_TEMPLATES, name)

/** Secret names of a template; empty for an unknown one. */
export const secretNames = (name: string): string[] =>
  isMailTemplate(name) ? Object.keys(MAIL_TEMPLATES[name].secrets) : []

/** Distributes over the names, so that template, variables and secrets always match. */
export type MailDraft = {
  [Name in MailTemplateName]: {
    siteId: number | null
    to: string
    template: Name
    variables: MailContents[Name]['variables']
    secrets: MailContents[Name]['secrets']
    accountId?: number
    userId?: number
    /** After that the mail is not sent and its secrets are wiped. */
    expiresAt?: Date
  }
}[MailTemplateName]
