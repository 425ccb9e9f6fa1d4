import { describe, expect, it } from 'vitest'
import { cityList } from './city-list.ts'
import {
  areaAround,
  countryName,
  findPlaces,
  findRegion,
  resolveCountry,
  resolvePlace,
  resolveRegion,
} from './index.ts'

const labels = (text: string, limit = 3) => findPlaces(text, { limit }).map(({ label }) => label)

describe('findPlaces', () => {
  it('ranks exact names first, then by population', () => {
    expect(labels('Portland')).toEqual([
      'Portland, Oregon, United States',
      'Portland, Maine, United States',
      'Portland, Texas, United States',
    ])
    expect(labels('portl')[0]).toBe('Portland, Oregon, United States')
  })

  it.each([
    ['Portland, ME', 'Portland, Maine, United States'],
    ['portland maine', 'Portland, Maine, United States'],
    ['Portland, Ore', 'Portland, Oregon, United States'],
    ['Paris, TX', 'Paris, Texas, United States'],
    ['Paris, France', 'Paris, Île-de-France, France'],
    ['London, Ontario', 'London, Ontario, Canada'],
    ['London, ON, Canada', 'London, Ontario, Canada'],
    ['munchen', 'Munich, Bavaria, Germany'],
    ['München, Bayern', 'Munich, Bavaria, Germany'],
    ['Wien', 'Vienna, Austria'],
    ['saint louis, mo', 'St. Louis, Missouri, United States'],
    ['New York, NY', 'New York City, New York, United States'],
    ['Москва', 'Moscow, Russia'],
  ])('“%s” finds %s first', (text, label) => {
    expect(labels(text)[0]).toBe(label)
  })

  it('returns everything a picker needs', () => {
    expect(findPlaces('Portland, Oregon')[0]).toEqual({
      label: 'Portland, Oregon, United States',
      name: 'Portland',
      region: 'Oregon',
      regionCode: 'OR',
      country: 'US',
      lat: 45.52345,
      lon: -122.67621,
      population: 632309,
    })
  })

  it('respects the limit, lists no label twice, and returns nothing for an empty query', () => {
    const found = labels('san', 50)
    expect(found).toHaveLength(50)
    expect(new Set(found).size).toBe(50)
    expect(labels('')).toEqual([])
    expect(labels('zzzzzz')).toEqual([])
    expect(labels('Portland, Wonderland')).toEqual([])
  })
})

describe('resolvePlace', () => {
  it('takes the biggest city of that name and lists the others', () => {
    const place = resolvePlace('Portland')
    expect(place).toMatchObject({ label: 'Portland, Oregon, United States', lat: 45.52345, lon: -122.67621 })
    expect(place?.alternatives[0]?.label).toBe('Portland, Maine, United States')
  })

  it('accepts coordinates', () => {
    expect(resolvePlace('45.52,-122.67')).toMatchObject({ lat: 45.52, lon: -122.67 })
    expect(resolvePlace('91,0')).toBeNull()
  })

  it('does not guess from the start of a name', () => {
    expect(resolvePlace('Portlan')).toBeNull()
    expect(resolvePlace('nowhere at all')).toBeNull()
  })
})

describe('countries', () => {
  it.each([
    ['US', 'us'],
    ['US', 'USA'],
    ['US', 'United States of America'],
    ['GB', 'UK'],
    ['GB', 'England'],
    ['GB', 'scotland'],
    ['DE', 'Deutschland'],
    ['DE', 'Allemagne'],
    ['DE', 'Federal Republic of Germany'],
    ['KR', 'South Korea'],
    ['NL', 'The Netherlands'],
    ['IM', 'Isle of Man'],
    ['RU', 'Россия'],
    ['JP', '日本'],
    ['CI', 'Côte d’Ivoire'],
  ])('%s is %s', (code, text) => {
    expect(resolveCountry(text)).toBe(code)
  })

  it('returns nothing for other texts', () => {
    for (const text of ['', ' ', 'Atlantis', 'XQ', '-']) expect(resolveCountry(text)).toBeNull()
  })

  it('names countries', () => {
    expect(countryName('US')).toBe('United States')
    expect(countryName('DE', 'de')).toBe('Deutschland')
    expect(countryName('DE', '!')).toBe('Germany')
    expect(countryName('nope')).toBe('nope')
  })
})

describe('regions', () => {
  it.each([
    ['OR', 'US', 'Oregon'],
    ['oregon', 'US', 'Oregon'],
    ['NSW', 'AU', 'New South Wales'],
    ['Bayern', 'DE', 'Bavaria'],
    ['Baden-Württemberg', 'DE', 'Baden-Wurttemberg'],
    ['Otago Region', 'NZ', 'Otago'],
    ['Région wallonne', 'BE', 'Wallonia'],
    ['dolnośląskie', 'PL', 'Lower Silesia'],
    ['Gyeonggido', 'KR', 'Gyeonggi-do'],
    [' East Sussex ', 'GB', 'East Sussex'],
    ['Oregon', null, 'Oregon'],
    ['', 'US', ''],
  ])('%s in %s is %s', (text, country, name) => {
    expect(resolveRegion(text, country)).toBe(name)
  })

  it('recognizes codes', () => {
    expect(findRegion('Ontario', 'CA')).toEqual({ name: 'Ontario', code: 'ON' })
    expect(findRegion('07', 'DE')).toBeNull()
  })
})

describe('the area around a point', () => {
  const cities = cityList()
  /** The nearest city by brute force. */
  function nearestOf(point: { lat: number; lon: number }): string | null {
    const narrowing = Math.cos((point.lat * Math.PI) / 180)
    let [nearest, min] = [-1, (100 / 111.2) ** 2]
    for (let city = 0; city < cities.lat.length; city++) {
      const east = ((((cities.lon[city]! - point.lon) % 360) + 540) % 360) - 180
      const distance = (cities.lat[city]! - point.lat) ** 2 + (east * narrowing) ** 2
      if (distance < min) [nearest, min] = [city, distance]
    }
    return cities.countries[nearest] ?? null
  }

  it('is that of the nearest city worldwide, also at the date line and the poles', () => {
    const points = [
      ...Array.from({ length: 300 }, (_, n) => ({
        lat: ((n * 37) % 180) - 90,
        lon: ((n * 101) % 360) - 180,
      })),
      ...Array.from({ length: 300 }, (_, n) => ({
        lat: cities.lat[n * 400]! + 0.3,
        lon: cities.lon[n * 400]! - 0.4,
      })),
      ...[179.99, -179.99, 180, -180].flatMap((lon) => [-16.8, 68.9, 89.9].map((lat) => ({ lat, lon }))),
      ...[{ lat: 78.2, lon: 15.6 }],
    ]
    expect(points.map((point) => areaAround(point)?.country ?? null)).toEqual(points.map(nearestOf))
  })
})
