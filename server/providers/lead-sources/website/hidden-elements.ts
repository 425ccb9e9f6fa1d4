import type { PageElement } from './page-tree.ts'

/** Simple selectors (`.class`, `#id`, `tag`, `tag.class`) that the page's own style sheets do not show. */
export type HiddenSelectors = ReadonlySet<string>

const RULE = /([^{}]+)\{([^{}]*)\}/g
const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const SIMPLE = /^(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/i
const MAX_STYLE_CHARS = 300_000

/** Reads the rules of style elements. Only selectors that stand alone count: anything with a context may not apply. */
export function hiddenSelectors(styles: string[]): HiddenSelectors {
  const found = new Set<string>()
  for (const style of styles) {
    if (style.length > MAX_STYLE_CHARS) continue
    // Rules inside @media apply to some screens only.
    const plain = style
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/@[^{}]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    for (const [, selectors = '', body = ''] of plain.matchAll(RULE)) {
      if (!NOT_SHOWN.test(body)) continue
      for (const selector of selectors.split(',')) {
        const one = selector.trim()
        if (one && SIMPLE.test(one)) found.add(one.toLowerCase())
      }
    }
  }
  return found
}

/** Whether an element says by itself, or by one of `selectors`, that it is not shown. */
export function isHidden({ tag, attrs }: PageElement, selectors: HiddenSelectors): boolean {
  if (tag === 'template' || attrs.hidden !== undefined) return true
  if (tag === 'input' && attrs.type?.toLowerCase() === 'hidden') return true
  if (attrs.style && NOT_SHOWN.test(attrs.style)) return true
  if (selectors.size === 0) return false
  const id = attrs.id?.toLowerCase()
  if (id && (selectors.has(`#${id}`) || selectors.has(`${tag}#${id}`))) return true
  return (attrs.class ?? '')
    .toLowerCase()
    .split(/\s+/)
    .some((name) => name !== '' && (selectors.has(`.${name}`) || selectors.has(`${tag}.${name}`)))
}
