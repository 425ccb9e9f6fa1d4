import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BUSINESS_GROUPS, EXTRA_PRESETS, NOT_A_BUSINESS, PUBLIC_FURNITURE } from './category-selection.ts'

/** One kind's texts in one language. */
type CategoryWords = { name: string | null; aliases: string[]; terms: string[] }

/** A kind of business or place, from the OpenStreetMap tagging schema. */
export type Category = {
  /** Preset id, e.g. `craft/brewery`. */
  id: string
  /** English name, e.g. `Craft Brewery`. */
  label: string
  /** Tags of an OpenStreetMap element of this kind; `*` is any value. */
  tags: Record<string, string>
  /** Shown in pickers; others are still recognized in data. */
  listed: boolean
  english: CategoryWords
  foreign: CategoryWords[]
}

export type CategoryList = {
  categories: Category[]
  /** OSM tags (`amenity=restaurant`) and superseded ids to category ids. */
  synonymsOfId: Map<string, string>
}

type Preset = {
  tags: Record<string, string>
  addTags?: Record<string, string>
  fields?: string[]
  moreFields?: string[]
  searchable?: boolean
  replacement?: string
}
type Translation = { name?: string; aliases?: string[]; terms?: string[] }
type Deprecation = { old: Record<string, string>; replace?: Record<string, string> }

/** Those besides English; an image keeps their files alone (scripts/slim-image.js). */
export const FOREIGN = ['en-GB', 'en-AU', 'de', 'fr', 'es', 'it', 'pt', 'pt-BR', 'nl']
const CONTACT_FIELDS = ['phone', 'website', 'email', 'opening_hours']

const dist = join(
  createRequire(import.meta.url).resolve('@openstreetmap/id-tagging-schema/package.json'),
  '../dist',
)

/** Reads presets of places to visit or businesses to call, with their texts. */
export function loadCategoryList(): CategoryList {
  const presets = readJson<Record<string, Preset>>('presets.min.json')
  const english = translations('en')
  const foreign = FOREIGN.map(translations)
  const chosen = Object.entries(presets).filter(([id, preset]) => isBusiness(id, preset))
  const synonyms = synonymsOfId(presets, new Set(chosen.map(([id]) => id)))
  const categories = chosen
    .filter(([id]) => !synonyms.has(id))
    .map(([id, preset]) => ({
      id,
      label: english[id]?.name ?? id,
      tags: preset.tags,
      listed: preset.searchable !== false,
      english: readWords(english[id]),
      foreign: foreign.map((words) => readWords(words[id])),
    }))
  return { categories, synonymsOfId: synonyms }
}

function isBusiness(id: string, preset: Preset): boolean {
  if (EXTRA_PRESETS.has(id)) return true
  const [group] = id.split('/')
  if (!BUSINESS_GROUPS.includes(group!) || id.endsWith('/yes')) return false
  if (NOT_A_BUSINESS.has(id) || PUBLIC_FURNITURE.some((start) => id.startsWith(start))) return false
  const fields = [...(preset.fields ?? []), ...(preset.moreFields ?? [])]
  return CONTACT_FIELDS.some((field) => fields.includes(field))
}

/** Presets come first, so that a deprecated tag never shadows an active one. */
function synonymsOfId(presets: Record<string, Preset>, known: Set<string>): Map<string, string> {
  const synonyms = new Map<string, string>()
  const add = (from: string, to: string) => {
    if (!synonyms.has(from)) synonyms.set(from, to)
  }
  const entries = Object.entries(presets).filter(([id]) => known.has(id))
  const visible = entries.filter(([, preset]) => preset.searchable !== false)
  const hidden = entries.filter(([, preset]) => preset.searchable === false)
  for (const [id, { tags }] of visible) if (Object.keys(tags).length === 1) add(readTag(tags)!, id)
  for (const [id, { addTags, tags }] of visible) {
    if (Object.keys(tags).length > 1) continue
    for (const [key, value] of Object.entries(addTags ?? {})) add(`${key}=${value}`, id)
  }
  for (const [id, { tags, replacement }] of hidden) {
    const tag = readTag(tags)
    const target = replacement && known.has(replacement) ? replacement : tag && synonyms.get(tag)
    if (target) add(id, target)
    if (tag) add(tag, target ?? id)
  }
  for (const [id] of entries) if (id !== id.toLowerCase()) add(id.toLowerCase(), id)
  for (const { old, replace } of readJson<Deprecation[]>('deprecated.min.json')) {
    const [from, to] = [readTag(old), readTag(replace ?? {})]
    const target = to && synonyms.get(to)
    if (from && target) add(from, target)
  }
  return synonyms
}

function readTag(tags: Record<string, string>): string | null {
  const entries = Object.entries(tags)
  return entries.length === 1 ? `${entries[0]![0]}=${entries[0]![1]}` : null
}

function readWords(words: Translation | undefined): CategoryWords {
  return { name: words?.name ?? null, aliases: words?.aliases ?? [], terms: words?.terms ?? [] }
}

function translations(language: string): Record<string, Translation> {
  type File = Record<string, { presets?: { presets?: Record<string, Translation> } }>
  return readJson<File>(`translations/${language}.min.json`)[language]?.presets?.presets ?? {}
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(dist, file), 'utf8')) as T
}
