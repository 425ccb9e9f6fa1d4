import { NO_VALUE, readExpression } from './script-expressions.ts'
import { collectTexts, createState, isSign, type ScriptReading, type ScriptState } from './script-state.ts'
import { type Token, tokenizeScript } from './script-tokens.ts'
import { combineValues } from './script-values.ts'

export type { ScriptReading } from './script-state.ts'

const MAX_EVALS = 3

/**
 * Follows the expressions of a script that put texts together: sums, arrays, joins, character codes, base64, escapes,
 * variables, `document.write`, nested `eval` of such texts. Nothing is ever executed: it is a reader of tokens.
 */
export function readScript(code: string, evals = 0): ScriptReading {
  const state = createState(tokenizeScript(code))
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
    const name = getTokenName(token)
    const assigns =
      name !== '' &&
      (isSign(state, '=', state.at + 1) ||
        isSign(state, '+=', state.at + 1) ||
        isSign(state, ':', state.at + 1))
    if (assigns) {
      const operator = state.tokens[state.at + 1]?.value
      state.at += 2
      const first = state.at
      const value = readExpression(state)
      if (value === NO_VALUE) continue
      const whole = operator === '+=' ? combineValues('+', state.variables.get(name), value) : value
      if (operator !== ':' && !isSign(state, '.', start - 1)) state.variables.set(name, whole)
      collectTexts(state, { value: whole, name, assembled: state.at - first > 1 || operator === '+=' })
      continue
    }
    const value = readExpression(state)
    if (value === NO_VALUE) state.at = start + 1
    else collectTexts(state, { value, name: '', assembled: state.at - start > 1 })
  }
}

function getTokenName(token: Token | undefined): string {
  return token?.kind === 'name' || token?.kind === 'text' ? token.value : ''
}
