import { foldName } from './fold-name.ts'
import { parseName } from './parse-name.ts'

/** How a domain makes local parts of names, with the number of published addresses that follow it. */
export interface Pattern {
  /** A template such as `{first}.{last}`; `{f}`, `{l}` and `{m}` are first letters. */
  pattern: string
  support: number
}

/** A published address of somebody whose name is known. */
export interface NamedAddress {
  name: string
  email: string
}

/** Templates in the order in which they are met in the field. */
export const PATTERN_TEMPLATES = [
  '{first}.{last}',
  '{f}{last}',
  '{first}',
  '{first}{last}',
  '{f}.{last}',
  '{last}',
  '{first}{l}',
  '{first}_{last}',
  '{first}-{last}',
  '{last}.{first}',
  '{last}{f}',
  '{first}.{l}',
  '{last}{first}',
  '{f}_{last}',
  '{f}-{last}',
  '{last}.{f}',
  '{last}_{first}',
  '{last}-{first}',
  '{first}_{l}',
  '{first}-{l}',
  '{l}{first}',
  '{l}.{first}',
  '{first}.{m}.{last}',
  '{f}{m}{last}',
  '{f}{l}',
  '{f}{m}{l}',
] as const

/** One way to read a name for addresses. */
interface Reading {
  first: string
  last: string
  /** First letter of the first middle name; empty when there is none. */
  m: string
}

const MAX_READINGS = 24

/** The ways in which an address may spell a name, the likeliest first; empty when its script cannot be spelt. */
export function listNameReadings(name: string): Reading[] {
  const { first, middle, last } = parseName(name)
  const m = foldName(middle[0] ?? '')[0]?.[0] ?? ''
  const firsts = [...listSpellings(first), ...joinParts([first, ...middle])]
  const lasts = last ? [...listSpellings(last), ...joinParts([...middle.slice(-1), last])] : ['']
  const readings: Reading[] = []
  // Both parts change together first: a domain that writes "ue" writes it everywhere.
  const depth = Math.max(firsts.length, lasts.length)
  for (let sum = 0; sum <= depth * 2 && readings.length < MAX_READINGS; sum += 1)
    for (let index = 0; index <= sum; index += 1) {
      const [one, other] = [firsts[index], lasts[sum - index]]
      if (one !== undefined && other !== undefined) readings.push({ first: one, last: other, m })
    }
  return readings
}

/** `Anna-Lena`: as it is, written together, its first half. `van der Berg`: together, without particles. */
function listSpellings(part: string): string[] {
  const words = part.split(/\s+/)
  const folded = words.map(foldName)
  if (folded.some((spelt) => spelt.length === 0)) return []
  const found = [0, 1].flatMap((choice) => {
    const spelt = folded.map((options) => options[choice] ?? options[0] ?? '')
    const whole = spelt.join('')
    const main = spelt.at(-1) ?? ''
    return [
      whole,
      main,
      whole.replaceAll('-', ''),
      main.split('-')[0] ?? '',
      main.split('-').at(-1) ?? '',
      spelt.join('-'),
    ]
  })
  return [...new Set(found)].filter(Boolean)
}

function joinParts(parts: string[]): string[] {
  if (parts.length < 2) return []
  const spelt = parts.map((part) => foldName(part.replaceAll(' ', ''))[0])
  return spelt.every((text) => text !== undefined) ? [spelt.join('')] : []
}

/** The local part that a template makes of a reading; null when the name lacks a part of it. */
export function buildLocalPart(template: string, { first, last, m }: Reading): string | null {
  const values: Record<string, string> = { first, last, f: first[0] ?? '', l: last[0] ?? '', m }
  let complete = true
  const local = template.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = values[part] ?? ''
    if (!value) complete = false
    return value
  })
  return complete ? local : null
}

/**
 * The patterns that published addresses of `domain` follow, the best supported first, else in the field's order. An
 * address that fits several counts for each of them; addresses of other domains do not count.
 */
export function detectPatterns(examples: readonly NamedAddress[], domain: string): Pattern[] {
  const support = new Map<string, number>()
  const seen = new Set<string>()
  for (const { name, email } of examples) {
    const [local = '', host = ''] = splitAddress(email)
    if (host !== domain.toLowerCase() || seen.has(local)) continue
    seen.add(local)
    const readings = listNameReadings(name)
    for (const template of PATTERN_TEMPLATES)
      if (readings.some((reading) => buildLocalPart(template, reading) === local))
        support.set(template, (support.get(template) ?? 0) + 1)
  }
  return PATTERN_TEMPLATES.filter((template) => support.has(template))
    .map((pattern) => ({ pattern, support: support.get(pattern) ?? 0 }))
    .sort((a, b) => b.support - a.support)
}

function splitAddress(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return at < 0
    ? ['', '']
    : [email.slice(0, at).toLowerCase().replace(/\+.*$/, ''), email.slice(at + 1).toLowerCase()]
}
