import { Liquid, type Template } from 'liquidjs'
import { isMailAddress, oneLine } from '#server/providers/mail/index.ts'
import type { MailBrand, MailTemplate, VariableKind } from './mail-contents.ts'
import { mailColors, mailLayout, TEXT_LAYOUT } from './mail-layout.ts'
import { isMailTemplate, MAIL_TEMPLATES } from './mail-templates.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Far above what a mail needs: milliseconds, objects and characters. */
const LIMITS = { renderLimit: 2000, memoryLimit: 1_000_000, parseLimit: 100_000 }
const STRICT = { strictVariables: true, strictFilters: true, ownPropertyOnly: true, ...LIMITS }

const htmlEngine = new Liquid({ ...STRICT, outputEscape: 'escape' })
const textEngine = new Liquid(STRICT)

const parsed = new Map<string, Template[]>()

/** Renders one of our own texts. Values are only ever filled in, never read as templates. */
async function fill(engine: Liquid, source: string, scope: object): Promise<string> {
  const key = `${engine === htmlEngine ? 'html' : 'text'}:${source}`
  const template = parsed.get(key) ?? engine.parse(source)
  parsed.set(key, template)
  return String(await engine.render(template, scope))
}

/** How the reader of a mail wants moments: UTC as in Britain by default, for mails are in English. */
export interface MailReader {
  time_zone: string
  locale: string | null
  hour_cycle: 'h12' | 'h23' | null
}
const NOBODY: MailReader = { time_zone: 'UTC', locale: null, hour_cycle: null }

function moment(value: string, { time_zone: timeZone, locale, hour_cycle }: MailReader): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return oneLine(value, 100)
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const clock = { hour: hour_cycle === 'h12' ? 'numeric' : '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale?.startsWith('en-') ? locale : 'en-GB', {
    ...day,
    ...clock,
    ...(hour_cycle && { hourCycle: hour_cycle }),
    timeZoneName: 'short',
    timeZone,
  }).format(time)
}

/** A number of minutes in words: "30 minutes", "2 hours", "7 days". */
export function durationWords(minutes: number): string {
  const units = [
    ['day', 1440],
    ['hour', 60],
    ['minute', 1],
  ] as const
  const [unit, size] = units.find(([, length]) => minutes >= length && minutes % length === 0) ?? units[2]
  const count = Math.round(minutes / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Invisible: keeps mail programs from making a link of what somebody gave as a name ("example.com"). */
const WORD_JOINER = '\u2060'

/** A name somebody chose: one line, without invisible characters, and never a link. */
const personName = (value: string, length = 80) =>
  oneLine(value.replace(/\p{Cf}/gu, ''), length)
    .replace(/:\/\//g, ' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, `.${WORD_JOINER}`)

const READABLE: Record<VariableKind, (value: string | number, reader: MailReader) => string | number> = {
  name: (value) => personName(String(value)),
  sentence: (value) => personName(String(value), 300),
  lines: (value) =>
    String(value)
      .split('\n')
      .map((line) => personName(line, 300))
      .join('\n'),
  // A number, so that templates can count by it.
  number: Number,
  words: (value) => oneLine(String(value), 200),
  line: (value) => oneLine(String(value), 1000),
  minutes: (value) => durationWords(Number(value)),
  moment: (value, reader) => moment(String(value), reader),
}

function readableVariables(
  template: MailTemplate,
  given: Record<string, string | number>,
  reader: MailReader,
) {
  const scope: Record<string, string | number> = {}
  for (const [name, kind] of Object.entries(template.variables) as [string, VariableKind][]) {
    const value = given[name]
    if (value === undefined) throw new RangeError(`The mail needs the variable ${name}`)
    scope[name === 'minutes' ? 'valid_for' : name] = READABLE[kind](value, reader)
  }
  return scope
}

/** What every text of a mail may name about its brand. */
function brandScope(brand: MailBrand) {
  const support = brand.supportEmail && isMailAddress(brand.supportEmail) ? brand.supportEmail : null
  return {
    brand_name: oneLine(brand.name, 100),
    brand_url: brand.url,
    logo: brand.logo?.startsWith('https://') ? brand.logo : null,
    support_email: support,
    colors: mailColors(brand),
  }
}

/**
 * Renders a mail for a brand. `secrets` hold every secret of the template, or a mask for each.
 * @throws RangeError when the template is unknown or something it needs is missing.
 */
export async function renderMail(
  name: string,
  given: { variables: Record<string, string | number>; secrets: Record<string, string> },
  brand: MailBrand,
  reader: MailReader = NOBODY,
): Promise<RenderedMail> {
  if (!isMailTemplate(name)) throw new RangeError(`There is no mail called ${name}`)
  const template: MailTemplate = MAIL_TEMPLATES[name] as never
  const secret = (key: string) => {
    const value = given.secrets[key]
    if (value === undefined) throw new RangeError(`The mail needs the secret ${key}`)
    return value
  }
  const shared = brandScope(brand)
  const variables = readableVariables(template, given.variables, reader)
  const scope = { ...variables, ...shared }
  const lines = template.lines === undefined ? [] : String(variables[template.lines]).split('\n')
  const subject = oneLine(await fill(textEngine, template.subject, scope), 250)
  const parts = {
    subject,
    preheader: await fill(textEngine, template.preheader, scope),
    heading: await fill(textEngine, template.heading, scope),
    code: template.showsCode ? secret('code') : null,
    links: (template.links ?? []).map((link) => ({ label: link.label, url: secret(link.secret) })),
  }
  const body = async (engine: Liquid) => ({
    ...shared,
    ...parts,
    paragraphs: await Promise.all([
      ...template.paragraphs.map((paragraph) => fill(engine, paragraph, scope)),
      ...lines.map((line) => fill(engine, '{{ line }}', { line })),
    ]),
    closing: await fill(engine, template.closing, scope),
  })
  return {
    subject,
    html: await fill(htmlEngine, await mailLayout(), await body(htmlEngine)),
    text: await fill(textEngine, TEXT_LAYOUT, await body(textEngine)),
  }
}
