import { memoize } from '#server/platform/text/memoize.ts'
import type { PageElement } from './page-tree.ts'

const FRAME_TAGS = new Set(['header', 'footer', 'nav'])
const FRAME_ROLES = new Set(['banner', 'contentinfo', 'navigation'])
const FRAME_NAME =
  /^(?:(?:site|page|global|main|top|wp|l|o|c|web|masthead|sub|pre|bottom)[-_]?)?(?:header|footer|topbar|masthead|colophon|top-bar|bottom-bar|footerbar)(?:[-_]?(?:wrapper|wrap|container|inner|area|widgets?|top|bottom|main|info|contact|content|section|row|bar|\d))*$/
/** A head or foot inside these belongs to them, not to the page. */
const PART_TAGS = new Set(['article', 'blockquote', 'dialog', 'figure', 'li', 'td'])

/** Whether an element by itself is a head or foot of the page, where a website repeats what is its own. */
export function isFrame({ tag, attrs }: PageElement): boolean {
  if (FRAME_TAGS.has(tag) || (attrs.role !== undefined && FRAME_ROLES.has(attrs.role))) return true
  if (tag === 'body' || tag === 'html') return false
  if (attrs.id && FRAME_NAME.test(attrs.id.toLowerCase())) return true
  return attrs.class !== undefined && areFrameNames(attrs.class)
}

/** Elements share their classes with many others. */
const areFrameNames = memoize((names) =>
  names
    .slice(0, 300)
    .toLowerCase()
    .split(/\s+/)
    .some((name) => FRAME_NAME.test(name)),
)

/** Whether an element stands in the head or foot of the page. */
export function isInFrame(element: PageElement | null): boolean {
  let found = false
  for (let at = element; at; at = at.parent) {
    if (isFrame(at)) found = true
    else if (found && PART_TAGS.has(at.tag)) found = false
  }
  return found
}
