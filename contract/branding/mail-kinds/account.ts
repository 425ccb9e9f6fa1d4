import { CHANGE_PASSWORD, HELLO, inGroup } from './define.ts'

const define = inGroup('account')

/** Emails about accounts and billing. */
export const accountMails = {
  /** `when` is the deletion date. */
  'account-closed': define({
    title: 'Account closed',
    category: 'security',
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
  }),
  /** `when` is the deletion date. */
  'account-deletion-soon': define({
    title: 'Account will be deleted soon',
    category: 'security',
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
  }),
  'account-reopened': define({
    title: 'Account reopened',
    category: 'security',
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
  }),
  'credit-request': define({
    title: 'Credit request',
    category: 'billing',
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
  }),
  /** `name` is what somebody paid for with the recipient’s email. */
  'sale-waiting': define({
    title: 'Purchase to claim',
    category: 'billing',
    variables: { name: 'name' },
    secrets: { link: 'link' },
    subject: 'Is this purchase of {{ name }} yours?',
    preheader: 'Sign in to add it to your account.',
    heading: 'A purchase with your email',
    paragraphs: [
      'Hello,',
      'Someone paid for {{ name }} with this email without signing in. If it was you, sign in and add it to your account. If you have no password yet, choose “Forgot password?” on the sign-in page first.',
      'Nothing changes in your account until you do. Whoever paid can cancel it or get the money back.',
    ],
    links: [{ label: 'Sign in', secret: 'link' }],
    closing: 'If it wasn’t you, ignore this email.',
  }),
} as const
