/**
 * Added to axe in the page. Contrast is two thirds of a check, and most texts of a page have the colours, sizes and
 * surroundings of others. `axe.contrast` checks one of each: it is given the keys of those that passed, and collects
 * the keys of those that pass now. A text that failed, or that axe could not judge, is judged each time.
 */
export const CONTRAST_ONCE = `(() => {
  const contrast = { passed: new Set(), added: [], surroundings: new Map(), width: 0 }
  axe.contrast = {
    start(known) {
      Object.assign(contrast, { passed: new Set(known), added: [], surroundings: new Map(), width: innerWidth })
    },
    added: () => contrast.added,
  }
  const hash = (text) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36)
  }
  /** The colours behind a text. Only in a positioned part can something else be behind it: these go by their names. */
  const surroundingsOf = (element) => {
    if (!element) return ''
    const known = contrast.surroundings.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const own = [backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor,
      backgroundImage === 'none' ? '' : backgroundImage, opacity === '1' ? '' : opacity, filter === 'none' ? '' : filter,
      position === 'static' ? '' : position + element.getAttribute('class')].join('')
    const outside = surroundingsOf(element.parentElement ?? element.getRootNode().host)
    const all = own ? hash(own + ' ' + outside) : outside
    contrast.surroundings.set(element, all)
    return all
  }
  const keyOf = (element) => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element)
    return hash([contrast.width, color, fontSize, fontWeight, textShadow, webkitTextStroke, surroundingsOf(element)].join(' '))
  }
  const FIELDS = ['input', 'select', 'textarea']
  const hasText = (element) => FIELDS.includes(element.localName)
    || [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
  const rule = axe._audit.getRule('color-contrast')
  const { matches } = rule
  rule.matches = (element, ...more) =>
    hasText(element) && !contrast.passed.has(keyOf(element)) && matches.call(rule, element, ...more)
  const check = axe._audit.checks['color-contrast']
  const { evaluate } = check
  check.evaluate = function (element, ...more) {
    const key = keyOf(element)
    if (contrast.passed.has(key)) return true
    let measured
    const data = (found) => {
      measured = found
      this.data(found)
    }
    const result = evaluate.call({ ...this, data }, element, ...more)
    if (result === true && measured?.contrastRatio) {
      contrast.passed.add(key)
      contrast.added.push(key)
    }
    return result
  }
})()`
