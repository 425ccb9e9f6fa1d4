/** A rule of a style sheet: one selector and its declarations, as written. */
export interface StyleRule {
  selector: string
  body: string
}

const MAX_STYLE_CHARS = 300_000
const MAX_SELECTOR_CHARS = 200

/**
 * The rules of style sheets that hold on every screen, one per selector; at-rules with what stands in them are left
 * out, since they may not apply. One pass, whatever the text.
 */
export function readStyleRules(styles: readonly string[]): StyleRule[] {
  const rules: StyleRule[] = []
  for (const style of styles) if (style.length <= MAX_STYLE_CHARS) readRules(stripComments(style), rules)
  return rules
}

function stripComments(style: string): string {
  if (!style.includes('/*')) return style
  let plain = ''
  let from = 0
  for (let start = style.indexOf('/*'); start >= 0; start = style.indexOf('/*', from)) {
    plain += style.slice(from, start)
    const end = style.indexOf('*/', start + 2)
    if (end < 0) return plain
    from = end + 2
  }
  return plain + style.slice(from)
}

function readRules(style: string, rules: StyleRule[]): void {
  let from = 0
  for (let open = style.indexOf('{'); open >= 0; open = style.indexOf('{', from)) {
    const head = style.slice(from, open)
    // Statements such as `@import …;` and `@charset …;` may stand before the selector.
    const selectors = head.slice(head.lastIndexOf(';') + 1).trim()
    if (selectors.startsWith('@')) {
      from = findBlockEnd(style, open)
      continue
    }
    const close = style.indexOf('}', open)
    const body = style.slice(open + 1, close < 0 ? undefined : close)
    for (const selector of selectors.split(',')) {
      const one = selector.trim()
      if (one && one.length <= MAX_SELECTOR_CHARS) rules.push({ selector: one, body })
    }
    if (close < 0) return
    from = close + 1
  }
}

/** Where the block that opens at `open` ends, with the blocks inside it. */
function findBlockEnd(style: string, open: number): number {
  let depth = 0
  for (let index = open; index < style.length; index += 1) {
    const code = style.charCodeAt(index)
    if (code === 123) depth += 1
    else if (code === 125) {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return style.length
}
