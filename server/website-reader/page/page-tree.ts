import { Parser } from 'htmlparser2'
import { readPageTarget } from '#server/platform/html/page-targets.ts'
import { applyStyles, readPageStyles } from './hidden-elements.ts'
import type { PageElement } from './page-element.ts'
import { addSvgNames, buildSvgClass, createSvgNames, type SvgNames } from './svg-icon.ts'

export type { PageElement, PageNode } from './page-element.ts'

/** A page as extraction walks it, built in one streaming pass and thrown away after it. */
export interface PageTree {
  /** Address that answered, after redirects. */
  url: string
  /** `lang` of the html element, lower case; null when it has none. */
  lang: string | null
  title: string
  root: PageElement
  /** All elements below the root, in document order. */
  elements: PageElement[]
  /** Bodies of script elements by type, in order: ld+json, json, and code. At most MAX_SCRIPT_CHARS together. */
  scripts: { type: string; text: string }[]
  /** Links of the page as they are written, with their words; for the crawler. */
  links: { href: string; text: string; rel: string }[]
  /** From <base href>. */
  base: string
}

/** Text of scripts beyond this is not looked at: bundles are large and hold no contacts. */
const MAX_SCRIPT_CHARS = 500_000
/** Deeper elements are attached to this level, so that a page of a million open tags cannot exhaust the stack. */
const MAX_DEPTH = 256
/** A page with more open elements is not read on: the parser's work grows with them for every further one. */
const MAX_OPEN = 5_000
/** Elements beyond this are not kept: no real page has as many. */
const MAX_ELEMENTS = 200_000
const MAX_TITLE_CHARS = 300
const MAX_LINK_CHARS = 200
const RAW_TEXT = new Set(['script', 'style'])
/** Never contains words for people. */
const SKIPPED = new Set(['svg', 'math', 'canvas'])
/** Pictures of phones, fax machines and printers stand for the words. */
const ICON_OF_NUMBER =
  /phone|telefon|fax|print|whatsapp|(?:^|[ _-])(?:tel|call|handset|mobile|cell)(?:$|[ _-])/

/** Fonts that show a word as a picture. */
const ICON_FONT = /(?:^|\s)material-(?:icons|symbols)/

/** The word of an icon becomes a class name: no reader sees it as a word. */
function classifyIcon(icon: PageElement): void {
  const [word] = icon.children
  if (icon.children.length !== 1 || typeof word !== 'string' || !/^\s*[a-z\d_]{2,30}\s*$/.test(word)) return
  icon.attrs.class += ` icon-${word.trim()}`
  icon.children = []
}

/** Of all elements without attributes. */
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({})

const createElement = (
  tag: string,
  attrs: Record<string, string>,
  parent: PageElement | null,
  scripted = false,
): PageElement => ({ tag, attrs, parent, children: [], scripted, hidden: false })

/** Whether an element has no attributes at all, as most have none. */
export const isPlain = ({ attrs }: PageElement): boolean => attrs === NO_ATTRIBUTES

/** A parser that takes decoded text in pieces and answers the page. */
export interface PageBuilder {
  write(text: string): void
  end(): PageTree
}

