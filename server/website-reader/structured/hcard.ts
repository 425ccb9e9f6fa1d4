import { getElementText } from '../page/element-text.ts'
import { listClasses } from '../page/page-element.ts'
import { type PageElement, type PageTree, walkElements } from '../page/page-tree.ts'
import { addValue, createItem, getText, MAX_ITEMS, type StructuredItem } from './structured-item.ts'

/** Class names of hCard and h-card as names of schema.org. */
const PROPERTIES: Record<string, string> = {
  fn: 'name',
  'p-name': 'name',
  'organization-name': 'worksFor',
  org: 'worksFor',
  'p-org': 'worksFor',
  title: 'jobTitle',
  'p-job-title': 'jobTitle',
  role: 'jobTitle',
  'p-role': 'jobTitle',
  'given-name': 'givenName',
  'p-given-name': 'givenName',
  'family-name': 'familyName',
  'p-family-name': 'familyName',
  'honorific-prefix': 'honorificPrefix',
  'p-honorific-prefix': 'honorificPrefix',
  tel: 'telephone',
  'p-tel': 'telephone',
  'u-tel': 'telephone',
  email: 'email',
  'u-email': 'email',
  'p-email': 'email',
  url: 'url',
  'u-url': 'url',
  'u-uid': 'url',
}
const ADDRESS_PROPERTIES: Record<string, string> = {
  'street-address': 'streetAddress',
  'p-street-address': 'streetAddress',
  'extended-address': 'streetAddress',
  'p-extended-address': 'streetAddress',
  locality: 'addressLocality',
  'p-locality': 'addressLocality',
  region: 'addressRegion',
  'p-region': 'addressRegion',
  'postal-code': 'postalCode',
  'p-postal-code': 'postalCode',
  'country-name': 'addressCountry',
  'p-country-name': 'addressCountry',
}
const ROOT = /^(?:vcard|h-card)$/
const MAY_BE_ROOT = /vcard|h-card/i
const AUTHOR = /^(?:p-author|author|comment-author|post-author|byline)$/
/** Cards are small; a class named like one on the whole page is not a card. */
const MAX_ELEMENTS = 400

/**
 * The page's hCards and h-cards, in order. `Person` or `Organization` when the card tells, else no type; `property` is
 * `author` for the bylines that blogs mark so.
 */
export function readHcards(page: PageTree): StructuredItem[] {
  const items: StructuredItem[] = []
  for (const element of page.elements) {
    if (!element.attrs.class || !MAY_BE_ROOT.test(element.attrs.class)) continue
    if (items.length >= MAX_ITEMS) break
    const classes = listClasses(element)
    if (!classes.some((name) => ROOT.test(name))) continue
    const card = readCard(element, classes, page)
    if (Object.keys(card.properties).length > 0) items.push(card)
  }
  return items
}

function readCard(root: PageElement, classes: string[], page: PageTree): StructuredItem {
  const property = classes.some((name) => AUTHOR.test(name)) ? 'author' : null
  const card = createItem([], 'hcard', { at: root, property })
  const address = createItem(['PostalAddress'], 'hcard', { at: root, parent: card, property: 'address' })
  let seen = 0
  let nameIsOrganisation = false
  walkElements(root, (element) => {
    seen += 1
    if (seen > MAX_ELEMENTS) return false
    const own = listClasses(element)
    if (element !== root && own.some((name) => ROOT.test(name))) return false
    for (const name of own) {
      const target = ADDRESS_PROPERTIES[name]
      if (target) addValue(address, target, getElementText(element))
      const property = PROPERTIES[name]
      if (property) addCardValue(card, property, element, page)
    }
    if (own.includes('fn') && own.some((name) => name === 'org' || name === 'organization-name'))
      nameIsOrganisation = true
    return true
  })
  if (Object.keys(address.properties).length > 0) addValue(card, 'address', address)
  // An h-card without properties is its name: <a class="h-card" href="…">Name</a>.
  if (classes.includes('h-card') && !card.properties.name && root.children.length === 1) {
    addValue(card, 'name', getElementText(root))
    if (root.attrs.href) addValue(card, 'url', URL.parse(root.attrs.href, page.base)?.href ?? '')
  }
  decideType(card, nameIsOrganisation)
  return card
}

function addCardValue(card: StructuredItem, property: string, element: PageElement, page: PageTree): void {
  const { attrs, tag } = element
  if (property === 'telephone') {
    const kinds = readChildText(element, 'type').toLowerCase()
    const value =
      readChildText(element, 'value') || (/^tel:/i.test(attrs.href ?? '') ? (attrs.href ?? '') : '')
    const written =
      value || getElementText(element).replace(/^\s*(?:\p{L}[\p{L}. -]{0,20})[:：]?\s*(?=[+(\d])/u, '')
    addValue(
      card,
      /fax/i.test(`${kinds} ${attrs.class}`) ||
        /^\s*(?:tele)?fax/i.test(getElementText(element)) ||
        /(?:^|[^\p{L}])(?:tele)?fax\P{L}{0,4}$/iu.test(readTextBefore(element))
        ? 'faxNumber'
        : 'telephone',
      written,
    )
  } else if (property === 'email') {
    addValue(
      card,
      property,
      /^mailto:/i.test(attrs.href ?? '')
        ? (attrs.href ?? '')
        : readChildText(element, 'value') || getElementText(element),
    )
  } else if (property === 'url') {
    const address = tag === 'a' ? attrs.href : getElementText(element)
    if (address) addValue(card, property, URL.parse(address.trim(), page.base)?.href ?? '')
  } else addValue(card, property, attrs.title && tag === 'abbr' ? attrs.title : getElementText(element))
}

/** The text right before an element, in its parent: "Fax: ". */
function readTextBefore(element: PageElement): string {
  const children = element.parent?.children ?? []
  const before = children
    .slice(0, children.indexOf(element))
    .findLast((node) => typeof node !== 'string' || node.trim())
  if (before === undefined) return ''
  return typeof before === 'string' ? before : getElementText(before)
}

/** A card is an organisation's when its name is the organisation's. */
function decideType(card: StructuredItem, nameIsOrganisation: boolean): void {
  const name = getText(card, 'name')
  const organisation = getText(card, 'worksFor')
  const personal = card.properties.jobTitle ?? card.properties.givenName ?? card.properties.familyName
  if (nameIsOrganisation || (organisation && (!name || name === organisation))) {
    card.types = ['Organization']
    if (organisation && !name) addValue(card, 'name', organisation)
    delete card.properties.worksFor
  } else if (personal ?? organisation) card.types = ['Person']
}

function readChildText(element: PageElement, name: string): string {
  let text = ''
  let seen = 0
  walkElements(element, (child) => {
    seen += 1
    if (text || seen > 30) return false
    if (child === element || !listClasses(child).includes(name)) return true
    text = child.attrs.title && child.tag === 'abbr' ? child.attrs.title : getElementText(child)
    return false
  })
  return text
}
