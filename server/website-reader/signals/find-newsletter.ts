import { getElementText } from '../page/element-text.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'
import { hostOf, isEmailField, isHost, listFields, nameOf } from './page-parts.ts'
import {
  CONSENT_FILES,
  COOKIE_WORDS,
  NEWSLETTER_ENDED,
  NEWSLETTER_FORMS,
  NEWSLETTER_HOSTS,
  NEWSLETTER_LINKS,
  NEWSLETTER_OFFERS,
  NEWSLETTER_WORDS,
} from './signal-rules.ts'

const MAX_FORM_CHARS = 4000
/** Texts of links are short; longer ones are headlines. */
const MAX_LINK_CHARS = 60

/** A form that asks for an email for news. */
function findForm(page: PageTree): string | undefined {
  for (const form of page.elements) {
    if (form.tag !== 'form') continue
    const fields = listFields(page, form)
    const isOther = fields.some(({ tag, attrs }) => tag === 'textarea' || attrs.type === 'password')
    if (isOther || !fields.some(isEmailField)) continue
    const { id = '', class: classes = '', action = '' } = form.attrs
    const names = fields.map(
      ({ attrs }) => `${attrs.name ?? ''} ${attrs.value ?? ''} ${attrs.placeholder ?? ''}`,
    )
    const words = [id, classes, action, ...names, getElementText(form)].join(' ').slice(0, MAX_FORM_CHARS)
    if (NEWSLETTER_FORMS.test(words)) return `<form action="${action}">`
  }
  return undefined
}

const MAX_FIELDS = 20
const MAX_LEVELS = 8
/** A box to subscribe has a headline, a sentence, and often another one about consent. */
const MAX_BOX_CHARS = 800

const MAX_BOX_ELEMENTS = 500

/** Whether something else is asked for below an element, a message or a password, or it is more than a box. */
function asksForMore(element: PageElement): boolean {
  const waiting: PageElement[] = [element]
  let left = MAX_BOX_ELEMENTS
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    left -= 1
    if (left < 0 || node.tag === 'textarea' || node.attrs.type === 'password') return true
    for (const child of node.children) if (typeof child === 'object') waiting.push(child)
  }
  return false
}

/**
 * The box around a field for an email that asks for nothing else: some programs make the whole page one form, and some
 * boxes send by a script.
 */
function findBox(page: PageTree): string | undefined {
  const fields = page.elements.filter((one) => one.tag === 'input' && one.attrs.type !== 'hidden')
  for (const field of fields.filter(isEmailField).slice(0, MAX_FIELDS)) {
    let words = nameOf(field)
    let box = field.parent
    for (let level = 0; box && box.tag !== 'body' && level < MAX_LEVELS; level += 1) {
      if (asksForMore(box)) break
      const text = getElementText(box)
      if (text.length > MAX_BOX_CHARS) break
      words = `${nameOf(field)} ${text}`
      box = box.parent
    }
    const match = NEWSLETTER_FORMS.exec(words)
    if (match) return match[0]
  }
  return undefined
}

/** A service, a form, a link or words with which one subscribes to news by email. */
export function findNewsletter(page: PageTree, files: readonly string[], text: string): string | undefined {
  const service =
    files.find((one) => isHost(hostOf(one), NEWSLETTER_HOSTS)) ?? findForm(page) ?? findBox(page)
  if (service) return service
  const link = page.links.find(
    ({ href, text: words }) =>
      (words.length < MAX_LINK_CHARS && NEWSLETTER_WORDS.test(words) && !NEWSLETTER_ENDED.test(words)) ||
      NEWSLETTER_LINKS.test(href),
  )
  return link ? `${link.text} ${link.href}` : NEWSLETTER_OFFERS.exec(text)?.[0]
}

const BANNER =
  /(?:^|[\s_-])(?:cookie[-_]?(?:banner|bar|consent|notice|law|warning|popup|message|hint|overlay)|gdpr[-_]?(?:banner|consent)|cc-window)/i

/** A known tool that asks for consent, or a bar of the website's own. */
export function findCookieBanner(page: PageTree, files: readonly string[], text: string): string | undefined {
  const tool = files.find((one) => CONSENT_FILES.test(one))
  if (tool) return tool
  const bar = page.elements.find(({ attrs }) => BANNER.test(attrs.id ?? '') || BANNER.test(attrs.class ?? ''))
  if (bar) return `<${bar.tag} id="${bar.attrs.id ?? ''}" class="${bar.attrs.class ?? ''}">`
  // A page about cookies says the same.
  const isPolicy = /cookie|privacy|datenschutz/i.test(`${page.url} ${page.title}`)
  return isPolicy ? undefined : COOKIE_WORDS.exec(text)?.[0]
}
