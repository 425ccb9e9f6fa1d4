import { scriptTokens, type Token } from './script-tokens.ts'
import {
  asText,
  callFunction,
  callMethod,
  combine,
  costOf,
  memberOf,
  type ScriptPattern,
  type ScriptValue,
  textOfCodes,
} from './script-values.ts'

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

const MAX_DEPTH = 40
const MAX_TEXTS = 20_000
const MAX_EVALS = 3

/**
 * Follows the expressions of a script that put texts together: sums, arrays, joins, character codes, base64, escapes,
 * variables, `document.write`, nested `eval` of such texts. Nothing is ever executed: it is a reader of tokens.
 */
export function readScript(code: string, evals = 0): ScriptReading {
  const reading = {
    texts: [] as ScriptText[],
    calls: [] as ScriptCall[],
    variables: new Map<string, ScriptValue>(),
  }
  const reader = createReader(scriptTokens(code), reading)
  reader.run()
  if (reader.written.length > 1)
    reading.texts.push({ text: reader.written.join(''), name: '', assembled: true })
  if (evals < MAX_EVALS)
    for (const text of reader.evaluated.slice(0, 10)) {
      const inner = readScript(text, evals + 1)
      reading.texts.push(...inner.texts)
      reading.calls.push(...inner.calls)
    }
  return reading
}

/** No expression begins here. */
const NONE = Symbol('none')
type Result = ScriptValue | typeof NONE

interface Output {
  texts: ScriptText[]
  calls: ScriptCall[]
  variables: Map<string, ScriptValue>
}

interface Arguments {
  values: ScriptValue[]
  pattern: ScriptPattern | null
  mapsCodes: boolean
}

