import { getElementText } from '../page/element-text.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import {
  BOOKING_HOSTS,
  BOOKING_WORDS,
  FORM_HOSTS,
  JOB_HOSTS,
  JOB_WORDS,
  PARKED_WORDS,
  PLACEHOLDER_WORDS,
  PRIVACY_WORDS,
} from './signal-rules.ts'
import { TECHNOLOGIES, type TechnologyRule } from './technologies.ts'

/** What a page can have; the words or code that show it are its evidence. */
export const TRAITS = [
  'viewport',
  'title',
  'description',
  'structured_data',
  'contact_form',
  'booking',
  'phone_link',
  'privacy_page',
  'hiring',
  'parked',
] as const
export type Trait = (typeof TRAITS)[number]

/** What one page says about the website as a website. */
export interface PageSignals {
  has: Partial<Record<Trait, string>>
  technologies: { name: string; version: string | null; text: string }[]
  /** Newest year of a copyright line, and the line. */
  year: { value: number; text: string } | null
}

const MAX_EVIDENCE = 160
const cut = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_EVIDENCE)

const isHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => host === one || host.endsWith(`.${one}`))

const hostOf = (href: string, base: string): string => URL.parse(href, base)?.hostname ?? ''

/** `<meta name>` or `<meta property>` with content. */
function readMeta(elements: readonly PageElement[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { tag, attrs } of elements) {
    if (tag !== 'meta') continue
    const name = (attrs.name ?? attrs.property ?? '').trim().toLowerCase()
    const content = (attrs.content ?? '').trim()
    if (name && content && !found.has(name)) found.set(name, content)
  }
  return found
}

/** Addresses of scripts, styles, pictures and frames. */
function listFiles(page: PageTree): string[] {
  const files: string[] = []
  for (const { tag, attrs } of page.elements) {
    const address = tag === 'link' ? attrs.href : attrs.src
    if (address && /^(?:script|link|iframe|img)$/.test(tag))
      files.push(URL.parse(address, page.base)?.href ?? address)
  }
  return files
}

const isWithin = (element: PageElement, form: PageElement): boolean => {
  for (let node: PageElement | null = element; node; node = node.parent) if (node === form) return true
  return false
}

/** A form in which one writes: a field for a message, or an email beside a name; not a search, a sign-in or a newsletter. */
function findContactForm(page: PageTree, files: readonly string[]): string | undefined {
  const service = [...files, ...page.links.map(({ href }) => href)].find((one) =>
    isHost(hostOf(one, page.base), FORM_HOSTS),
  )
  if (service) return service
  const forms = page.elements.filter(({ tag }) => tag === 'form')
  for (const form of forms) {
    const fields = page.elements.filter(
      (one) => (one.tag === 'textarea' || one.tag === 'input') && isWithin(one, form),
    )
    const names = fields.map(
      ({ attrs }) => `${attrs.name ?? ''} ${attrs.id ?? ''} ${attrs.placeholder ?? ''}`,
    )
    if (fields.some(({ attrs }) => attrs.type === 'password')) continue
    const hasEmail = fields.some(
      ({ attrs }, index) => attrs.type === 'email' || /e-?mail/i.test(names[index] ?? ''),
    )
    const hasMessage = fields.some(({ tag }) => tag === 'textarea')
    const hasName = names.some((name) =>
      /\b(?:your-?)?(?:name|vorname|nachname|nom|nombre|nome)\b/i.test(name),
    )
    const isComment = /comment/i.test(
      `${form.attrs.id ?? ''} ${form.attrs.class ?? ''} ${form.attrs.action ?? ''}`,
    )
    if (!isComment && (hasMessage || (hasEmail && hasName)))
      return `<form action="${form.attrs.action ?? ''}">`
  }
  return undefined
}

