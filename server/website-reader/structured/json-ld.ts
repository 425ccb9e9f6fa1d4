import { stripMarkup } from '../page/element-text.ts'
import type { PageTree } from '../page/page-tree.ts'
import { parseTolerantJson } from './repair-json.ts'
import {
  addValue,
  createItem,
  getSchemaName,
  MAX_ITEMS,
  MAX_NESTING,
  type StructuredItem,
} from './structured-item.ts'

interface Reading {
  items: StructuredItem[]
  byId: Map<string, StructuredItem>
  /** References to items that may come later in the page. */
  references: { item: StructuredItem; name: string; id: string }[]
}

/**
 * All items of the page's JSON-LD, in order, nested ones after the item they stand in. `@graph` and arrays are opened,
 * `{"@id"}` alone is replaced by the item it names. Broken JSON is mended where possible, else left out. Never throws.
 */
export function readJsonLd(page: PageTree): StructuredItem[] {
  const reading: Reading = { items: [], byId: new Map(), references: [] }
  for (const script of page.scripts) {
    if (!script.type.includes('ld+json')) continue
    for (const value of parseTolerantJson(script.text)) readTop(value, reading, 0)
  }
  for (const { item, name, id } of reading.references) {
    const target = reading.byId.get(id)
    if (target && target !== item) addValue(item, name, target)
  }
  return reading.items
}

function readTop(value: unknown, reading: Reading, depth: number): void {
  if (depth > MAX_NESTING) return
  if (Array.isArray(value)) for (const entry of value) readTop(entry, reading, depth + 1)
  else if (isObject(value)) {
    const onlyGraph = '@graph' in value && !('@type' in value)
    if (!onlyGraph) readObject(value, null, null, reading, depth)
    readTop(value['@graph'], reading, depth + 1)
  }
}

function readObject(
  value: Record<string, unknown>,
  parent: StructuredItem | null,
  property: string | null,
  reading: Reading,
  depth: number,
): StructuredItem | null {
  if (reading.items.length >= MAX_ITEMS || depth > MAX_NESTING) return null
  const item = createItem(listTypes(value), 'json_ld', { parent, property })
  reading.items.push(item)
  const id = value['@id']
  if (typeof id === 'string' && !reading.byId.has(id)) reading.byId.set(id, item)
  for (const [key, entry] of Object.entries(value)) {
    if (key.startsWith('@')) continue
    readProperty(item, getSchemaName(key), entry, reading, depth + 1)
  }
  return item
}

function readProperty(
  item: StructuredItem,
  name: string,
  value: unknown,
  reading: Reading,
  depth: number,
): void {
  if (depth > MAX_NESTING) return
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MAX_ITEMS)) readProperty(item, name, entry, reading, depth + 1)
  } else if (typeof value === 'string') addValue(item, name, stripMarkup(value))
  else if (typeof value === 'number' || typeof value === 'boolean') addValue(item, name, String(value))
  else if (isObject(value)) {
    const keys = Object.keys(value)
    const id = value['@id']
    if (value['@value'] !== undefined) readProperty(item, name, value['@value'], reading, depth + 1)
    else if (value['@list'] ?? value['@set'])
      readProperty(item, name, value['@list'] ?? value['@set'], reading, depth + 1)
    else if (keys.length === 1 && typeof id === 'string') {
      reading.references.push({ item, name, id })
      // `"sameAs": {"@id": "https://…"}` is an address, not an item.
      if (/^https?:/i.test(id) && (name === 'sameAs' || name === 'url')) addValue(item, name, id)
    } else {
      const nested = readObject(value, item, name, reading, depth)
      if (nested) addValue(item, name, nested)
    }
  }
}

function listTypes(value: Record<string, unknown>): string[] {
  const type = value['@type']
  return (Array.isArray(type) ? type : [type])
    .filter((one): one is string => typeof one === 'string')
    .map(getSchemaName)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