function createReader(tokens: readonly Token[], output: Output) {
  let at = 0
  let depth = 0
  /** Tokens looked at, over and over where an expression did not hold: bounds the work. */
  let steps = 0
  const maxSteps = tokens.length * 20 + 1_000
  /** Functions given to functions: looked into once what is around them is known. */
  const bodies: [from: number, to: number][] = []
  const written: string[] = []
  const evaluated: string[] = []

  const signIs = (value: string, index = at): boolean =>
    tokens[index]?.kind === 'sign' && tokens[index].value === value

  const keep = (value: ScriptValue, name: string, assembled: boolean, level = 0): void => {
    steps += 1 + costOf(value)
    if (output.texts.length >= MAX_TEXTS || level > 8 || steps > maxSteps) return
    if (typeof value === 'string') {
      if (value.length > 4) output.texts.push({ text: value, name, assembled })
    } else if (Array.isArray(value)) {
      const codes = value.length >= 6 ? textOfCodes(value) : undefined
      if (codes !== undefined) output.texts.push({ text: codes, name, assembled: true })
      else for (const one of value) keep(one, name, assembled, level + 1)
    } else if (value instanceof Map) for (const [key, one] of value) keep(one, key, assembled, level + 1)
  }

  const run = (): void => {
    statements(tokens.length)
    for (const [from, to] of bodies) {
      at = from
      statements(to)
    }
  }

  /** Statement after statement; what is no expression is stepped over. */
  const statements = (end: number): void => {
    while (at < end && steps < maxSteps) {
      const start = at
      const token = tokens[at]
      const name = nameOf(token)
      const assigns = name !== '' && (signIs('=', at + 1) || signIs('+=', at + 1) || signIs(':', at + 1))
      if (assigns) {
        const operator = tokens[at + 1]?.value
        at += 2
        const first = at
        const value = expression()
        if (value === NONE) continue
        const whole = operator === '+=' ? combine('+', output.variables.get(name), value) : value
        if (operator !== ':' && !signIs('.', start - 1)) output.variables.set(name, whole)
        keep(whole, name, at - first > 1 || operator === '+=')
        continue
      }
      const value = expression()
      if (value === NONE) at = start + 1
      else keep(value, '', at - start > 1)
    }
  }

  const expression = (): Result => {
    steps += 1
    if (depth > MAX_DEPTH || steps > maxSteps) return NONE
    depth += 1
    let value = operand()
    while (value !== NONE && tokens[at]?.kind === 'sign' && /^[+*^-]$/.test(tokens[at]?.value ?? '')) {
      const operator = tokens[at]?.value ?? '+'
      const before = at
      at += 1
      const right = operand()
      if (right === NONE) {
        at = before
        break
      }
      value = combine(operator, value, right)
      steps += costOf(value)
    }
    depth -= 1
    return value
  }

  const operand = (): Result => {
    const token = tokens[at]
    if (!token) return NONE
    let value: Result = NONE
    if (token.kind === 'text') {
      at += 1
      value = token.value
    } else if (token.kind === 'number') {
      at += 1
      value = Number(token.value)
    } else if (token.kind === 'name') value = named()
    else if (token.value === '(') value = group()
    else if (token.value === '[') value = list()
    else if (token.value === '{') value = object()
    return value === NONE ? NONE : members(value)
  }

  const group = (): Result => {
    const start = at
    at += 1
    const value = expression()
    if (value !== NONE && signIs(')')) {
      at += 1
      return value
    }
    at = start
    return NONE
  }

  const list = (): Result => {
    const start = at
    const { values } = args(']')
    if (signIs(']', at - 1)) return values
    at = start
    return NONE
  }

  const object = (): Result => {
    const start = at
    const found = new Map<string, ScriptValue>()
    at += 1
    while (at < tokens.length && !signIs('}')) {
      const key = tokens[at]
      if (!key || key.kind === 'sign' || !signIs(':', at + 1)) break
      at += 2
      const value = expression()
      if (value === NONE) break
      found.set(key.value, value)
      if (signIs(',')) at += 1
    }
    if (signIs('}')) {
      at += 1
      return found
    }
    at = start
    return NONE
  }

  /** A variable, a call, or a name that tells nothing. */
  const named = (): Result => {
    const name = tokens[at]?.value ?? ''
    if (name === 'function' || name === 'var' || name === 'let' || name === 'const' || name === 'return')
      return NONE
    at += 1
    if (name === 'new') return tokens[at]?.kind === 'name' ? named() : undefined
    if (output.variables.has(name)) return output.variables.get(name)
    let last = name
    let path = name
    while (signIs('.') && tokens[at + 1]?.kind === 'name') {
      last = tokens[at + 1]?.value ?? ''
      path += `.${last}`
      at += 2
    }
    if (!signIs('(')) return undefined
    if (last === 'apply' || last === 'call') last = path.split('.').at(-2) ?? last
    const { values } = args(')')
    return called(path, last, values)
  }

  const called = (path: string, last: string, values: ScriptValue[]): ScriptValue => {
    if (/^(?:window\.)?document\.write(?:ln)?$/.test(path)) {
      const text = values.map(asText).join('')
      written.push(text)
      return text
    }
    if (path === 'eval') {
      if (typeof values[0] === 'string') evaluated.push(values[0])
      return undefined
    }
    const codes = last === 'fromCharCode' ? values.filter((value) => value !== undefined) : values
    const result = callFunction(last, codes)
    if (result !== undefined) return result
    const texts = values.filter((value) => typeof value === 'string')
    if (texts.length > 0) output.calls.push({ name: path, args: texts })
    for (const value of values) keep(value, '', true)
    return undefined
  }

  /** Arguments up to the closing sign; what cannot be told is stepped over. */
  const args = (closing: ')' | ']'): Arguments => {
    const found: Arguments = { values: [], pattern: null, mapsCodes: false }
    const opening = closing === ')' ? '(' : '['
    at += 1
    while (at < tokens.length && !signIs(closing)) {
      const before = at
      const token = tokens[at]
      if (token?.kind === 'pattern' && found.values.length === 0) {
        found.pattern = { source: token.value }
        at += 1
      } else {
        const value = expression()
        if (value !== NONE) found.values.push(value)
      }
      if (signIs(closing)) break
      if (signIs(',')) at += 1
      else skipArgument(found, opening, closing)
      // A bracket that closes something else.
      if (at === before) break
    }
    at += 1
    return found
  }

  const skipArgument = (found: Arguments, opening: string, closing: string): void => {
    let level = 0
    const from = at
    while (at < tokens.length && steps < maxSteps) {
      const token = tokens[at]
      if (token?.kind === 'name' && token.value === 'fromCharCode') found.mapsCodes = true
      if (token?.kind === 'sign') {
        if (level === 0 && (token.value === closing || token.value === ',')) break
        if (token.value === opening || token.value === '{') level += 1
        else if (token.value === closing || token.value === '}') level -= 1
        if (level < 0) break
      }
      steps += 1
      at += 1
    }
    if (at - from > 2) bodies.push([from, at])
    if (signIs(',')) at += 1
  }

  /** `.name`, `.name(…)` and `[…]` after a value. */
  const members = (start: ScriptValue): ScriptValue => {
    let value = start
    while (at < tokens.length && steps < maxSteps) {
      steps += 1
      if (signIs('.') && tokens[at + 1]?.kind === 'name') {
        const name = tokens[at + 1]?.value ?? ''
        at += 2
        if (signIs('(')) {
          const { values, pattern, mapsCodes } = args(')')
          const result = callMethod(value, name, values, pattern, mapsCodes)
          if (value === undefined) for (const one of values) keep(one, '', false)
          value = result
          steps += costOf(value)
        } else value = memberOf(value, name)
      } else if (signIs('[')) {
        const { values } = args(']')
        value = values.length === 1 ? memberOf(value, values[0]) : undefined
      } else if (signIs('(') && value === undefined) {
        const { values } = args(')')
        for (const one of values) keep(one, '', false)
      } else break
    }
    return value
  }

  return { run, written, evaluated }
}

function nameOf(token: Token | undefined): string {
  return token?.kind === 'name' || token?.kind === 'text' ? token.value : ''
}
