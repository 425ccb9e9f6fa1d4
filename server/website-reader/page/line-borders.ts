import { memoizePerObject } from '#server/platform/text/memoize.ts'
import { BLOCK_TAGS } from './element-text.ts'
import type { PageElement, PageNode } from './page-tree.ts'

/** Elements that stand within a line, whoever looks at it. */
const INLINE_TAGS = new Set(
  'a span b strong i em small u abbr acronym mark time font label sup sub s strike big cite q code wbr bdi bdo data var samp kbd ins del tt picture source'.split(
    ' ',
  ),
)
/** Not words of the page. */
const UNREAD_TAGS = new Set('head title option datalist textarea iframe object template'.split(' '))
/** Menus, forms and players, in which nobody is presented. */
const ASIDE_TAGS = new Set(
  'script style noscript nav select audio video button input progress meter'.split(' '),
)
const ASIDE_ROLES = new Set(['navigation', 'menu', 'search', 'menubar'])
const MAX_SIBLINGS = 40

/** Whether an element holds no words of the page. */
export const isUnread = ({ tag }: PageElement): boolean => UNREAD_TAGS.has(tag)

/** Whether an element is a menu, a form or a player. */
export const isAside = ({ tag, attrs }: PageElement): boolean =>
  ASIDE_TAGS.has(tag) || (attrs.role !== undefined && ASIDE_ROLES.has(attrs.role))

/** Whether a line goes on over an element, also where lines are cut finely: not over cards, pictures and elements of unknown make. */
export const isInline = (element: PageElement): boolean => INLINE_TAGS.has(element.tag) && !isCard(element)

/** Links and spans that stand in a row, each with several elements inside, are shown as blocks. */
const isCard = (element: PageElement): boolean =>
  (element.tag === 'a' || element.tag === 'span') && !!element.attrs.class && looksLikeCard(element)

const looksLikeCard = memoizePerObject(({ tag, attrs, parent, children }: PageElement): boolean => {
  const inside = children.filter((child) => typeof child !== 'string' && child.tag !== 'br')
  if (inside.length < 2 || !parent) return false
  if (isCard(parent)) return true
  const alike = (child: PageNode): boolean =>
    typeof child !== 'string' && child.tag === tag && child.attrs.class === attrs.class
  return parent.children.slice(0, MAX_SIBLINGS).filter(alike).length > 1
})

/**
 * Two spans, links or bold pieces right after each other are set apart by a style sheet, as the fields of an address.
 * Those of a single letter make up a word.
 */
export function isSeparate(before: PageNode | undefined, after: PageNode | undefined): boolean {
  if (typeof before !== 'object' || typeof after !== 'object' || before.hidden || after.hidden) return false
  if (BLOCK_TAGS.has(before.tag) || BLOCK_TAGS.has(after.tag)) return false
  return hasWords(before) && hasWords(after)
}

function hasWords({ children }: PageElement): boolean {
  return children.some((child) => typeof child !== 'string' || child.trim().length > 1)
}

/** Whether line breaks of the markup are shown in an element. */
export function isPreformatted(element: PageElement): boolean {
  for (let at: PageElement | null = element, up = 0; at && up < 4; at = at.parent, up += 1)
    if (at.tag === 'pre') return true
  return false
}
