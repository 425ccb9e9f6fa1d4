const SCALES: Record<string, number> = { k: 1e3, m: 1e6, mio: 1e6, mn: 1e6, b: 1e9, bn: 1e9 }
const CURRENCY = /^(?:[$€£¥]|[A-Z]{3}\s)\s*|\s*(?:[$€£¥]|\s[A-Z]{3})$/g

/** Digits without separators, with a decimal point. `dots`: a dot before three digits separates thousands. */
function plainDigits(text: string, dots: boolean): string {
  const commas = text.split(',').length - 1
  const points = text.split('.').length - 1
  if (commas > 0 && points > 0) {
    const [thousands, decimal] = text.lastIndexOf(',') > text.lastIndexOf('.') ? ['.', ','] : [',', '.']
    return text.replaceAll(thousands, '').replace(decimal, '.')
  }
  const isGrouped = /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text)
  if (points > 1 || (points === 1 && dots && isGrouped)) return isGrouped ? text.replaceAll('.', '') : text
  if (commas === 0) return text
  return isGrouped ? text.replaceAll(',', '') : text.replace(',', '.')
}

/** A number as people and programs write it: `1,250`, `1.234.567`, `12,5`, `€ 3.50`, `2.1M`; NaN for other texts. */
export function parseNumber(text: string, { dots = false } = {}): number {
  const bare = text
    .replace(CURRENCY, '')
    .replace(/[\s’']/g, '')
    .replace(/^[−–]/, '-')
  const [, digits = '', unit = ''] = /^(.*?\d\.?)(k|m|mio\.?|mn|b|bn)?$/i.exec(bare) ?? []
  const plain = plainDigits(digits, dots && unit === '')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return Number.NaN
  const scale = SCALES[unit.toLowerCase().replace('.', '')] ?? 1
  return scale === 1 ? Number(plain) : Number((Number(plain) * scale).toPrecision(12))
}
