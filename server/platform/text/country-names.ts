import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { foldText } from './fold-text.ts'
import { memoize } from './memoize.ts'

/** Common names missing from the lists of official names. */
const EXTRA: Record<string, string[]> = {
  GB: [
    'UK',
    'U.K.',
    'Great Britain',
    'Schottland',
    'Angleterre',
    'Inglaterra',
    'Inghilterra',
    'Grande-Bretagne',
    'United Kingdom of Great Britain and Northern Ireland',
    'VK',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'ENG',
    'SCT',
    'WLS',
    'NIR',
  ],
  US: [
    'USA',
    'U.S.A.',
    'U.S.',
    'America',
    'United States of America',
    'Estados Unidos',
    'Estados Unidos de América',
    "Stati Uniti d'America",
    "États-Unis d'Amérique",
    'EE.UU.',
    'EUA',
    'VS',
    'EEUU',
  ],
  NL: ['Holland', 'Holanda', 'Olanda', 'The Netherlands'],
  SA: ['KSA'],
  CN: ['PRC', 'Mainland China'],
  HK: ['Hong Kong SAR'],
  BA: ['Bosnia'],
  MX: ['Méjico'],
  KR: ['South Korea', 'Korea'],
  KP: ['North Korea', 'Korea North', 'Democratic People’s Republic of Korea', 'DPRK'],
  CZ: ['Czech Republic', 'Czechia'],
  RU: ['Russia'],
  AE: ['UAE', 'U.A.E.', 'Emirates'],
  IE: ['Eire', 'Republic of Ireland'],
  MK: ['Macedonia'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  SZ: ['Swaziland'],
  MM: ['Burma'],
  TR: ['Turkey', 'Türkiye'],
  VN: ['Vietnam'],
  BO: ['Bolivia'],
  VE: ['Venezuela'],
  TZ: ['Tanzania'],
  LA: ['Laos'],
  SY: ['Syria'],
  MD: ['Moldova'],
  TW: ['Taiwan'],
  CD: ['DR Congo', 'DRC', 'Democratic Republic of the Congo'],
  CG: ['Congo', 'Republic of the Congo'],
  VA: ['Vatican'],
  PS: ['Palestine'],
  BN: ['Brunei'],
}

/** When two languages use one name for two countries, the earlier language wins. */
const FIRST_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
const FORMAL =
  /^(the |(federal |federative |democratic |people s |peoples |islamic |united )*(republic|kingdom|state|commonwealth|principality|grand duchy) of (the )?)/

let codesByName: Map<string, string> | null = null
let alpha2: Set<string> | null = null

/**
 * ISO 3166-1 alpha-2 code of a country given by alpha-2, alpha-3 or numeric code or by its name in any of 70
 * languages, including `UK`, `USA`, `England` and the like. Null when unknown.
 */
export function resolveCountry(text: string): string | null {
  return lookUp(text).code
}

/** Signs on cars, which address books in Europe use. */
const ON_CARS: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  P: 'PT',
  S: 'SE',
}

/**
 * The same of a text that names a country and nothing else, in one way or several: `Germany (DE)`, `US - United
 * States`, `Iran, Islamic Republic of`, `D`. Null if its parts name two.
 */
export function readCountryCell(text: string): string | null {
  const whole =
    resolveCountry(text) ?? ON_CARS[text.trim()] ?? resolveCountry(text.replace(/^([^,]+), (.+)$/, '$2 $1'))
  if (whole !== null) return whole
  const codes = new Set(text.split(/[()/,;]|\s[-–]\s/).flatMap((part) => resolveCountry(part) ?? []))
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}

const lookUp = memoize((text) => ({ code: findCode(text) }))

function findCode(text: string): string | null {
  codesByName ??= loadNames()
  const names = codesByName
  const code = text.trim().toUpperCase()
  if (alpha2!.has(code)) return code
  const key = foldText(text)
  if (key === '') return null
  return (
    names.get(key) ??
    names.get(key.replaceAll(' ', '')) ??
    names.get(key.replace(/^the /, '')) ??
    names.get(key.replace(FORMAL, '')) ??
    null
  )
}

/** Name of a country in a language (BCP 47 tag); unknown codes are returned unchanged. */
export const countryName = (code: string, locale = 'en'): string =>
  locale === 'en' ? englishName(code) : nameIn(locale, code)

const englishName = memoize((code) => nameIn('en', code))

function nameIn(locale: string, code: string): string {
  const formatter = displayNames(locale)
  const upper = code.toUpperCase()
  return /^[A-Z]{2}$/.test(upper) && upper !== 'ZZ' ? (formatter.of(upper) ?? code) : code
}

const formatters = new Map<string, Intl.DisplayNames>()

function displayNames(locale: string): Intl.DisplayNames {
  const known = formatters.get(locale)
  if (known) return known
  const supported = isLocale(locale) ? [locale, 'en'] : ['en']
  const formatter = new Intl.DisplayNames(supported, { type: 'region', fallback: 'code' })
  if (formatters.size < 100) formatters.set(locale, formatter)
  return formatter
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

function loadNames(): Map<string, string> {
  const folder = join(createRequire(import.meta.url).resolve('i18n-iso-countries/codes.json'), '..')
  const readJson = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
  const codes = readJson<[string, string, string][]>('codes.json')
  alpha2 = new Set(codes.map(([code]) => code))
  const names = new Map<string, string>()
  const add = (text: string, code: string) => {
    const key = foldText(text)
    for (const form of [key, key.replaceAll(' ', '')])
      if (form !== '' && !names.has(form)) names.set(form, code)
  }
  for (const [code, alpha3, numeric] of codes) for (const form of [alpha3, numeric]) add(form, code)
  for (const [code, texts] of Object.entries(EXTRA)) for (const text of texts) add(text, code)
  for (const code of alpha2) add(countryName(code), code)
  for (const language of [...FIRST_LANGUAGES, 'pt-PT'])
    for (const code of alpha2) add(countryName(code, language), code)
  const files = readdirSync(join(folder, 'langs')).map((file) => file.replace('.json', ''))
  const rest = files.filter((language) => !FIRST_LANGUAGES.includes(language))
  for (const language of [...FIRST_LANGUAGES, ...rest]) {
    const { countries } = readJson<{ countries: Record<string, string | string[]> }>(`langs/${language}.json`)
    for (const [code, texts] of Object.entries(countries)) for (const text of [texts].flat()) add(text, code)
  }
  return names
}
