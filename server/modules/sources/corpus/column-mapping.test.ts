import { describe, expect, it } from 'vitest'
import { guessMapping, MappingError, parseMapping } from './column-mapping.ts'

describe('guessMapping', () => {
  it('recognizes the columns of open data sets', () => {
    expect(
      guessMapping([
        'id',
        'name',
        'brewery_type',
        'address_1',
        'address_2',
        'state_province',
        'website_url',
        'latitude',
      ]),
    ).toEqual({
      id: 'id',
      name: 'name',
      street: 'address_1',
      state: 'state_province',
      website: 'website_url',
      lat: 'latitude',
      status: 'brewery_type',
    })
    expect(
      guessMapping([
        '@id',
        'name:en',
        'name',
        'addr:street',
        'addr:postcode',
        'contact:phone',
        'amenity',
        '@lat',
        '@lon',
      ]),
    ).toEqual({
      id: '@id',
      name: 'name',
      street: 'addr:street',
      postal_code: 'addr:postcode',
      phone: 'contact:phone',
      category: 'amenity',
      lat: '@lat',
      lon: '@lon',
    })
  })

  it('recognizes other languages', () => {
    expect(guessMapping(['Nr', 'Firma', 'Straße', 'PLZ', 'Ort', 'Telefon', 'E-Mail'])).toEqual({
      name: 'Firma',
      street: 'Straße',
      postal_code: 'PLZ',
      city: 'Ort',
      phone: 'Telefon',
      email: 'E-Mail',
    })
    expect(guessMapping(['Nombre', 'Dirección', 'Teléfono', 'País'])).toEqual({
      name: 'Nombre',
      street: 'Dirección',
      phone: 'Teléfono',
      country: 'País',
    })
  })

  it('prefers the better name and uses no column twice', () => {
    const mapping = guessMapping(['title', 'company', 'name', 'type', 'category', 'x', 'y'])
    expect(mapping).toMatchObject({ name: 'name', category: 'category', lon: 'x', lat: 'y' })
    expect(new Set(Object.values(mapping)).size).toBe(Object.keys(mapping).length)
    expect(guessMapping(['foo', 'bar'])).toEqual({})
  })
})

describe('parseMapping', () => {
  const header = ['ID', 'NAME', 'Y', 'addr:street']

  it('reads fields and columns in any case', () => {
    expect(parseMapping('id=ID, name=name,LAT=Y,street=addr:street,', header)).toEqual({
      id: 'ID',
      name: 'NAME',
      lat: 'Y',
      street: 'addr:street',
    })
  })

  it.each([
    ['nmae=NAME', 'There is no field "nmae"; did you mean "name"?'],
    ['name=NAMES', 'The file has no column "NAMES"; did you mean "NAME"? Columns: ID, NAME, Y, addr:street.'],
    ['name', '"name" is not a mapping: write field=column'],
    ['name=NAME,name=ID', 'The field "name" is mapped twice.'],
  ])('explains %s', (text, message) => {
    expect(() => parseMapping(text, header)).toThrow(MappingError)
    expect(() => parseMapping(text, header)).toThrow(message)
  })
})
