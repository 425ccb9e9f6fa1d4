const DECIMAL = /^([+-]?\d{1,3}(?:[.,]\d+)?(?:e[+-]?\d{1,2})?)\s*°?\s*([NSEWO])?$/i
const SEXAGESIMAL =
  /^([NSEWO])?\s*(\d{1,3})\s*[°º:\s]\s*(\d{1,2})\s*(?:['’′:\s]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''|’’)?)?)?\s*([NSEWO])?$/i

/**
 * Degrees as a number: `45.52`, `-122,67`, `45.52° N`, `43°36'37.8"N`. South and west are negative. NaN for
 * other text. The caller checks the range.
 */
export function parseCoordinate(raw: string): number {
  const text = raw.trim().replace(/^[−–]/, '-')
  const decimal = DECIMAL.exec(text)
  if (decimal) return readSign(decimal[2]) * Number(decimal[1]!.replace(',', '.'))
  const parts = SEXAGESIMAL.exec(text)
  if (!parts) return Number.NaN
  const [, before, degrees, minutes, seconds = '0', after] = parts
  const letter = after ?? before
  if (!letter || Number(minutes) >= 60) return Number.NaN
  return (
    readSign(letter) * (Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600)
  )
}

function readSign(letter: string | undefined): 1 | -1 {
  return letter && /[SWO]/i.test(letter) ? -1 : 1
}
