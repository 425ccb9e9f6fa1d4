import { keepTexts, type ScriptState, signIs } from './script-state.ts'
import {
  asText,
  callFunction,
  callMethod,
  combine,
  costOf,
  memberOf,
  type ScriptPattern,
  type ScriptValue,
} from './script-values.ts'

const MAX_DEPTH = 40

/** No expression begins here. */
export const NONE = Symbol('none')
type Result = ScriptValue | typeof NONE

interface Arguments {
  values: ScriptValue[]
  pattern: ScriptPattern | null
  mapsCodes: boolean
}

export function expression(state: ScriptState): Result {
  state.steps += 1
  if (state.depth > MAX_DEPTH || state.steps > state.maxSteps) return NONE
  state.depth += 1
  let value = operand(state)
  while (
    value !== NONE &&
    state.tokens[state.at]?.kind === 'sign' &&
    /^[+*^-]$/.test(state.tokens[state.at]?.value ?? '')
  ) {
    const operator = state.tokens[state.at]?.value ?? '+'
    const before = state.at
    state.at += 1
    const right = operand(state)
    if (right === NONE) {
      state.at = before
      break
    }
    value = combine(operator, value, right)
    state.steps += costOf(value)
  }
  state.depth -= 1
  return value
}

function operand(state: ScriptState): Result {
  const token = state.tokens[state.at]
  if (!token) return NONE
  let value: Result = NONE
  if (token.kind === 'text') {
    state.at += 1
    value = token.value
  } else if (token.kind === 'number') {
    state.at += 1
    value = Number(token.value)
  } else if (token.kind === 'name') value = named(state)
  else if (token.value === '(') value = group(state)
  else if (token.value === '[') value = list(state)
  else if (token.value === '{') value = object(state)
  return value === NONE ? NONE : members(state, value)
}

function group(state: ScriptState): Result {
  const start = state.at
  state.at += 1
  const value = expression(state)
  if (value !== NONE && signIs(state, ')')) {
    state.at += 1
    return value
  }
  state.at = start
  return NONE
}

function list(state: ScriptState): Result {
  const start = state.at
  const { values } = args(state, ']')
  if (signIs(state, ']', state.at - 1)) return values
  state.at = start
  return NONE
}

function object(state: ScriptState): Result {
  const start = state.at
  const found = new Map<string, ScriptValue>()
  state.at += 1
  while (state.at < state.tokens.length && !signIs(state, '}')) {
    const key = state.tokens[state.at]
    if (!key || key.kind === 'sign' || !signIs(state, ':', state.at + 1)) break
    state.at += 2
    const value = expression(state)
    if (value === NONE) break
    found.set(key.value, value)
    if (signIs(state, ',')) state.at += 1
  }
  if (signIs(state, '}')) {
    state.at += 1
    return found
  }
  state.at = start
  return NONE
}

/** A variable, a call, or a name that tells nothing. */
function named(state: ScriptState): Result {
  const name = state.tokens[state.at]?.value ?? ''
  if (name === 'function' || name === 'var' || name === 'let' || name === 'const' || name === 'return')
    return NONE
  state.at += 1
  if (name === 'new') return state.tokens[state.at]?.kind === 'name' ? named(state) : undefined
  if (state.variables.has(name)) return state.variables.get(name)
  let last = name
  let path = name
  while (signIs(state, '.') && state.tokens[state.at + 1]?.kind === 'name') {
    last = state.tokens[state.at + 1]?.value ?? ''
    path += `.${last}`
    state.at += 2
  }
  if (!signIs(state, '(')) return undefined
  if (last === 'apply' || last === 'call') last = path.split('.').at(-2) ?? last
  const { values } = args(state, ')')
  return called(state, path, last, values)
}

function called(state: ScriptState, path: string, last: string, values: ScriptValue[]): ScriptValue {
  if (/^(?:window\.)?document\.write(?:ln)?$/.test(path)) {
    const text = values.map(asText).join('')
    state.written.push(text)
    return text
  }
  if (path === 'eval') {
    if (typeof values[0] === 'string') state.evaluated.push(values[0])
    return undefined
  }
  const codes = last === 'fromCharCode' ? values.filter((value) => value !== undefined) : values
  const result = callFunction(last, codes)
  if (result !== undefined) return result
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length > 0) state.calls.push({ name: path, args: texts })
  for (const value of values) keepTexts(state, value, '', true)
  return undefined
}

/** Arguments up to the closing sign; what cannot be told is stepped over. */
function args(state: ScriptState, closing: ')' | ']'): Arguments {
  const found: Arguments = { values: [], pattern: null, mapsCodes: false }
  const opening = closing === ')' ? '(' : '['
  state.at += 1
  while (state.at < state.tokens.length && !signIs(state, closing)) {
    const before = state.at
    const token = state.tokens[state.at]
    if (token?.kind === 'pattern' && found.values.length === 0) {
      found.pattern = { source: token.value }
      state.at += 1
    } else {
      const value = expression(state)
      if (value !== NONE) found.values.push(value)
    }
    if (signIs(state, closing)) break
    if (signIs(state, ',')) state.at += 1
    else skipArgument(state, found, opening, closing)
    // A bracket that closes something else.
    if (state.at === before) break
  }
  state.at += 1
  return found
}

function skipArgument(state: ScriptState, found: Arguments, opening: string, closing: string): void {
  let level = 0
  const from = state.at
  while (state.at < state.tokens.length && state.steps < state.maxSteps) {
    const token = state.tokens[state.at]
    if (token?.kind === 'name' && token.value === 'fromCharCode') found.mapsCodes = true
    if (token?.kind === 'sign') {
      if (level === 0 && (token.value === closing || token.value === ',')) break
      if (token.value === opening || token.value === '{') level += 1
      else if (token.value === closing || token.value === '}') level -= 1
      if (level < 0) break
    }
    state.steps += 1
    state.at += 1
  }
  if (state.at - from > 2) state.bodies.push([from, state.at])
  if (signIs(state, ',')) state.at += 1
}

/** `.name`, `.name(…)` and `[…]` after a value. */
function members(state: ScriptState, start: ScriptValue): ScriptValue {
  let value = start
  while (state.at < state.tokens.length && state.steps < state.maxSteps) {
    state.steps += 1
    if (signIs(state, '.') && state.tokens[state.at + 1]?.kind === 'name') {
      const name = state.tokens[state.at + 1]?.value ?? ''
      state.at += 2
      if (signIs(state, '(')) {
        const { values, pattern, mapsCodes } = args(state, ')')
        const result = callMethod(value, name, values, pattern, mapsCodes)
        if (value === undefined) for (const one of values) keepTexts(state, one, '', false)
        value = result
        state.steps += costOf(value)
      } else value = memberOf(value, name)
    } else if (signIs(state, '[')) {
      const { values } = args(state, ']')
      value = values.length === 1 ? memberOf(value, values[0]) : undefined
    } else if (signIs(state, '(') && value === undefined) {
      const { values } = args(state, ')')
      for (const one of values) keepTexts(state, one, '', false)
    } else break
  }
  return value
}
