import { describe, expect, it } from 'vitest'
import { readTextAddress } from './text-address.ts'

const read = (...lines: string[]): string => {
  const address = readTextAddress(lines, lines.length - 1)
  return [address?.street, address?.postal_code, address?.city, address?.country].join(' | ')
}

describe('readTextAddress', () => {
  it.each<[string[], string]>([
    [
      ['469, Sample Ouest, bureau 105', 'Montréal (Québec) H3N 1R4'],
      '469, Sample Ouest, bureau 105 | H3N 1R4 | Montréal | CA',
    ],
    [['Via Sample, 15', '24062 – Costa Volpino (BG)'], 'Via Sample, 15 | 24062 | Costa Volpino | '],
    [['Calle Sample 3, 2ºB', '28013 - Madrid (España)'], 'Calle Sample 3, 2ºB | 28013 | Madrid | '],
    [['1095 Budapest, Sample út 48, Malom Udvar'], 'Sample út 48 | 1095 | Budapest | '],
    [['2461 Tárnok, Sample u. 12.'], 'Sample u. 12. | 2461 | Tárnok | '],
    [['44 Sample Road, Birmingham B15 1TH, United Kingdom'], '44 Sample Road | B15 1TH | Birmingham | GB'],
  ])('reads the lines %j', (lines, expected) => {
    expect(read(...lines)).toBe(expected)
  })
})
