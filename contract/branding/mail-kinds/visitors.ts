import { inGroup } from './define.ts'

const define = inGroup('visitors')

/** Emails to visitors of a website who sent something; they have no account. */
export const visitorMails = {
  /** `source` is the name of the form, or the audit page. */
  'confirm-submission': define({
    title: 'Confirm a submission',
    category: 'security',
    variables: { source: 'name', minutes: 'minutes' },
    secrets: { link: 'link' },
    subject: 'Please confirm your email address',
    preheader: 'One more step, so that {{ brand_name }} can answer you.',
    heading: 'Please confirm your email address',
    paragraphs: [
      'Hello,',
      'This address was entered in “{{ source }}” at {{ brand_name }}. Open the link below to confirm that it was you. It is valid for {{ valid_for }} and works once.',
    ],
    links: [{ label: 'Confirm my address', secret: 'link' }],
    closing: 'If this wasn’t you, ignore this email: nothing that was entered will be used.',
  }),
} as const
