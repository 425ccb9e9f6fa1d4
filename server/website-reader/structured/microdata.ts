import { getElementText } from '../page/element-text.ts'
import { isPlain, type PageElement, type PageTree, walkElements } from '../page/page-tree.ts'
import {
  addValue,
  createItem,
  getSchemaName,
  MAX_ITEMS,
  MAX_NESTING,
  type StructuredItem,
} from './structured-item.ts'

/** The attributes in which one of the two notations names scope, type and property. */
interface Notation {
  isScope(element: PageElement): boolean
  types(element: PageElement): string[]
  names(element: PageElement): string[]
}

const splitWords = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean)

const MICRODATA: Notation = {
  isScope: ({ attrs }) => attrs.itemscope !== undefined,
  types: ({ attrs }) => splitWords(attrs.itemtype).map(getSchemaName),
  names: ({ attrs }) => splitWords(attrs.itemprop).map(getSchemaName),
}
const RDFA: Notation = {
  isScope: ({ attrs }) => attrs.typeof !== undefined,
  types: ({ attrs }) => splitWords(attrs.typeof).map(getSchemaName),
  // Prefixed names such as `og:title` belong to other vocabularies.
  names: ({ attrs }) =>
    splitWords(attrs.property)
      .map(getSchemaName)
      .filter((name) => !name.includes(':')),
}

/** All items of the page's microdata, in order. `itemref` is followed. */
export const readMicrodata = (page: PageTree): StructuredItem[] => readScopes(page, MICRODATA)

/** All items of the page's RDFa Lite (`typeof`, `property`), in order; told as `microdata`, which it equals. */
export const readRdfa = (page: PageTree): StructuredItem[] => readScopes(page, RDFA)

type Task = { element: PageElement; owner: StructuredItem | null; depth: number }

function readScopes(page: PageTree, notation: Notation): StructuredItem[] {
  const items: StructuredItem[] = []
  if (!page.elements.some((element) => !isPlain(element) && notation.isScope(element))) return items
  const byId = new Map<string, PageElement>()
  const stack: Task[] = [{ element: page.root, owner: null, depth: 0 }]
  for (let task = stack.pop(); task; task = stack.pop()) {
    let { element, owner, depth } = task
    const names = notation.names(element)
    if (notation.isScope(element)) {
      if (items.length >= MAX_ITEMS) break
      if (depth >= MAX_NESTING) continue
      const item = createItem(notation.types(element), 'microdata', {
        at: element,
        parent: owner,
        property: names[0] ?? null,
      })
      items.push(item)
      if (owner) for (const name of names) addValue(owner, name, item)
      // A link that is an item names the item's address: <a itemprop="author" itemscope href="…">.
      if (element.attrs.itemid) addValue(item, 'url', resolveUrl(element.attrs.itemid, page))
      for (const id of splitWords(element.attrs.itemref).slice(0, 20))
        addReferenced(item, id, page, notation, byId)
      owner = item
      depth += 1
    } else if (owner && names.length > 0) {
      const value = readElementValue(element, page)
      for (const name of names) addValue(owner, name, value)
    }
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child && typeof child !== 'string') stack.push({ element: child, owner, depth })
    }
  }
  return items
}

/** Texts of a part that stands elsewhere in the page. */
function addReferenced(
  item: StructuredItem,
  id: string,
  page: PageTree,
  notation: Notation,
  byId: Map<string, PageElement>,
): void {
  if (byId.size === 0)
    for (const element of page.elements)
      if (element.attrs.id && !byId.has(element.attrs.id)) byId.set(element.attrs.id, element)
  const part = byId.get(id)
  let read = 0
  if (part)
    walkElements(part, (element) => {
      read += 1
      if (notation.isScope(element) || read > 500) return false
      for (const name of notation.names(element)) addValue(item, name, readElementValue(element, page))
      return true
    })
}

const ADDRESS_ATTRIBUTES: Record<string, string> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
}

function readElementValue(element: PageElement, page: PageTree): string {
  const { tag, attrs } = element
  if (attrs.content !== undefined) return attrs.content
  const attribute = ADDRESS_ATTRIBUTES[tag]
  const address = attribute && attrs[attribute]
  if (address)
    return /^(?:tel|callto|mailto|fax|sms):/i.test(address) ? address : readLinkOrText(element, address, page)
  if (tag === 'time' && attrs.datetime) return attrs.datetime
  if ((tag === 'data' || tag === 'meter') && attrs.value) return attrs.value
  return getElementText(element)
}

const ADDRESS_PROPERTIES = /^(?:url|sameAs|image|logo|photo|mainEntityOfPage|hasMap|map|item|contentUrl)$/i

/** By the letter every link's value is its address; pages mark names that are links all the same. */
function readLinkOrText(element: PageElement, address: string, page: PageTree): string {
  const names = splitWords(element.attrs.itemprop ?? element.attrs.property)
  const text = element.tag === 'a' ? getElementText(element) : ''
  return text && !names.some((name) => ADDRESS_PROPERTIES.test(getSchemaName(name)))
    ? text
    : resolveUrl(address, page)
}

function resolveUrl(address: string, page: PageTree): string {
  return URL.parse(address.trim(), page.base)?.href ?? ''
}
