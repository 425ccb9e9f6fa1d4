import { collectTexts, isSign, type ScriptState } from './script-state.ts'
import {
  callFunction,
  callMethod,
  combineValues,
  countSteps,
  getMember,
  type ScriptArguments,
  type ScriptValue,
  toText,
} from './script-values.ts'

const MAX_DEPTH = 40

/** No expression begins here. */
export const NO_VALUE = Symbol('none')
type Result = ScriptValue | typeof NO_VALUE

export function readExpression(state: ScriptState): Result {
  state.steps += 1
  if (state.depth > MAX_DEPTH || state.steps > state.maxSteps) return NO_VALUE
  state.depth += 1
  let value = readOperand(state)
  while (
    value !== NO_VALUE &&
    state.tokens[state.at]?.kind === 'sign' &&
    /^[+*^-]$/.test(state.tokens[state.at]?.value ?? '')
  ) {
    const operator = state.tokens[state.at]?.value ?? '+'
    const before = state.at
    state.at += 1
    const right = readOperand(state)
    if (right === NO_VALUE) {
      state.at = before
      break
    }
    value = combineValues(operator, value, right)
    state.steps += countSteps(value)
  }
  state.depth -= 1
  return value
}

function readOperand(state: ScriptState): Result {
  const token = state.tokens[state.at]
  if (!token) return NO_VALUE
  let value: Result = NO_VALUE
  if (token.kind === 'text') {
    state.at += 1
    value = token.value
  } else if (token.kind === 'number') {
    state.at += 1
    value = Number(token.value)
  } else if (token.kind === 'name') value = readNamed(state)
  else if (token.value === '(') value = readGroup(state)
  else if (token.value === '[') value = readList(state)
  else if (token.value === '{') value = readObject(state)
  return value === NO_VALUE ? NO_VALUE : readMembers(state, value)
}

function readGroup(state: ScriptState): Result {
  const start = state.at
  state.at += 1
  const value = readExpression(state)
  if (value !== NO_VALUE && isSign(state, ')')) {
    state.at += 1
    return value
  }
  state.at = start
  return NO_VALUE
}

function readList(state: ScriptState): Result {
  const start = state.at
  const { values } = readArguments(state, ']')
  if (isSign(state, ']', state.at - 1)) return values
  state.at = start
  return NO_VALUE
}

function readObject(state: ScriptState): Result {
  const start = state.at
  const found = new Map<string, ScriptValue>()
  state.at += 1
  while (state.at < state.tokens.length && !isSign(state, '}')) {
    const key = state.tokens[state.at]
    if (!key || key.kind === 'sign' || !isSign(state, ':', state.at + 1)) break
    state.at += 2
    const value = readExpression(state)
    if (value === NO_VALUE) break
    found.set(key.value, value)
    if (isSign(state, ',')) state.at += 1
  }
  if (isSign(state, '}')) {
    state.at += 1
    return found
  }
  state.at = start
  return NO_VALUE
}

/** A variable, a call, or a name that tells nothing. */
function readNamed(state: ScriptState): Result {
  const name = state.tokens[state.at]?.value ?? ''
  if (name === 'function' || name === 'var' || name === 'let' || name === 'const' || name === 'return')
    return NO_VALUE
  state.at += 1
  if (name === 'new') return state.tokens[state.at]?.kind === 'name' ? readNamed(state) : undefined
  if (state.variables.has(name)) return state.variables.get(name)
  let last = name
  let path = name
  while (isSign(state, '.') && state.tokens[state.at + 1]?.kind === 'name') {
    last = state.tokens[state.at + 1]?.value ?? ''
    path += `.${last}`
    state.at += 2
  }
  if (!isSign(state, '(')) return undefined
  if (last === 'apply' || last === 'call') last = path.split('.').at(-2) ?? last
  const { values } = readArguments(state, ')')
  return evaluateCall(state, path, last, values)
}

function evaluateCall(state: ScriptState, path: string, last: string, values: ScriptValue[]): ScriptValue {
  if (/^(?:window\.)?document\.write(?:ln)?$/.test(path)) {
    const text = values.map(toText).join('')
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
  for (const value of values) collectTexts(state, { value, name: '', assembled: true })
  return undefined
}

/** Arguments up to the closing sign; what cannot be told is stepped over. */
function readArguments(state: ScriptState, closing: ')' | ']'): ScriptArguments {
  const found: ScriptArguments = { values: [], pattern: null, mapsCodes: false }
  const opening = closing === ')' ? '(' : '['
  state.at += 1
  while (state.at < state.tokens.length && !isSign(state, closing)) {
    const before = state.at
    const token = state.tokens[state.at]
    if (token?.kind === 'pattern' && found.values.length === 0) {
      found.pattern = { source: token.value }
      state.at += 1
    } else {
      const value = readExpression(state)
      if (value !== NO_VALUE) found.values.push(value)
    }
    if (isSign(state, closing)) break
    if (isSign(state, ',')) state.at += 1
    else skipArgument(state, found, opening, closing)
    // A bracket that closes something else.
    if (state.at === before) break
  }
  state.at += 1
  return found
}

function skipArgument(state: ScriptState, found: ScriptArguments, opening: string, closing: string): void {
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
  if (isSign(state, ',')) state.at += 1
}

/** `.name`, `.name(…)` and `[…]` after a value. */
function readMembers(state: ScriptState, start: ScriptValue): ScriptValue {
  let value = start
  while (state.at < state.tokens.length && state.steps < state.maxSteps) {
    state.steps += 1
    if (isSign(state, '.') && state.tokens[state.at + 1]?.kind === 'name') {
      const name = state.tokens[state.at + 1]?.value ?? ''
      state.at += 2
      if (isSign(state, '(')) {
        const args = readArguments(state, ')')
        const result = callMethod(value, name, args)
        if (value === undefined)
          for (const one of args.values) collectTexts(state, { value: one, name: '', assembled: false })
        value = result
        state.steps += countSteps(value)
      } else value = getMember(value, name)
    } else if (isSign(state, '[')) {
      const { values } = readArguments(state, ']')
      value = values.length === 1 ? getMember(value, values[0]) : undefined
    } else if (isSign(state, '(') && value === undefined) {
      const { values } = readArguments(state, ')')
      for (const one of values) collectTexts(state, { value: one, name: '', assembled: false })
    } else break
  }
  return value
}
