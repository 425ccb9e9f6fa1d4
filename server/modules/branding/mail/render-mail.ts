import type { Liquid, Template } from 'liquidjs'
import type { MailKind, SecondFactorChange, VariableKind } from '#contract/branding/mail-kinds/define.ts'
import { isMailTemplate, MAIL_KINDS } from '#contract/branding/mail-kinds/index.ts'
import type { SiteBrand } from '#server/modules/branding/sites/index.ts'
import { onFirstUse } from '#server/platform/first-use.ts'
import { isMailAddress, oneLine } from '#server/providers/mail/index.ts'
import { builtInDoc, type MailDoc } from './mail-doc.ts'
import { mailColors, mailLayout, TEXT_LAYOUT } from './mail-layout.ts'
import { findPhrases } from './mail-phrases.ts'
import { type DocScope, renderDoc, renderLine } from './render-doc.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Far above a mail's needs: milliseconds, objects and characters. */
const LIMITS = { renderLimit: 2000, memoryLimit: 1_000_000, parseLimit: 100_000 }
const STRICT = { strictVariables: true, strictFilters: true, ownPropertyOnly: true, ...LIMITS }

const liquid = onFirstUse<typeof import('liquidjs')>('liquidjs')
const engines = new Map<'html' | 'text', Liquid>()
function findEngine(kind: 'html' | 'text'): Liquid {
  const engine =
    engines.get(kind) ??
    new (liquid().Liquid)({ ...STRICT, ...(kind === 'html' && { outputEscape: 'escape' }) })
  engines.set(kind, engine)
  return engine
}

const parsed = new Map<string, Template[]>()

/** Fills a layout. Values are inserted, never parsed as templates. */
async function fill(kind: 'html' | 'text', source: string, scope: object): Promise<string> {
  const engine = findEngine(kind)
  const key = `${kind}:${source}`
  const template = parsed.get(key) ?? engine.parse(source)
  parsed.set(key, template)
  return String(await engine.render(template, scope))
}

/** A reader's time format: UTC in British format by default, because mails are in English. */
interface MailReader {
  time_zone: string
  locale: string | null
  hour_cycle: 'h12' | 'h23' | null
}
const NOBODY: MailReader = { time_zone: 'UTC', locale: null, hour_cycle: null }

/** The locale for readers without a setting that fits the mail's language. */
const localeFor = (language: string, locale: string | null): string =>
  locale?.startsWith(`${language}-`) ? locale : language === 'en' ? 'en-GB' : language

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

function formatDay(value: string, { time_zone: timeZone, locale }: MailReader, language: string): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return oneLine(value, 100)
  return new Intl.DateTimeFormat(localeFor(language, locale), { ...DAY, timeZone }).format(time)
}

function moment(
  value: string,
  { time_zone: timeZone, locale, hour_cycle }: MailReader,
  language: string,
): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return oneLine(value, 100)
  const clock = { hour: hour_cycle === 'h12' ? 'numeric' : '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(localeFor(language, locale), {
    ...DAY,
    ...clock,
    ...(hour_cycle && { hourCycle: hour_cycle }),
    timeZoneName: 'short',
    timeZone,
  }).format(time)
}

/** Minutes as text: "30 minutes", "2 hours", "7 days". */
export function durationLabel(minutes: number, language = 'en'): string {
  const units = [
    ['day', 1440],
    ['hour', 60],
    ['minute', 1],
  ] as const
  const [unit, size] = units.find(([, length]) => minutes >= length && minutes % length === 0) ?? units[2]
  const count = Math.round(minutes / size)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  }).format(count)
}

/** Invisible: keeps mail programs from turning a person's name ("example.com") into a link. */
const WORD_JOINER = '\u2060'