/** Types of structured data that the page has: "LocalBusiness, JobPosting". */
function readStructuredTypes(page: PageTree): string[] {
  const types = new Set<string>()
  for (const { type, text } of page.scripts)
    if (type === 'application/ld+json')
      for (const [, name] of text.matchAll(/"@type"\s*:\s*\[?\s*"([A-Za-z]{2,40})"/g))
        types.add(name as string)
  for (const { attrs } of page.elements) {
    const name = attrs.itemtype?.match(/schema\.org\/([A-Za-z]{2,40})/)?.[1]
    if (name) types.add(name)
  }
  return [...types].slice(0, 10)
}

function findTechnologies(
  page: PageTree,
  { files, meta, headers }: { files: string[]; meta: Map<string, string>; headers: string[] },
): PageSignals['technologies'] {
  const generator = meta.get('generator')
  const code = page.scripts
    .filter(({ type }) => type === '' || /javascript|module/.test(type))
    .map(({ text }) => text.slice(0, 20_000))
  const places: Record<TechnologyRule['in'], string[]> = {
    file: files,
    generator: generator ? [generator] : [],
    code,
    header: headers,
  }
  const found = new Map<string, { name: string; version: string | null; text: string }>()
  for (const { name, in: place, pattern } of TECHNOLOGIES) {
    const known = found.get(name)
    if (known?.version) continue
    for (const text of places[place]) {
      const match = pattern.exec(text)
      if (!match) continue
      const version = match[1] ?? null
      const evidence = place === 'code' ? match[0] : text
      if (!known || version) found.set(name, { name, version, text: cut(evidence) })
      break
    }
  }
  return [...found.values()]
}

/** "© 2019 to 2024" is of 2024. */
const COPYRIGHT =
  /(?:©|\(c\)|\bcopyright\b)[^\n\d]{0,40}((?:19|20)\d\d)(?:\s{0,3}(?:[-–—/]|to|bis)\s{0,3}((?:19|20)\d\d))?/gi

function findYear(text: string): PageSignals['year'] {
  let newest: PageSignals['year'] = null
  for (const match of text.matchAll(COPYRIGHT)) {
    const value = Number(match[2] ?? match[1])
    if (!newest || value > newest.value) newest = { value, text: cut(match[0]) }
  }
  return newest
}

/**
 * What a page shows of how its website is made. Of one page alone: what a website lacks is said when all are read.
 * @param headers of its answer, one line each ("server: nginx")
 */
export function findPageSignals(page: PageTree, headers: readonly string[]): PageSignals {
  const meta = readMeta(page.elements)
  const files = listFiles(page)
  const text = getElementText(page.root)
  const types = readStructuredTypes(page)
  const has: PageSignals['has'] = {}
  const note = (trait: Trait, evidence: string | undefined) => {
    if (evidence) has[trait] = cut(evidence)
  }
  note('viewport', meta.get('viewport'))
  note('title', page.title)
  note('description', meta.get('description') ?? meta.get('og:description'))
  note('structured_data', types.join(', '))
  note('contact_form', findContactForm(page, files))
  const places = [...page.links, ...files.map((href) => ({ href, text: '' }))]
  const booking = places.find(
    (link) =>
      isHost(hostOf(link.href, page.base), BOOKING_HOSTS) ||
      (BOOKING_WORDS.test(link.text) && !/^(?:#|javascript:|tel:)/i.test(link.href.trim())),
  )
  note('booking', booking && `${booking.text} ${booking.href}`)
  note('phone_link', page.links.find(({ href }) => /^\s*tel:/i.test(href))?.href)
  const privacy = page.links.find(({ href, text: words }) => PRIVACY_WORDS.test(`${words} ${href}`))
  note('privacy_page', privacy && `${privacy.text} ${privacy.href}`)
  const job = page.links.find(
    (link) => isHost(hostOf(link.href, page.base), JOB_HOSTS) || JOB_WORDS.test(link.text.trim()),
  )
  note('hiring', types.includes('JobPosting') ? 'JobPosting' : job && `${job.text} ${job.href}`)
  note('parked', PARKED_WORDS.exec(`${page.title} ${text}`)?.[0])
  if (!has.parked && text.length < 800) note('parked', PLACEHOLDER_WORDS.exec(`${page.title} ${text}`)?.[0])
  return {
    has,
    technologies: findTechnologies(page, { files, meta, headers: [...headers] }),
    year: findYear(text),
  }
}
