import { HELLO, inGroup } from './define.ts'

const define = inGroup('account')

/** Emails to customers about what they bought, from the first purchase to the end. */
export const purchaseMails = {
  /** To the first owner of a new account: after a purchase, or when its seller adds it. */
  welcome: define({
    title: 'Welcome after a purchase',
    category: 'security',
    variables: { first_name: 'name', minutes: 'minutes' },
    secrets: { link: 'link' },
    subject: 'Welcome to {{ brand_name }}: set your password',
    preheader: 'Your account is ready.',
    heading: 'Welcome to {{ brand_name }}',
    paragraphs: [
      HELLO,
      'Your {{ brand_name }} account is ready. Open the link below and set your password to sign in.',
      'The link is valid for {{ valid_for }}. After that, choose “Forgot password?” on the sign-in page, and we’ll send you a new one.',
    ],
    links: [{ label: 'Set your password', secret: 'link' }],
    closing: 'If you don’t expect an account, ignore this email. Nobody can sign in without this link.',
  }),
  /** `start` and `end` are empty for what is bought once, `credits_end` for credits without an end. */
  receipt: define({
    title: 'Receipt',
    category: 'billing',
    variables: {
      first_name: 'name',
      product: 'name',
      total: 'words',
      start: 'day',
      end: 'day',
      credits: 'number',
      credits_end: 'day',
    },
    secrets: { link: 'link' },
    derived: {
      period: ({ start, end }) => (start && end ? `${start} to ${end}` : 'bought once'),
      credits_until: ({ credits, credits_end }) => {
        const count = Number(credits).toLocaleString('en-US')
        if (credits === 0) return 'none'
        return credits_end ? `${count}, until ${credits_end}` : `${count}, without an end`
      },
    },
    subject: 'Your receipt for {{ product }}',
    preheader: '{{ total }} paid.',
    heading: 'Thank you for your purchase',
    paragraphs: [
      HELLO,
      'This is what you bought:',
      '{{ product }}',
      'Period: {{ period }}',
      'Credits: {{ credits_until }}',
      'Paid: {{ total }}',
    ],
    links: [{ label: 'Open the billing portal', secret: 'link' }],
    closing: 'If you didn’t buy this, let us know.',
  }),
  'payment-failed': define({
    title: 'Payment failed',
    category: 'billing',
    variables: { first_name: 'name', product: 'name', total: 'words' },
    secrets: { link: 'link' },
    subject: 'Your payment for {{ product }} failed',
    preheader: '{{ total }} could not be charged.',
    heading: 'Your payment failed',
    paragraphs: [
      HELLO,
      '{{ total }} for {{ product }} could not be charged. Pay or update your payment method now, so that your account stays open.',
    ],
    links: [{ label: 'Update payment', secret: 'link' }],
    closing: 'If you have paid in the meantime, you don’t need to do anything.',
  }),
  /** `next` says what it costs afterwards. */
  'trial-ends': define({
    title: 'Trial ends',
    category: 'billing',
    variables: { first_name: 'name', product: 'name', when: 'day', next: 'words' },
    secrets: { link: 'link' },
    subject: 'Your trial ends on {{ when }}',
    preheader: '{{ next }}',
    heading: 'Your trial ends on {{ when }}',
    paragraphs: [HELLO, 'Your trial of {{ product }} ends on {{ when }}. {{ next }}'],
    links: [{ label: 'Open the billing portal', secret: 'link' }],
    closing: 'If you want to go on, you don’t need to do anything.',
  }),
  'subscription-ended': define({
    title: 'Subscription ended',
    category: 'billing',
    variables: { first_name: 'name', product: 'name' },
    secrets: { link: 'link' },
    subject: 'Your subscription has ended',
    preheader: 'Choose a package to continue.',
    heading: 'Your subscription has ended',
    paragraphs: [
      HELLO,
      'Your subscription to {{ product }} has ended. Your data is kept for now. Choose a package to continue.',
    ],
    links: [{ label: 'Choose a package', secret: 'link' }],
    closing: 'If you don’t want to continue, you don’t need to do anything.',
  }),
} as const
