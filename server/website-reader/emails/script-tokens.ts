import jsTokens from 'js-tokens'

/** A piece of a script. Texts are decoded; a template is given as the sum of its pieces. */
export interface Token {
  kind: 'text' | 'number' | 'name' | 'sign' | 'pattern'
  value: string
}

const MAX_TOKENS = 200_000
/** What only looked like a pattern is read again, up to so often for the same text. */
const MAX_REREADS = 4
/** Signs that count as one, those of three characters by their first two. All others are told one by one. */
const SIGN_PAIR = /^(?:[=!<>]=|=>|&&|\|\||\+\+|--|\+=)/

/** The tokens of a script, comments left out, and texts and templates that never end. Never throws; one pass. */
export function tokenizeScript(code: string): Token[] {
  const tokens: Token[] = []
  readTokens(code, tokens, 0)
  return tokens
}

function readTokens(code: string, tokens: Token[], rereads: number): void {
  const add = (kind: Token['kind'], value: string): void => {
    tokens.push({ kind, value })
  }
  const signs = (value: string): void => {
    const pair = SIGN_PAIR.exec(value)?.[0]
    for (const sign of pair ? [pair] : value) add('sign', sign)
  }
  for (const token of jsTokens(code)) {
    if (tokens.length >= MAX_TOKENS) return
    const { type, value } = token
    if (type === 'Punctuator' || type === 'Invalid') signs(value)
    else if (type === 'IdentifierName') add('name', value)
    else if (type === 'PrivateIdentifier') add('name', value.slice(1))
    else if (type === 'NumericLiteral') add('number', value.replace(/_|n$/g, ''))
    else if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') {
      if (token.closed) add('text', unescapeScriptText(value.slice(1, -1)))
    } else if (type === 'TemplateHead' || type === 'TemplateMiddle') {
      signs(type === 'TemplateHead' ? '(' : ')+')
      add('text', unescapeScriptText(value.slice(1, -2)))
      signs('+(')
    } else if (type === 'TemplateTail') {
      signs(')+')
      add('text', unescapeScriptText(value.slice(1, -1)))
      add('sign', ')')
    } else if (type === 'RegularExpressionLiteral') {
      if (token.closed) add('pattern', value.slice(1, value.lastIndexOf('/')))
      else {
        add('sign', '/')
        if (rereads < MAX_REREADS) readTokens(value.slice(1), tokens, rereads + 1)
      }
    }
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '\n': '' }
const ESCAPE = /\\(?:x([\da-f]{2})|u\{([\da-f]{1,6})\}|u([\da-f]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/gi

/** What the escapes of a JavaScript text stand for. */
function unescapeScriptText(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (_, x?: string, long?: string, u?: string, octal?: string, char?: string) => {
    const hex = x ?? long ?? u
    const code = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : -1
    if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return ESCAPES[char ?? ''] ?? char ?? ''
  })
}
