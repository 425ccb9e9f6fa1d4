import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { usageError } from '../cli-error.ts'
import type { Options } from './command-spec.ts'
import { flag, list, type OptionSpec, parsed, repeated, text } from './option-spec.ts'
import { splitDomains } from './split-domains.ts'
import { amount, growthRate, nearPlace, oneOf, radiusKm } from './value-parsers.ts'

const listValues = (item: SearchFormItem): string[] => (item.options ?? []).map(({ value }) => value)

/** Choices of the field with this name, of any list type. */
const listChoices = ({ name }: SearchFormItem): string[] => [
  ...new Set(
    LIST_TYPE_IDS.flatMap((type) => LIST_TYPES[type].searchForm)
      .filter((item) => item.name === name)
      .flatMap(listValues),
  ),
]

/** How each kind of search field is written on a command line. */
const OPTION_OF_KIND: Record<
  SearchFormItem['kind'],
  (item: SearchFormItem, help: string) => OptionSpec<unknown>
> = {
  category: (_item, help) => text('C', help),
  text: (_item, help) => text('TEXT', help),
  place: (_item, help) => parsed('PLACE|LAT,LON', help, nearPlace),
  radius: (_item, help) => parsed('DISTANCE', `${help}: 25km, 25, 15mi or 500m`, radiusKm),
  choices: (item, help) => list(listChoices(item).join(','), help, oneOf(listChoices(item))),
  switch: (_item, help) => flag(help),
  number: (_item, help) => parsed('N', help, amount),
  rate: (_item, help) => parsed('FRACTION', `${help}; 0.02 is 2 %`, amount),
  growth: (_item, help) => parsed('INTERVAL,OPERATOR,VALUE', `${help}: i3months,gte,0.1`, growthRate),
  credibility: (_item, help) =>
    parsed('FRACTION', `${help}, from 0 to 1`, (text, option) => ({ credibility: amount(text, option) })),
  source: (_item, help) => text('NAME', help),
  domains: (_item, help) => repeated('DOMAIN,...', help, splitDomains),
}

const OPTION_NAMES: Record<string, string> = { radius_km: 'radius', audience: 'audience-credibility' }

/** Name of a search field on the command line: `radius_km` is `--radius`, `reelsPlays_min` is `--reels-plays-min`. */
const optionName = (field: string): string =>
  OPTION_NAMES[field] ??
  field.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function formatHelp(item: SearchFormItem): string {
  const holders = LIST_TYPE_IDS.filter((type) =>
    LIST_TYPES[type].searchForm.some(({ name }) => name === item.name),
  )
  const choices = [
    ...new Set(
      holders.flatMap((type) =>
        LIST_TYPES[type].searchForm
          .filter(({ name, kind }) => name === item.name && kind === 'source')
          .flatMap(listValues),
      ),
    ),
  ]
  const label = choices.length > 0 ? `${item.label}: ${choices.join(' or ')}` : item.label
  return holders.length === LIST_TYPE_IDS.length ? label : `${label} (${holders.join(', ')})`
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** Aliases of a list type's options, known from other tools. */
const ALIASES: Partial<Record<ListTypeId, Record<string, string>>> = {
  people: { title: 'position', near: 'place' },
}

/** One option per field of any list type's search form. */
export const SEARCH_FIELD_OPTIONS: Options = {
  ...Object.fromEntries(
    LIST_TYPE_IDS.flatMap((type) => LIST_TYPES[type].searchForm).map((item) => [
      optionName(item.name),
      OPTION_OF_KIND[item.kind](item, formatHelp(item)),
    ]),
  ),
  title: text('TEXT', 'Alias of --position (people)'),
}

/** The option values under the names of the form. */
function withoutAliases(type: ListTypeId, values: Record<string, unknown>): Record<string, unknown> {
  const named = { ...values }
  for (const [alias, name] of Object.entries(ALIASES[type] ?? {})) {
    const value = named[alias]
    if (!hasValue(value)) continue
    if (typeof value !== 'string')
      throw usageError(`--${alias} of ${type} is a city, region or country by name`, 'Write --near Berlin')
    delete named[alias]
    named[name] ??= value
  }
  return named
}

export const searchFieldOptions = (type: ListTypeId): Options => {
  const own = LIST_TYPES[type].searchForm.map(({ name }) => optionName(name))
  const names = [...own, ...Object.keys(ALIASES[type] ?? {})]
  return Object.fromEntries(names.map((name) => [name, SEARCH_FIELD_OPTIONS[name]!]))
}

/** The `search` object of the request from the option values. An option of another list type is a usage error. */
export function makeSearch(type: ListTypeId, optionValues: Record<string, unknown>): Record<string, unknown> {
  const values = withoutAliases(type, optionValues)
  const form = LIST_TYPES[type].searchForm
  const search: Record<string, unknown> = {}
  for (const option of Object.keys(SEARCH_FIELD_OPTIONS)) {
    const value = values[option]
    if (!hasValue(value)) continue
    const item = form.find(({ name }) => optionName(name) === option)
    if (!item) {
      const known = form.map(({ name }) => `--${optionName(name)}`).join(', ')
      throw usageError(`--${option} does not apply to ${type}`, `${type} takes ${known}`)
    }
    const isChosen = item.kind === 'source' || item.kind === 'choices'
    if (isChosen) for (const choice of [value].flat()) oneOf(listValues(item))(String(choice), option)
    search[item.name] = value
  }
  if (search.radius_km !== undefined && search.near === undefined)
    throw usageError('--radius needs --near', 'Set the center: --near "Portland, Oregon" or --near LAT,LON')
  return search
}

/** A name for the list of a search, such as "brewery near Portland, Oregon". */
export function defaultListName(type: ListTypeId, search: Record<string, unknown>): string {
  const { near } = search as { near?: string | { lat: number; lon: number } }
  const subject = LIST_TYPES[type].searchForm
    .filter(({ name, kind }) => (kind === 'category' || kind === 'text') && search[name] !== undefined)
    .map(({ name }) => String(search[name]))
    .join(', ')
  const [first, ...others] = Array.isArray(search.domains) ? search.domains : []
  const websites = first && others.length > 0 ? `${first} and ${others.length} more` : first
  const place = typeof near === 'object' ? `${near.lat}, ${near.lon}` : near
  const name = `${subject || websites || LIST_TYPES[type].label}${place ? ` near ${place}` : ''}`
  return name.slice(0, 200)
}
