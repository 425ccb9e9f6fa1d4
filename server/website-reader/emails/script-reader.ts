import { expression, NONE } from './script-expressions.ts'
import { keepTexts, type ScriptReading, type ScriptState, signIs, startState } from './script-state.ts'
import { scriptTokens, type Token } from './script-tokens.ts'
import { combine } from './script-values.ts'

export type { ScriptReading } from './script-state.ts'

const MAX_EVALS = 3

/**
 * Follows the expressions of a script that put texts together: sums, arrays, joins, character codes, base64, escapes,
 * variables, `document.write`, nested `eval` of such texts. Nothing is ever executed: it is a reader of tokens.
 */
export function readScript(code: string, evals = 0): ScriptReading {
  const state = startState(scriptTokens(code))
  readStatements(state, state.tokens.length)
  for (const [from, to] of state.bodies) {
    state.at = from
    readStatements(state, to)
  }
  const { texts, calls, variables, written } = state
  if (written.length > 1) texts.push({ text: written.join(''), name: '', assembled: true })
  if (evals < MAX_EVALS)
    for (const text of state.evaluated.slice(0, 10)) {
      const inner = readScript(text, evals + 1)
      texts.push(...inner.texts)
      calls.push(...inner.calls)
    }
  return { texts, calls, variables }
}

/** Statement after statement; what is no expression is stepped over. */
function readStatements(state: ScriptState, end: number): void {
  while (state.at < end && state.steps < state.maxSteps) {
    const start = state.at
    const token = state.tokens[state.at]
    const name = nameOf(token)
    const assigns =
      name !== '' &&
      (signIs(state, '=', state.at + 1) ||
        signIs(state, '+=', state.at + 1) ||
        signIs(state, ':', state.at + 1))
    if (assigns) {
      const operator = state.tokens[state.at + 1]?.value
      state.at += 2
      const first = state.at
      const value = expression(state)
      if (value === NONE) continue
      const whole = operator === '+=' ? combine('+', state.variables.get(name), value) : value
      if (operator !== ':' && !signIs(state, '.', start - 1)) state.variables.set(name, whole)
      keepTexts(state, whole, name, state.at - first > 1 || operator === '+=')
      continue
    }
    const value = expression(state)
    if (value === NONE) state.at = start + 1
    else keepTexts(state, value, '', state.at - start > 1)
  }
}

function nameOf(token: Token | undefined): string {
  return token?.kind === 'name' || token?.kind === 'text' ? token.value : ''
}
