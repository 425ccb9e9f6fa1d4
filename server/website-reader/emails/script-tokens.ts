/** A piece of a script. Texts are decoded; a template is given as the sum of its pieces. */
export interface Token {
  kind: 'text' | 'number' | 'name' | 'sign' | 'pattern'
  value: string
}

const MAX_TOKENS = 200_000
const MAX_TEMPLATE_DEPTH = 4
const NAME_START = /[\p{L}$_]/u
const NAME = /[\p{L}\p{N}$_]{1,200}/uy
const NUMBER = /0x[\da-f]{1,8}|\d{1,15}(?:\.\d{1,15})?/iy
const BEFORE_PATTERN = /^[([{=,;:!&|?+~<>]$|^(?:return|typeof|case)$|^$/

/** The tokens of a script, comments left out; ends early where the script stops making sense. One pass. */
export function scriptTokens(code: string, depth = 0): Token[] {
  const tokens: Token[] = []
  let index = 0
  const add = (kind: Token['kind'], value: string, length: number): void => {
    tokens.push({ kind, value })
    index += length
  }
  while (index < code.length && tokens.length < MAX_TOKENS) {
    const char = code[index] ?? ''
    if (char <= ' ' || char === '\u00a0') index += 1
    else if (char === '"' || char === "'") index = readText(code, index, char, tokens)
    else if (char === '`') index = readTemplate(code, index, tokens, depth)
    else if (char === '/' && (code[index + 1] === '/' || code[index + 1] === '*'))
      index = afterComment(code, index)
    else if (
      char === '/' &&
      BEFORE_PATTERN.test(tokens.at(-1)?.value ?? '') &&
      tokens.at(-1)?.kind !== 'text'
    )
      index = readPattern(code, index, tokens)
    else if (NAME_START.test(char)) add('name', ...sized(NAME, code, index))
    else if (char >= '0' && char <= '9') add('number', ...sized(NUMBER, code, index))
    else if (code.startsWith('+=', index)) add('sign', '+=', 2)
    else if (/[=!<>]=|=>|&&|\|\||\+\+|--/.test(code.slice(index, index + 2)))
      add('sign', code.slice(index, index + 2), code[index + 2] === '=' ? 3 : 2)
    else add('sign', char, 1)
  }
  return tokens
}

function sized(pattern: RegExp, code: string, index: number): [string, number] {
  pattern.lastIndex = index
  const value = pattern.exec(code)?.[0] ?? code[index] ?? ''
  return [value, value.length]
}

function afterComment(code: string, index: number): number {
  const block = code[index + 1] === '*'
  const end = code.indexOf(block ? '*/' : '\n', index + 2)
  return end < 0 ? code.length : end + (block ? 2 : 1)
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '\n': '' }
const ESCAPE = /\\(?:x([\da-f]{2})|u\{([\da-f]{1,6})\}|u([\da-f]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/gi

/** What the escapes of a JavaScript text stand for. */
function unescapedScriptText(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (_, x?: string, long?: string, u?: string, octal?: string, char?: string) => {
    const hex = x ?? long ?? u
    const code = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : -1
    if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return ESCAPES[char ?? ''] ?? char ?? ''
  })
}

/** The offset of the quote that ends a text, or -1 when the line or the script ends before. */
function endOfText(code: string, index: number, quote: string): number {
  for (let at = index + 1; at < code.length; at += 1) {
    const char = code[at]
    if (char === '\\') at += 1
    else if (char === quote) return at
    else if (char === '\n' && quote !== '`') return -1
  }
  return -1
}

function readText(code: string, index: number, quote: string, tokens: Token[]): number {
  const end = endOfText(code, index, quote)
  if (end < 0) {
    const line = code.indexOf('\n', index)
    return line < 0 ? code.length : line + 1
  }
  tokens.push({ kind: 'text', value: unescapedScriptText(code.slice(index + 1, end)) })
  return end + 1
}

function readTemplate(code: string, index: number, tokens: Token[], depth: number): number {
  const end = endOfText(code, index, '`')
  if (end < 0) return code.length
  const raw = code.slice(index + 1, end)
  if (!raw.includes('${') || depth >= MAX_TEMPLATE_DEPTH) {
    tokens.push({ kind: 'text', value: unescapedScriptText(raw) })
    return end + 1
  }
  const sign = (value: string): number => tokens.push({ kind: 'sign', value })
  sign('(')
  for (const [place, piece] of raw.split('${').entries()) {
    const close = place === 0 ? -1 : piece.indexOf('}')
    if (place > 0) {
      sign('+')
      sign('(')
      tokens.push(...scriptTokens(piece.slice(0, Math.max(0, close)), depth + 1).slice(0, 200))
      sign(')')
      sign('+')
    }
    tokens.push({ kind: 'text', value: unescapedScriptText(piece.slice(close + 1)) })
  }
  sign(')')
  return end + 1
}

function readPattern(code: string, index: number, tokens: Token[]): number {
  let inClass = false
  for (let at = index + 1; at < code.length && at < index + 1_000; at += 1) {
    const char = code[at]
    if (char === '\\') at += 1
    else if (char === '\n') break
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) {
      tokens.push({ kind: 'pattern', value: code.slice(index + 1, at) })
      let after = at + 1
      while (/[a-z]/.test(code[after] ?? '')) after += 1
      return after
    }
  }
  tokens.push({ kind: 'sign', value: '/' })
  return index + 1
}
