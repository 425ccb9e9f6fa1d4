import { describe, expect, it } from 'vitest'
import { readArea } from './areas.ts'

const labels = (text: string) => [...new Set(readArea(text)?.readings.map(({ label }) => label))]

describe('a place by name', () => {
  it.each([
    ['Germany', ['Germany']],
    ['Spanien', ['Spain']],
    ['Bavaria', ['Bavaria, Germany']],
    ['Bavaria, Germany', ['Bavaria, Germany']],
    ['Oregon', ['Oregon, United States', 'cities called Oregon']],
    ['Portland, Oregon', ['Portland, Oregon, United States']],
    ['Portland Oregon', ['Portland, Oregon, United States']],
    ['Berlin Germany', ['Berlin, Germany']],
  ])('%j is %j', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  it('means every place of that name', () => {
    expect(labels('Georgia')).toEqual(expect.arrayContaining(['Georgia', 'Georgia, United States']))
    expect(readArea('München')?.readings[0]?.cities).toEqual(expect.arrayContaining(['munich', 'munchen']))
  })

  it('is its words when unknown', () => {
    expect(readArea('Sampleton Heights')).toEqual({ readings: [], words: ['sampleton', 'heights'] })
    expect(readArea(' , ')).toBeNull()
  })
})
