import { decodeUri } from '../decode-uri.ts'
import type { Method } from '../findings.ts'
import type { PageElement } from '../page/page-tree.ts'

/** A text as the page gives it, or another item. */
export type StructuredValue = string | StructuredItem

/** One thing that a page describes for machines, whichever notation it uses: names of types and properties are schema.org's. */
export interface StructuredItem {
  /** `Organization`, `Person`, `PostalAddress`; several at once are allowed. Empty when the notation does not tell (hCard). */
  types: string[]
  /** Texts are trimmed, without markup; `telephone`, `faxNumber` and `email` without their scheme. May lead back to an item above: references are followed. */
  properties: Record<string, StructuredValue[]>
  /** The element that holds it; null for scripts, meta elements and files. */
  at: PageElement | null
  method: Method
  /** The item it was written inside, and as which property of it (`employee`, `author`, `address`). A property may be known without a parent. */
  parent: StructuredItem | null
  property: string | null
}

/** At most so many items of one page are read, in each notation. */
export const MAX_ITEMS = 2_000
/** Items nested deeper are left out; arrays count as a level. */
export const MAX_NESTING = 24

/** An item without properties. */
export function createItem(
  types: string[],
  method: Method,
  place: Partial<Pick<StructuredItem, 'at' | 'parent' | 'property'>> = {},
): StructuredItem {
  return { types, properties: Object.create(null), at: null, method, parent: null, property: null, ...place }
}

/** Adds a value; empty texts and texts that stand there already are left out. */
export function addValue(item: StructuredItem, name: string, value: StructuredValue): void {
  const clean = typeof value === 'string' ? cleanValue(name, value) : value
  if (clean === '' || name === '') return
  const values = item.properties[name] ?? []
  item.properties[name] = values
  if (!values.includes(clean) && values.length < 200) values.push(clean)
}

/** Whether a value of a property is an item. */
export function isItem(value: StructuredValue | undefined): value is StructuredItem {
  return typeof value === 'object'
}

/** The texts of a property; of items in it, their names. */
export function getTexts(item: StructuredItem, name: string): string[] {
  return (item.properties[name] ?? []).flatMap((value) =>
    isItem(value) ? (value.properties.name ?? []).filter((text) => typeof text === 'string') : [value],
  )
}

/** The first text of a property, or null. */
export function getText(item: StructuredItem, name: string): string | null {
  return getTexts(item, name)[0] ?? null
}

/** The items of a property. */
export function getItems(item: StructuredItem, name: string): StructuredItem[] {
  return (item.properties[name] ?? []).filter(isItem)
}

/** `https://schema.org/Organization`, `schema:Organization` and `Organization` are the same. */
export function getSchemaName(name: string): string {
  return name
    .trim()
    .replace(/^https?:\/\/(?:www\.)?(?:schema\.org|data-vocabulary\.org)\//i, '')
    .replace(/^schema:/i, '')
    .replace(/[#/]+$/, '')
}

const SCHEMES: Record<string, RegExp> = {
  telephone: /^(?:tel|callto|sms):(?:\/\/)?/i,
  faxNumber: /^(?:fax|tel):(?:\/\/)?/i,
  email: /^mailto:/i,
}

function cleanValue(name: string, value: string): string {
  const text = value.replace(/\s+/g, ' ').trim().slice(0, 2_000)
  const scheme = SCHEMES[name]
  if (!scheme?.test(text)) return text
  return decodeUri(text.replace(scheme, '').split('?')[0] ?? '').trim()
}
