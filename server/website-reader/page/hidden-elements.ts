import { listClasses, type PageElement } from './page-element.ts'
import { readStyleRules, type StyleRule } from './style-rules.ts'

/** One part of a selector: `tag.class#id`. */
interface Compound {
  tag: string
  id: string
  classes: string[]
}
/** A selector from its last part to its first: `.team .spam` is `.spam` below `.team`. */
type Selector = Compound[]

/** What style sheets do to elements, found by id, class or tag of the selector's last part. */
interface StyleEffect {
  selector: Selector
  effect: 'hidden' | 'reversed' | 'before' | 'after'
  /** Value of `content`, as written. */
  content: string
}
/** The rules of the page's own style sheets that change what people read. */
export type PageStyles = ReadonlyMap<string, readonly StyleEffect[]>

/** Columns of tables take part in layout only: what they hold is not shown. */
const NOT_SHOWN =
  /(?:^|;)\s{0,20}(?:display\s{0,5}:\s{0,5}(?:none|table-column(?:-group)?)|visibility\s{0,5}:\s{0,5}hidden)/i
const SHOWN = /(?:^|;)\s{0,20}display\s{0,5}:\s{0,5}(?!none|table-column)[a-z]/i
const RIGHT_TO_LEFT = /(?:^|;)\s{0,20}direction\s{0,5}:\s{0,5}rtl/i
const OVERRIDDEN = /unicode-bidi\s{0,5}:\s{0,5}(?:bidi-override|isolate-override)/i
const CONTENT = /(?:^|;)\s{0,20}content\s{0,5}:([^;}]{1,300})/i
const PSEUDO = /::?(before|after)$/i
const COMPOUND = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)$/i
const MAX_PARTS = 4
/** Taken out of the flow far to the side: only short inline pieces are, to mislead readers of the markup. */
const OFF_SCREEN = /(?:left|top|text-indent)\s{0,5}:\s{0,5}-\d{3,}|font-size\s{0,5}:\s{0,5}0(?![.\d])/i
const INLINE_TAGS = new Set(['span', 'b', 'i', 'em', 'strong', 'small', 'font', 's', 'u', 'sup', 'sub'])

/** Reads the style elements of a page. Selectors with attributes, states or siblings are left out: they may not apply. */
export function readPageStyles(styles: string[]): PageStyles {
  const found = new Map<string, StyleEffect[]>()
  const bySelector = new Map<string, StyleEffect[]>()
  for (const rule of readStyleRules(styles)) {
    // A later rule shows it again.
    if (SHOWN.test(rule.body)) bySelector.delete(rule.selector)
    const effect = readStyleEffect(rule)
    if (effect) bySelector.set(rule.selector, [...(bySelector.get(rule.selector) ?? []).slice(0, 8), effect])
  }
  for (const effect of [...bySelector.values()].flat()) {
    const key = getSelectorKey(effect.selector[0])
    found.set(key, [...(found.get(key) ?? []).slice(0, 200), effect])
  }
  return found
}

function readStyleEffect({ selector, body }: StyleRule): StyleEffect | null {
  const pseudo = PSEUDO.exec(selector)
  if (pseudo) {
    const content = CONTENT.exec(body)?.[1]
    const parts = content && parseSelector(selector.slice(0, pseudo.index))
    const effect = pseudo[1]?.toLowerCase() === 'before' ? 'before' : 'after'
    return parts ? { selector: parts, effect, content } : null
  }
  const hidden = NOT_SHOWN.test(body)
  if (!hidden && !(RIGHT_TO_LEFT.test(body) && OVERRIDDEN.test(body))) return null
  const parts = parseSelector(selector)
  return parts && { selector: parts, effect: hidden ? 'hidden' : 'reversed', content: '' }
}

function parseSelector(text: string): Selector | null {
  const parts: Compound[] = []
  for (const part of text.replaceAll('>', ' ').trim().split(/\s+/)) {
    const match = COMPOUND.exec(part)
    if (!match?.[0] || parts.length >= MAX_PARTS) return null
    const names = (match[2] ?? '').toLowerCase().match(/[.#][\w-]+/g) ?? []
    parts.unshift({
      tag: (match[1] ?? '').toLowerCase(),
      id: names.find((name) => name.startsWith('#'))?.slice(1) ?? '',
      classes: names.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
    })
  }
  return parts.length > 0 ? parts : null
}

const getSelectorKey = (compound: Compound | undefined): string =>
  compound?.id ? `#${compound.id}` : compound?.classes[0] ? `.${compound.classes[0]}` : (compound?.tag ?? '')

/** Writes onto an element what attributes and style sheets do to it: whether it is shown, turned round, and its generated text. */
export function applyStyles(element: PageElement, styles: PageStyles): void {
  const { tag, attrs } = element
  const style = attrs.style
  element.hidden =
    tag === 'template' ||
    attrs.hidden !== undefined ||
    (tag === 'input' && attrs.type?.toLowerCase() === 'hidden') ||
    (style !== undefined && (NOT_SHOWN.test(style) || (INLINE_TAGS.has(tag) && OFF_SCREEN.test(style))))
  if (tag === 'bdo' && attrs.dir?.toLowerCase() === 'rtl') element.reversed = true
  if (style && RIGHT_TO_LEFT.test(style) && OVERRIDDEN.test(style)) element.reversed = true
  if (styles.size === 0) return
  const classes = listClasses(element)
  applyKey(element, styles.get(tag))
  for (const name of classes) applyKey(element, styles.get(`.${name}`))
  if (attrs.id) applyKey(element, styles.get(`#${attrs.id.toLowerCase()}`))
}

function applyKey(element: PageElement, effects: readonly StyleEffect[] | undefined): void {
  for (const { selector, effect, content } of effects ?? []) {
    if (!matchesSelector(element, selector)) continue
    // Pages that hide their whole body show it again by script.
    if (effect === 'hidden') element.hidden ||= element.tag !== 'body' && element.tag !== 'html'
    else if (effect === 'reversed') element.reversed = true
    else {
      const text = readGeneratedText(content, element)
      if (text) element[effect] = text
    }
  }
}

function matchesSelector(element: PageElement, [last, ...above]: Selector): boolean {
  if (!last || !matchesCompound(element, last)) return false
  let node = element.parent
  for (const compound of above) {
    while (node && !matchesCompound(node, compound)) node = node.parent
    if (!node) return false
    node = node.parent
  }
  return true
}

function matchesCompound(element: PageElement, { tag, id, classes }: Compound): boolean {
  if (tag && tag !== element.tag) return false
  if (id && element.attrs.id?.toLowerCase() !== id) return false
  if (classes.length === 0) return true
  const own = listClasses(element)
  return classes.every((name) => own.includes(name))
}

const CONTENT_PIECE = /attr\(\s{0,5}([\w-]+)\s{0,5}\)|"([^"]{0,200})"|'([^']{0,200})'/gi

/** The text of a `content` value; empty for icons and counters. */
function readGeneratedText(content: string, { attrs }: PageElement): string {
  let text = ''
  for (const [, attribute, double, single] of content.matchAll(CONTENT_PIECE)) {
    if (attribute) text += attrs[attribute.toLowerCase()] ?? ''
    else
      text += (double ?? single ?? '').replace(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => {
        const code = Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
  }
  return /[\p{L}\p{N}@.]/u.test(text) ? text : ''
}
