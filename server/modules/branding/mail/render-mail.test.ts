import { describe, expect, it } from 'vitest'
import { MAIL_KINDS } from '#contract/branding/mail-kinds/index.ts'
import type { SiteBrand } from '#server/modules/branding/sites/index.ts'
import { CODE, EVERY_MAIL, FOX, LINK, OWL } from '#server/testing/mail-samples.ts'
import { contrast } from './mail-colors.ts'
import { mailColors } from './mail-layout.ts'
import type { MailDraft } from './mail-templates.ts'
import { maskedSecrets } from './present-mail.ts'
import { durationLabel, renderMail } from './render-mail.ts'

const render = (draft: MailDraft, brand: SiteBrand = FOX) => renderMail(draft.template, draft, brand)
const findSample = (template: MailDraft['template']) =>
  EVERY_MAIL.find((draft) => draft.template === template)
const confirm = findSample('confirm-email') as MailDraft
const invitation = findSample('invitation') as MailDraft

/** A confirmation for someone of this name. */
const named = (first_name: string): MailDraft =>
  ({ ...confirm, variables: { first_name, minutes: 30 } }) as MailDraft

const escaped = (text: string) => text.replaceAll('&', '&amp;')

/** The visible text of an HTML mail. */
const shown = (html: string) => html.replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g, ' ')

const FROM = '2026-03-04T10:15:00.000Z'
const TO = '2026-04-04T10:15:00.000Z'
it.each([
  [FROM, TO, 6000, '4 March 2026 to 4 April 2026', '6,000, until 4 April 2026'],
  ['', '', 300, 'bought once', '300, without an end'],
  [FROM, '', 300, 'bought once', '300, without an end'],
  [FROM, TO, 0, '4 March 2026 to 4 April 2026', 'none'],
])(
  'a receipt from %s to %s for %i credits says so, in visible characters',
  async (start, end, credits, period, until) => {
    const of = { first_name: 'Ann', product: '300 credits for $10.00', total: 'USD 10.00' }
    const draft = { variables: { ...of, start, end, credits, credits_end: end }, secrets: { link: LINK } }
    const { text } = await renderMail('receipt', draft, FOX)
    expect(text).toContain(
      `300 credits for $10.00\n\nPeriod: ${period}\n\nCredits: ${until}\n\nPaid: USD 10.00`,
    )
  },
)

