import { decodeBase64, decodePercents, decodeRot13, reverseText } from './decode-text.ts'

/** What an expression of a script comes to; undefined when it cannot be told without running it. */
export type ScriptValue = string | number | ScriptValue[] | Map<string, ScriptValue> | undefined

/** Stands in a text for a part that is not known, so that what is left and right of it does not run together. */
const UNKNOWN_PART = '\u0000'
const MAX_TEXT = 20_000

/** A value as part of a text. */
export const toText = (value: ScriptValue): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : UNKNOWN_PART

/** `left + right`, and the few operators that disguises of character codes use. */
export function combineValues(operator: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  if (typeof left === 'number' && typeof right === 'number') {
    if (operator === '+') return left + right
    if (operator === '-') return left - right
    if (operator === '*') return left * right
    return left ^ right
  }
  if (operator !== '+') return undefined
  if (typeof left !== 'string' && typeof right !== 'string') return undefined
  return (toText(left) + toText(right)).slice(0, MAX_TEXT)
}

/** The text of character codes; undefined when one of them is none. */
export function decodeCharCodes(codes: readonly ScriptValue[]): string | undefined {
  const flat = codes.flatMap((code) => (Array.isArray(code) ? code : [code]))
  if (flat.length === 0 || flat.length > 2_000) return undefined
  let text = ''
  for (const code of flat) {
    if (typeof code !== 'number' || code < 0 || code > 0xffff) return undefined
    text += String.fromCharCode(code)
  }
  return text
}

/** Functions known by the last part of their name. */
const FUNCTIONS: [RegExp, (text: string) => string | undefined][] = [
  [/^(?:atob|b64decode|base64_?decode|decode64|fromBase64)$/i, (text) => decodeBase64(text) ?? undefined],
  [/^(?:unescape|decodeURIComponent|decodeURI)$/, decodePercents],
  [/^(?:rot13|str_?rot13)$/i, decodeRot13],
  [/^(?:reverse|strrev|reverseString|str_?reverse)$/i, reverseText],
  [/^(?:String|encodeURI|escape|trim)$/, (text) => text],
]

/** What a call of a well-known function gives. */
export function callFunction(name: string, args: readonly ScriptValue[]): ScriptValue {
  const [first] = args
  if (name === 'fromCharCode' || name === 'fromCodePoint') return decodeCharCodes(args)
  if (name === 'Array' || name === 'of') return [...args]
  if (typeof first !== 'string') return undefined
  return FUNCTIONS.find(([known]) => known.test(name))?.[1](first)
}

/** Patterns that stand for themselves, once their backslashes are gone; no other is ever run. */
const LITERAL_PATTERN = /^(?:[^\\[\](){}*+?.^$|]|\\[^\w]|\[.\]|\[\\.\])+$/u
const LETTERS_PATTERN = /^\[(?:a-zA-Z|A-Za-z|a-z|A-Z)\]$/

/** A pattern of `replace` that was given, told apart from a text. */
interface ScriptPattern {
  source: string
}

type Method = (self: string, args: readonly ScriptValue[], pattern: ScriptPattern | null) => ScriptValue
const toNumber = (value: ScriptValue, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

const TEXT_METHODS: Record<string, Method> = {
  split: (self, [by], pattern) => {
    const separator = pattern ? readLiteral(pattern) : toText(by)
    return separator === null ? undefined : self.split(separator, 2_000)
  },
  replace: (self, args, pattern) => replaceText(self, args, pattern, false),
  replaceAll: (self, args, pattern) => replaceText(self, args, pattern, true),
  concat: (self, args) => (self + args.map(toText).join('')).slice(0, MAX_TEXT),
  toLowerCase: (self) => self.toLowerCase(),
  toString: (self: string) => self,
  trim: (self) => self.trim(),
  substr: (self, [from, length]) => self.substr(toNumber(from, 0), toNumber(length, self.length)),
  substring: (self, [from, to]) => self.substring(toNumber(from, 0), toNumber(to, self.length)),
  slice: (self, [from, to]) => self.slice(toNumber(from, 0), toNumber(to, self.length)),
  charAt: (self, [at]) => self.charAt(toNumber(at, 0)),
}

function readLiteral({ source }: ScriptPattern): string | null {
  if (!LITERAL_PATTERN.test(source)) return null
  return source.replace(/\[\\?(.)\]/gu, '$1').replace(/\\(.)/gu, '$1')
}

function replaceText(
  self: string,
  [what, by]: readonly ScriptValue[],
  pattern: ScriptPattern | null,
  all: boolean,
): ScriptValue {
  // Replacing every letter by a function of it is the alphabet moved by half.
  if (pattern && LETTERS_PATTERN.test(pattern.source)) return decodeRot13(self)
  const searched = pattern ? readLiteral(pattern) : typeof what === 'string' ? what : null
  const put = pattern ? what : by
  if (!searched || typeof put !== 'string') return self
  return (pattern || all ? self.replaceAll(searched, () => put) : self.replace(searched, () => put)).slice(
    0,
    MAX_TEXT,
  )
}

export interface ScriptArguments {
  values: ScriptValue[]
  pattern: ScriptPattern | null
  mapsCodes: boolean
}

/** What a method of a known value gives. `mapsCodes` tells that an argument turns character codes into text. */
export function callMethod(
  self: ScriptValue,
  name: string,
  { values, pattern, mapsCodes }: ScriptArguments,
): ScriptValue {
  if (typeof self === 'string')
    return Object.hasOwn(TEXT_METHODS, name) ? TEXT_METHODS[name]?.(self, values, pattern) : undefined
  if (!Array.isArray(self)) return undefined
  if (name === 'reverse') return [...self].reverse()
  if (name === 'join') return joinTexts(self, values.length > 0 ? toText(values[0]) : ',')
  if (name === 'concat') return [...self, ...values.flat()].slice(0, 2_000) as ScriptValue[]
  if (name === 'map' && mapsCodes) return self.map((code) => decodeCharCodes([code]))
  return undefined
}

function joinTexts(values: readonly ScriptValue[], separator: string): string {
  let text = ''
  for (const [index, value] of values.entries()) {
    if (text.length > MAX_TEXT) break
    text += index > 0 ? separator + toText(value) : toText(value)
  }
  return text.slice(0, MAX_TEXT)
}

/** Work that a value took to make, in steps; long texts and lists take more. */
export const countSteps = (value: ScriptValue): number =>
  typeof value === 'string' ? value.length >> 4 : Array.isArray(value) ? value.length >> 2 : 0

/** `value[key]` and `value.key`. */
export function getMember(self: ScriptValue, key: ScriptValue): ScriptValue {
  if (self instanceof Map) return self.get(toText(key))
  if (typeof key !== 'number') return undefined
  return Array.isArray(self) ? self[key] : typeof self === 'string' ? self[key] : undefined
}