/** A chosen name: one line, without invisible characters, and never a link. The dot of an amount makes none. */
const personName = (value: string, length = 80) =>
  oneLine(value.replace(/\p{Cf}/gu, ''), length)
    .replace(/:\/\//g, ' ')
    .replace(/\.(?=\p{L})|(?<!\p{N})\.(?=\p{N})/gu, `.${WORD_JOINER}`)

const SECOND_FACTOR: Record<SecondFactorChange, string> = {
  on: 'Two-factor authentication was turned on',
  off: 'Two-factor authentication was turned off',
  'recovery-code-used': 'A recovery code was used to sign in',
  'new-recovery-codes': 'New recovery codes were created',
}

type Readable = (value: string | number, reader: MailReader, language: string) => string | number
const READABLE: Record<VariableKind, Readable> = {
  name: (value) => personName(String(value)),
  sentence: (value) => personName(String(value), 300),
  lines: (value) =>
    String(value)
      .split('\n')
      .map((line) => personName(line, 300))
      .join('\n'),
  // A number, so that words can follow it.
  number: Number,
  words: (value) => oneLine(String(value), 200),
  line: (value) => oneLine(String(value), 1000),
  minutes: (value, _reader, language) => durationLabel(Number(value), language),
  moment: (value, reader, language) => moment(String(value), reader, language),
  day: (value, reader, language) => formatDay(String(value), reader, language),
  change: (value) => SECOND_FACTOR[value as SecondFactorChange] ?? SECOND_FACTOR['new-recovery-codes'],
}

export const variableName = (name: string): string => (name === 'minutes' ? 'valid_for' : name)

function readableVariables(
  template: MailKind,
  values: Record<string, string | number>,
  reader: MailReader,
  language: string,
) {
  const scope: Record<string, string | number> = {}
  for (const [name, kind] of Object.entries(template.variables)) {
    const value = values[name]
    if (value === undefined) throw new RangeError(`The mail needs the variable ${name}`)
    scope[variableName(name)] = READABLE[kind](value, reader, language)
  }
  for (const [name, work] of Object.entries(template.derived ?? {})) scope[name] = work(scope)
  const { hello } = findPhrases(language)
  scope.greeting = scope.first_name ? `${hello} ${scope.first_name},` : `${hello},`
  return scope
}

/** Brand variables for all mail texts. */
function brandScope(brand: SiteBrand) {
  const support = brand.supportEmail && isMailAddress(brand.supportEmail) ? brand.supportEmail : null
  return {
    brand_name: oneLine(brand.name, 100),
    brand_url: brand.url,
    logo: brand.logo?.startsWith('https://') ? brand.logo : null,
    support_email: support,
    colors: mailColors(brand),
  }
}

/** Further inputs of a mail. */
export interface RenderOptions {
  reader?: MailReader
  /** The text of a brand in place of the built-in one. */
  override?: MailDoc | null
  /** Two letters; English by default. */
  language?: string
  /** Links below the mail, such as unsubscribe. */
  footer?: { label: string; url: string }[]
}

/**
 * Renders a mail for a brand. `secrets` has every secret of the template, or a mask for each.
 * @throws RangeError when the template is unknown, or something required is missing.
 */
export async function renderMail(
  name: string,
  values: { variables: Record<string, string | number>; secrets: Record<string, string> },
  brand: SiteBrand,
  options: RenderOptions = {},
): Promise<RenderedMail> {
  const { reader = NOBODY, override, language = 'en', footer = [] } = options
  if (!isMailTemplate(name)) throw new RangeError(`There is no mail called ${name}`)
  const template = MAIL_KINDS[name]
  for (const key of Object.keys(template.secrets))
    if (values.secrets[key] === undefined) throw new RangeError(`The mail needs the secret ${key}`)
  const shared = { ...brandScope(brand), phrases: findPhrases(language), language, footer }
  const variables = readableVariables(template, values.variables, reader, language)
  const { code = null, ...links } = values.secrets
  const scope: DocScope = {
    variables: { ...variables, brand_name: shared.brand_name, support_email: shared.support_email ?? '' },
    links,
    code,
    lines: template.lines === undefined ? [] : String(variables[template.lines]).split('\n'),
    imageUrl: (path) => `${brand.url}${path}`,
  }
  const source = override ?? builtInDoc(template)
  const { blocks, text } = renderDoc(source.doc, scope)
  // Subject and preview text have no access to secrets, only to variables.
  const subject = oneLine(renderLine(source.subject, { ...scope, links: {}, code: null }), 250)
  const preheader = oneLine(renderLine(source.preheader, { ...scope, links: {}, code: null }), 250)
  const firstLink = blocks.flatMap((block) => (block.type === 'button' ? [block.url] : []))[0] ?? null
  const parts = { ...shared, subject, preheader, blocks, first_link: firstLink, body: text }
  return {
    subject,
    html: await fill('html', await mailLayout(), parts),
    text: await fill('text', TEXT_LAYOUT, parts),
  }
}