describe.each([FOX, OWL])('every mail for $name', (brand) => {
  it.each(EVERY_MAIL.map((draft) => [draft.template, draft] as const))(
    '%s is complete, escaped and only of that brand',
    async (_name, draft) => {
      const { subject, html, text } = await render(draft, brand)
      for (const part of [subject, html, text]) {
        expect(part).not.toMatch(/\{\{|\{%|undefined|null|NaN|\[object/)
        expect(part).not.toMatch(/leadwright|mjml|#fe000/i)
      }
      expect([subject, text]).toEqual([
        expect.stringMatching(/^\S.*\S$/),
        expect.not.stringMatching(/[<>]|&\w+;| {2}/),
      ])
      // Both versions contain every variable of the mail: none is left out by mistake.
      for (const [name, value] of Object.entries(draft.variables)) {
        const isDay = MAIL_KINDS[draft.template].variables[name] === 'day'
        if (isDay || ['minutes', 'when', 'change', 'reason', 'lines', 'credits'].includes(name)) continue
        expect(text, name).toContain(
          String(value).replace('.example', '.\u2060example').replace('x.\u2060', 'x.'),
        )
        expect(shown(html).replaceAll('\u2060', ''), name).toContain(String(value))
      }
      for (const value of Object.values(draft.secrets) as string[]) {
        expect(text).toContain(value)
        expect(html).toContain(escaped(value))
        expect(subject).not.toContain(value)
      }
      expect(text).toContain(`${brand.name}\n${brand.url}`)
      expect(html).toContain(escaped(brand.name))
      expect(html.includes(escaped(brand.logo ?? '<img'))).toBe(brand.logo !== null)
      expect([html, text].every((part) => part.includes(brand.supportEmail ?? 'Questions?'))).toBe(
        brand.supportEmail !== null,
      )
      // Only the logo is fetched.
      expect(html.match(/@import|<link|<script|url\(/g)).toBeNull()
      expect((html.match(/src="/g) ?? []).length).toBe(brand.logo ? 1 : 0)
    },
  )
})

it('there is a sample mail of every template', () => {
  expect(new Set(EVERY_MAIL.map((draft) => draft.template))).toEqual(new Set(Object.keys(MAIL_KINDS)))
})

it.each([
  [1, '1 notification from'],
  [2, '2 notifications from'],
])('a mail counts %d in words', async (count, expected) => {
  const digest = EVERY_MAIL.find(({ template }) => template === 'notification-digest') as MailDraft
  const draft = { ...digest, variables: { ...digest.variables, count } } as MailDraft
  const { subject } = await render(draft)
  expect(subject).toContain(expected)
})

describe('a name given by a person', () => {
  it.each([
    '{{ 7*7 }}',
    '{% raw %}{{ code }}',
    '{{ code }}',
    '<b>Bold</b>',
    '"><img src=x onerror=alert(1)>',
    "</title></style><script>alert('x')</script>",
    '&amp;',
    '$& $1 \\1',
  ])('stays plain text: %s', async (name) => {
    const { html, text } = await render(named(name))
    expect(text).toContain(`Hello ${name},`)
    expect(html).not.toContain('<b>Bold')
    expect(html).not.toMatch(/<script|<img src=x/)
    const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
    expect(html).toContain(`Hello ${name.replace(/[&<>"']/g, (sign) => entities[sign as '&'])},`)
  })

  it('stays on one line, without invisible characters, and short', async () => {
    const greeting = async (name: string) => /^Hello.*$/m.exec((await render(named(name))).text)?.[0]
    expect(await greeting('Ann\r\nBcc: eve@evil.example\u0000\u2028x')).toBe(
      'Hello Ann Bcc: eve@evil.\u2060example x,',
    )
    expect(await greeting('A\u202enn\u200b')).toBe('Hello Ann,')
    expect(await greeting('$1,000.50 of 4life.example')).toBe('Hello $1,000.50 of 4life.\u2060example,')
    expect(await greeting('x'.repeat(10_000))).toBe(`Hello ${'x'.repeat(80)},`)
    expect(await greeting('   ')).toBe('Hello,')
  })

  it('becomes no link, so that an invitation cannot carry advertising', async () => {
    const variables = { inviter: 'Win at https://evil.example/now', account_name: 'www.evil.example' }
    const draft = { ...invitation, variables: { ...variables, first_name: '', minutes: 60 } } as MailDraft
    const { subject, text, html } = await render(draft)
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/https:\/\/evil|evil\.example|www\.evil/)
      expect(part).toContain('evil.\u2060example')
    }
  })
})

describe('the brand', () => {
  const hostile = '"><script>alert(1)</script>{{ code }}\r\nBcc: x'

  it('is plain text as well', async () => {
    const brand = { ...FOX, name: hostile, supportEmail: 'a@b.example\r\nx', logo: 'javascript:alert(1)' }
    const { html, text, subject } = await render(confirm, brand)
    expect(html).not.toMatch(/<script|javascript:|Questions/)
    expect(text).toContain('"><script>alert(1)</script>{{ code }} Bcc: x\n')
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it.each(['#ffdd00', '#573BFF', '#000', '#ffffff', '#808080', 'red; } * {', '#01C0F6', '#777777'])(
    'has readable colors whatever was chosen: %s',
    (color) => {
      const colors = mailColors({ ...FOX, primaryColor: color, textColor: color, headingColor: color })
      expect(contrast(colors.on_button, colors.button)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.heading, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      for (const value of Object.values(colors)) expect(value).toMatch(/^#[0-9a-f]{6}$/)
    },
  )

  it('colors the button', async () => {
    expect((await render(confirm, FOX)).html).toMatch(/background:#ffdd00;color:#14161c/)
    expect((await render(confirm, OWL)).html).toMatch(/background:#112233;color:#ffffff/)
  })
})

describe('secrets', () => {
  it('can be masked completely', async () => {
    for (const draft of EVERY_MAIL) {
      const masked = { variables: draft.variables, secrets: maskedSecrets(draft.template) }
      const all = JSON.stringify(await renderMail(draft.template, masked, FOX))
      expect(all).not.toMatch(new RegExp(`${CODE}|seCret`))
      expect(all.includes('••••••')).toBe(Object.keys(draft.secrets).length > 0)
    }
  })

  it('are not available to subject and preview', () => {
    for (const { subject, preheader, heading } of Object.values(MAIL_KINDS))
      expect(`${subject} ${preheader} ${heading}`).not.toMatch(/code *\}|link *\}/)
  })
})

it('a mail with a code shows until when it is valid', async () => {
  expect([1, 30, 60, 90, 120, 1440, 10_080].map((minutes) => durationLabel(minutes))).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '90 minutes',
    '2 hours',
    '1 day',
    '7 days',
  ])
  expect((await render(confirm)).text).toContain('valid for 30 minutes')
  expect((await render(invitation)).text).toContain('valid for 7 days')
})

it.each([
  [{ variables: { minutes: 5 }, secrets: { code: CODE, link: LINK } }, /variable first_name/],
  [{ variables: { first_name: 'x', minutes: 5 }, secrets: { code: CODE } }, /secret link/],
])('rendering a mail reports which variables are missing', async (values, why) => {
  await expect(renderMail('confirm-email', values as never, FOX)).rejects.toThrow(why)
})

it('rendering rejects a mail of an unknown kind', async () => {
  const values = { variables: {}, secrets: {} }
  await expect(renderMail('constructor', values, FOX)).rejects.toThrow(/no mail called/)
})
