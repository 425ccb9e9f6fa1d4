/** Beyond this a script is not repaired, only parsed as it is. */
const MAX_REPAIR = 300_000

/** Values of a script that should be JSON: what templates break most often is mended, the rest is left out. Never throws. */
export function parseTolerantJson(script: string): unknown[] {
  const text = script
    .trim()
    .replace(/^\uFEFF/, '')
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>|\/\*\s*\]\]>\s*\*\/)\s*$/, '')
    .replace(/;\s*$/, '')
    .trim()
  const whole = parse(text)
  if (whole !== undefined) return [whole]
  if (text.length > MAX_REPAIR) return []
  return splitTopLevelValues(repairJson(text.includes('&quot;') ? text.replaceAll('&quot;', '"') : text))
    .map(parse)
    .filter((value) => value !== undefined)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const COMMENT = /\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|\/\/[^\n]*/y

/** Escapes control characters inside strings, drops comments and commas before a closing bracket. */
function repairJson(text: string): string {
  const out: string[] = []
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (inString) {
      if (char === '\\') {
        const next = text[index + 1] ?? ''
        // `\'` and the like are JavaScript, not JSON.
        out.push(/["\\/bfnrtu]/.test(next) ? char + next : next)
        index += 1
      } else {
        out.push(char < ' ' ? (ESCAPES[char] ?? ' ') : char)
        if (char === '"') inString = false
      }
    } else if (char === '"') {
      inString = true
      out.push(char)
    } else if (char === '/') {
      COMMENT.lastIndex = index
      const comment = COMMENT.exec(text)
      if (comment) index += comment[0].length - 1
    } else {
      if (char === '}' || char === ']') dropLastComma(out)
      // Space outside strings means nothing, and a comma may stand before it.
      if (!/\s/.test(char)) out.push(char)
    }
  }
  return out.join('')
}

function dropLastComma(out: string[]): void {
  if (out.at(-1) === ',') out.pop()
}

/** Several values one after the other, as when a template prints each block into the same script. */
function splitTopLevelValues(text: string): string[] {
  const values: string[] = []
  let depth = 0
  let start = -1
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (inString) {
      if (char === '\\') index += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (depth === 0) start = index
      depth += 1
    } else if ((char === '}' || char === ']') && depth > 0) {
      depth -= 1
      if (depth === 0) values.push(text.slice(start, index + 1))
    }
  }
  return values
}
