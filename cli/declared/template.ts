import { FORMATS } from './formats.ts'

/** The value at a dotted path; the whole for an empty one. */
export const valueAt = (whole: unknown, path: string): unknown =>
  path === ''
    ? whole
    : path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], whole)

/** `'word'`, `path`, `path|format`, `path?word` or `path=value?word`. */
export const TERM = /^(?:'(.*)'|([\w.]*)(?:\|(\w+)|(?:=(\w+))?\?(.+))?)$/

function evaluateTerm(term: string, whole: unknown): unknown {
  const [, quoted, path = '', format, expected, word] = TERM.exec(term) ?? []
  if (quoted !== undefined) return quoted
  const value = valueAt(whole, path)
  if (word) return (expected ? value === expected : value) ? word : null
  if (!format || value === null || value === undefined) return value
  return (FORMATS[format as keyof typeof FORMATS] as (value: unknown) => unknown)(value)
}

function evaluate(expression: string, whole: unknown): string {
  for (const term of expression.split(' ?? ')) {
    const value = evaluateTerm(term, whole)
    if (value !== null && value !== undefined) return String(value)
  }
  return ''
}

const PLACEHOLDER = /\{([^}]*)\}/g
const OPTIONAL = /\[([^\]]*)\]/g

/** The expressions of a template. */
export const listExpressions = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map((match) => match[1] as string)

/** Fills in a template as `contract/core/cli-command.ts` describes them. */
export function fillIn(template: string, whole: unknown): string {
  const isFull = (part: string) =>
    listExpressions(part).every((expression) => evaluate(expression, whole) !== '')
  return template
    .replace(OPTIONAL, (_match, part: string) => (isFull(part) ? part : ''))
    .replace(PLACEHOLDER, (_match, expression: string) => evaluate(expression, whole))
}

/** A cell: a template, or one expression without braces. */
export const cellTemplate = (cell: string): string => (/[{[]/.test(cell) ? cell : `{${cell}}`)
