import type { Token } from './script-tokens.ts'
import { countSteps, decodeCharCodes, type ScriptValue } from './script-values.ts'

/** A text that a script writes down or puts together. */
interface ScriptText {
  text: string
  /** Variable or property that holds it; empty when there is none. */
  name: string
  /** More than one piece of the script made it. */
  assembled: boolean
}
/** A call of a function of the page with known texts. */
interface ScriptCall {
  name: string
  args: string[]
}
/** What can be told about a script without running it. */
export interface ScriptReading {
  texts: ScriptText[]
  calls: ScriptCall[]
  variables: ReadonlyMap<string, ScriptValue>
}

const MAX_TEXTS = 20_000

/** Where the reader of one script is, and what it has found. */
export interface ScriptState {
  readonly tokens: readonly Token[]
  at: number
  depth: number
  /** Tokens looked at, over and over where an expression did not hold: bounds the work. */
  steps: number
  readonly maxSteps: number
  /** Functions given to functions: looked into once what is around them is known. */
  readonly bodies: [from: number, to: number][]
  readonly written: string[]
  readonly evaluated: string[]
  readonly texts: ScriptText[]
  readonly calls: ScriptCall[]
  readonly variables: Map<string, ScriptValue>
}

export const createState = (tokens: readonly Token[]): ScriptState => ({
  tokens,
  at: 0,
  depth: 0,
  steps: 0,
  maxSteps: tokens.length * 20 + 1_000,
  bodies: [],
  written: [],
  evaluated: [],
  texts: [],
  calls: [],
  variables: new Map(),
})

export const isSign = ({ tokens, at }: ScriptState, value: string, index = at): boolean =>
  tokens[index]?.kind === 'sign' && tokens[index].value === value

/** Keeps the texts of a value, also those inside of lists and objects. */
export function collectTexts(
  state: ScriptState,
  { value, name, assembled }: { value: ScriptValue; name: string; assembled: boolean },
  level = 0,
): void {
  state.steps += 1 + countSteps(value)
  if (state.texts.length >= MAX_TEXTS || level > 8 || state.steps > state.maxSteps) return
  if (typeof value === 'string') {
    if (value.length > 4) state.texts.push({ text: value, name, assembled })
  } else if (Array.isArray(value)) {
    const codes = value.length >= 6 ? decodeCharCodes(value) : undefined
    if (codes !== undefined) state.texts.push({ text: codes, name, assembled: true })
    else for (const one of value) collectTexts(state, { value: one, name, assembled }, level + 1)
  } else if (value instanceof Map)
    for (const [key, one] of value) collectTexts(state, { value: one, name: key, assembled }, level + 1)
}
