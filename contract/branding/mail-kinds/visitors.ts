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
  /** `expires_on` is the last day on which the report can be seen. */
  'audit-report': define({
    title: 'Report of an audit',
    category: 'security',
    variables: { website: 'name', expires_on: 'day' },
    secrets: { link: 'link' },
    subject: 'Your report on {{ website }}',
    preheader: 'What works, what costs you customers, and what to do first.',
    heading: 'Your website report',
    paragraphs: [
      'Hello,',
      'You asked {{ brand_name }} to check {{ website }}. Your report shows what works, what costs you customers, and what to do first.',
      'The address works until {{ expires_on }}. Whoever has it can see the report.',
    ],
    links: [{ label: 'See the report', secret: 'link' }],
    closing: 'If you didn’t ask for it, ignore this email: somebody typed your address by mistake.',
  }),
} as const