/** Starts to read the page at `url`. */
export function createPageBuilder(url: string): PageBuilder {
  const root = createElement('#root', {}, null)
  const page: PageTree = { url, lang: null, title: '', root, elements: [], scripts: [], links: [], base: url }
  const styles: string[] = []
  let current = root
  let depth = 0
  let elements = 0
  let skipping = 0
  let raw: { tag: string; type: string; text: string } | null = null
  let scriptChars = 0
  let link: { href: string; text: string; rel: string } | null = null
  let titleElement: PageElement | null = null
  let svg: SvgNames | null = null
  /** What the parser has told of attributes since the last tag. */
  let [hasAttributes, isScripted] = [false, false]

  const attribute = (name: string): void => {
    hasAttributes = true
    isScripted ||= name.startsWith('data-') || name.startsWith('on')
  }
  const append = (tag: string, attrs: Record<string, string>): PageElement => {
    const made = createElement(tag, attrs, current, isScripted)
    current.children.push(made)
    page.elements.push(made)
    return made
  }

  const open = (tag: string, given: Record<string, string>): void => {
    const attrs = hasAttributes ? given : NO_ATTRIBUTES
    openTag(tag, attrs)
    hasAttributes = false
    isScripted = false
  }
  const openTag = (tag: string, attrs: Record<string, string>): void => {
    if (tag === 'svg' && skipping === 0) svg = createSvgNames()
    if (svg) addSvgNames(svg, tag, attrs)
    if (SKIPPED.has(tag)) skipping += 1
    if (RAW_TEXT.has(tag)) raw = { tag, type: (attrs.type ?? '').trim().toLowerCase(), text: '' }
    if (tag === 'html' && attrs.lang) page.lang ??= attrs.lang.trim().toLowerCase()
    if (tag === 'base' && attrs.href && page.base === url) page.base = URL.parse(attrs.href, url)?.href ?? url
    if ((tag === 'a' || tag === 'area') && attrs.href !== undefined) {
      link = { href: attrs.href, text: '', rel: (attrs.rel ?? '').toLowerCase() }
      page.links.push(link)
    }
    const target = readPageTarget(tag, attrs)
    if (target !== null) page.links.push({ href: target, text: attrs.title ?? attrs.name ?? '', rel: '' })
    // Icons that link somewhere are named by their picture.
    if (tag === 'img' && link && attrs.alt && link.text.length < MAX_LINK_CHARS) link.text += attrs.alt
    elements += 1
    depth += 1
    if (skipping > 0 || elements > MAX_ELEMENTS || depth > MAX_DEPTH) return
    const made = append(tag, attrs)
    current = made
    if (tag === 'title') titleElement ??= made
  }

  /** Pictures are left out but for those whose name says what follows them. */
  const closeSvg = (): void => {
    const name = svg ? buildSvgClass(svg) : ''
    svg = null
    if (ICON_OF_NUMBER.test(name) && elements <= MAX_ELEMENTS) append('svg', { class: name })
  }

  const close = (tag: string): void => {
    if (SKIPPED.has(tag)) {
      skipping -= 1
      if (tag === 'svg' && skipping === 0) closeSvg()
    } else if (skipping === 0 && depth <= MAX_DEPTH && elements <= MAX_ELEMENTS && current.parent) {
      if (ICON_FONT.test(current.attrs.class ?? '')) classifyIcon(current)
      current = current.parent
    }
    depth -= 1
    if (tag === 'a' || tag === 'area') link = null
    if (raw?.tag === tag) {
      if (tag === 'style') styles.push(raw.text)
      else if (raw.text.trim()) {
        scriptChars += raw.text.length
        if (scriptChars <= MAX_SCRIPT_CHARS) page.scripts.push({ type: raw.type, text: raw.text })
      }
      raw = null
    }
  }

  const text = (data: string): void => {
    if (raw) {
      raw.text += data
      return
    }
    if (link && link.text.length < MAX_LINK_CHARS) link.text += data
    if (svg && svg.words.length < MAX_LINK_CHARS) svg.words += ` ${data}`
    if (skipping > 0) return
    if (current === titleElement && page.title.length < MAX_TITLE_CHARS) page.title += data
    const last = current.children.at(-1)
    // The parser hands text on in pieces; one run of text is one node.
    if (typeof last === 'string') current.children[current.children.length - 1] = last + data
    else current.children.push(data)
  }

  const parser = new Parser(
    { onattribute: attribute, onopentag: open, onclosetag: close, ontext: text },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  return {
    write(piece) {
      if (depth <= MAX_OPEN) parser.write(piece)
    },
    end() {
      parser.end()
      page.title = page.title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS)
      const rules = readPageStyles(styles)
      for (const made of page.elements) applyStyles(made, rules)
      return page
    },
  }
}

/** The page of a whole text; for tests and small documents. */
export function parsePage(url: string, html: string): PageTree {
  const builder = createPageBuilder(url)
  builder.write(html)
  return builder.end()
}

/** Calls `visit` for every element below `from` (and for it), in document order; answering false skips its children. */
export function walkElements(from: PageElement, visit: (node: PageElement) => unknown): void {
  const stack: PageElement[] = [from]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (visit(node) === false) continue
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index]
      if (child && typeof child !== 'string') stack.push(child)
    }
  }
}
