import { describe, expect, it } from 'vitest'
import { columnMap } from './column-map.ts'

describe('columnMap', () => {
  it.each([
    [['name=Name,city=Town'], { name: 'Name', city: 'Town' }],
    [['name = Business name , city=Town'], { name: 'Business name', city: 'Town' }],
    [['city="Town, or city",name="The ""real"" name"'], { city: 'Town, or city', name: 'The "real" name' }],
    [['id=a=b'], { id: 'a=b' }],
    [['id=ID', 'lat=Y,lon=X'], { id: 'ID', lat: 'Y', lon: 'X' }],
  ])('%j is read as pairs of a field and its column', (text, map) => {
    expect(columnMap(text, 'map')).toEqual(map)
  })

  it.each([
    ['nmae=Name', '"nmae" is not a field. Did you mean name?'],
    ['name=A,name=B', 'appears twice'],
    ['name=', 'has no column'],
    ['name', 'cannot read "name"'],
    ['name="open', 'cannot read'],
    ['name="a"b', 'cannot read'],
    ['__proto__=x', 'is not a field'],
  ])('refuses %s', (text, message) => {
    expect(() => columnMap([text], 'map')).toThrow(message)
  })
})
