import { HELLO, inGroup } from './define.ts'

const define = inGroup('team')

/** Emails about teams. */
export const teamMails = {
  /** `account_name` is the company, or `their team` without one. */
  invitation: define({
    title: 'Invitation to a team',
    category: 'security',
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
  }),
  'invitation-elsewhere': define({
    title: 'Invitation, already has an account',
    category: 'security',
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
  }),
} as const
