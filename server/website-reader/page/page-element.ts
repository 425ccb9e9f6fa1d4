/** An element of a page: only what extraction looks at. */
export interface PageElement {
  /** Lower case. */
  tag: string
  /** Names in lower case, values with entities decoded. */
  attrs: Record<string, string>
  parent: PageElement | null
  children: PageNode[]
  /** It has attributes for scripts: `data-…`, `on…`. */
  scripted: boolean
  /** The element itself is not shown (its descendants are not either): attribute, inline style or a style sheet of the page. */
  hidden: boolean
  /** Its text is shown from right to left letter by letter (`unicode-bidi: bidi-override`), so that the markup holds it backwards. */
  reversed?: true
  /** Text that a style sheet of the page puts before and after its content. */
  before?: string
  after?: string
}
export type PageNode = PageElement | string

/** The smallest element that holds both. */
export function findCommonParent(one: PageElement, other: PageElement): PageElement {
  if (one === other) return one
  const above = new Set<PageElement>()
  for (let node: PageElement | null = one; node; node = node.parent) above.add(node)
  for (let node: PageElement | null = other; node; node = node.parent) if (above.has(node)) return node
  return one
}

/** The class names of an element, lower case. */
export const listClasses = ({ attrs }: PageElement): string[] =>
  attrs.class ? attrs.class.toLowerCase().split(/\s+/) : []
