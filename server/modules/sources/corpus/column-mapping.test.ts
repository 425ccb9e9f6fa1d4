import { describe, expect, it } from 'vitest'
import { guessMapping } from './column-mapping.ts'

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

  it('knows a number beside its street, and a country by two letters', () => {
    expect(guessMapping(['id', 'name', 'addr:street', 'addr:housenumber', 'CC'])).toMatchObject({
      street: 'addr:street',
      house_number: 'addr:housenumber',
      country: 'CC',
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
