import { MAIL_KINDS, type MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import type { MailVariable } from '#contract/branding/mail-templates.ts'
import { variableName } from './render-mail.ts'

/** Sample values for previews and tests, by variable name. */
const SAMPLES: Record<string, string | number> = {
  first_name: 'Ann',
  minutes: 30,
  when: '2026-03-04T10:15:00.000Z',
  ip: '203.0.113.7',
  new_email_masked: 'a••@example.com',
  inviter: 'Bea Baker',
  account_name: 'Baker Street',
  requester: 'Bea Baker',
  amount: '500',
  note: 'For May',
  title: 'Bakeries in Austin is done',
  text: '120 items processed.',
  count: 2,
  lines: 'Blue Door Bakery\nRye & Co',
  name: 'New bakeries',
  before: '5',
  since: 'November 2, 09:00',
  with_email: 1,
  with_phone: 2,
  kind: 'new',
  changes: 'booking link gone at 3 leads',
  change: 'on',
  provider: 'Google',
  product: 'Pro',
  total: 'USD 49.00',
  start: '2026-03-04T10:15:00.000Z',
  end: '2026-04-04T10:15:00.000Z',
  credits: 500,
  credits_end: '2026-04-04T10:15:00.000Z',
  next: 'After that, Pro costs USD 49.00 per month.',
  entries: 12,
  head: '[12, "4f1d…"]',
}
const SAMPLE_CODE = '123456'

const LABELS: Record<string, string> = {
  greeting: 'Greeting',
  ip: 'IP address',
  valid_for: 'Valid for',
  when: 'Date and time',
  new_email_masked: 'New address',
  brand_name: 'Brand name',
  support_email: 'Support address',
  change: 'What changed',
  kind: 'New or changed',
  changes: 'Signals that changed',
  lines: 'List of entries',
  name: 'Name of the autopilot',
  reset_link: 'Link to reset the password',
  sign_in_link: 'Link to sign in',
  settings_link: 'Link to the email settings',
  start: 'Start of the period',
  end: 'End of the period',
  credits_end: 'End of the credits',
  credits_until: 'Credits with their end',
  next: 'What happens next',
  link: 'Main link',
  code: 'Code',
}

/** "first_name" as a label: "First name". */
function formatLabel(name: string): string {
  const label = name.replaceAll('_', ' ')
  return LABELS[name] ?? label.charAt(0).toUpperCase() + label.slice(1)
}

/** Every variable and secret of a mail with a sample value. */
export function makeSample(name: MailTemplateName, url: string) {
  const { variables, secrets } = MAIL_KINDS[name]
  return {
    variables: Object.fromEntries(
      Object.keys(variables).map((key) => [key, SAMPLES[key] ?? formatLabel(key)]),
    ),
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([key, kind]) => [key, kind === 'code' ? SAMPLE_CODE : `${url}/?example`]),
    ),
  }
}

/** Available variables of a mail's text. A mail without its code, links or entries would be useless. */
export function listVariables(name: MailTemplateName): MailVariable[] {
  const { variables, secrets, derived = {}, lines, links = [], showsCode } = MAIL_KINDS[name]
  const sample = (key: string) => String(SAMPLES[key] ?? formatLabel(key))
  const text = (key: string): MailVariable => ({
    name: variableName(key),
    label: formatLabel(variableName(key)),
    kind: 'text',
    required: false,
    sample: sample(key),
  })
  const brand = ['greeting', 'brand_name', 'support_email'].map(text)
  const own = Object.keys(variables).flatMap((key) => (key === lines ? [] : [text(key)]))
  return [
    ...brand,
    ...own,
    ...Object.keys(derived).map(text),
    ...(lines === undefined ? [] : [{ ...text(lines), kind: 'lines' as const, required: true }]),
    ...(showsCode ? [{ ...text('code'), kind: 'code' as const, required: true, sample: SAMPLE_CODE }] : []),
    ...Object.keys(secrets).flatMap((key): MailVariable[] => {
      const link = links.find(({ secret }) => secret === key)
      return link ? [{ ...text(key), kind: 'button', required: true, sample: link.label }] : []
    }),
  ]
}
