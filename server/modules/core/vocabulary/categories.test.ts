import { describe, expect, it } from 'vitest'
import { categoryIndex } from './category-index.ts'
import { categoryLabel, findCategories, resolveCategories, resolveCategory } from './index.ts'

describe('resolveCategory', () => {
  it.each([
    ['craft/brewery', 'craft/brewery'],
    ['brewery', 'craft/brewery'],
    ['Breweries', 'craft/brewery'],
    ['Brauerei', 'craft/brewery'],
    ['brewpub', 'amenity/pub/microbrewery'],
    ['craft=brewery', 'craft/brewery'],
    ['amenity=restaurant', 'amenity/restaurant'],
    ['RESTAURANTS', 'amenity/restaurant'],
    ['italian_restaurant', 'amenity/restaurant/italian'],
    ['Afghan Restaurant', 'amenity/restaurant'],
    ['amenity=school', 'education/school'],
    ['amenity/school', 'education/school'],
    ['shop=fish', 'shop/seafood'],
    ['shop=plumber', 'craft/plumber'],
    ['amenity=parking;fuel', 'amenity/fuel'],
    ['Shoe store', 'shop/shoes'],
    ['Hair Salon', 'shop/hairdresser'],
    ['attorney', 'office/lawyer'],
    ['beergarden', 'amenity/biergarten'],
    ['Zahnarzt', 'amenity/dentist'],
    ['boulangerie', 'shop/bakery'],
    ['boulangeries', 'shop/bakery'],
    ['Ristoranti', 'amenity/restaurant'],
    ['farmacie', 'amenity/pharmacy'],
    ['hotéis', 'tourism/hotel'],
    ['peluquería', 'shop/hairdresser'],
    ['loodgieter', 'craft/plumber'],
    ['Food & Drink > Restaurants', 'amenity/restaurant'],
    ['petrol station', 'amenity/fuel'],
    ['Autohaus', 'shop/car'],
    ["Doctor's Office", 'amenity/doctors'],
    ["Dentist's office", 'amenity/dentist'],
    ['Diner', 'amenity/restaurant'],
    ['Roofing contractor', 'craft/roofer'],
    ['Druckerei', 'shop/copyshop'],
    ['imprimerie', 'shop/copyshop'],
    ['Avocat', 'office/lawyer'],
    ['Clínica dental', 'amenity/dentist'],
    ['Officina meccanica', 'shop/car_repair'],
    ['mudanças', 'office/moving_company'],
    ['Tattoo shop', 'shop/tattoo'],
    ['self storage', 'shop/storage_rental'],
    ['veterinarians', 'amenity/veterinary'],
    ['negozi', 'shop'],
    ['Geschäfte', 'shop'],
    ['shop=yes', 'shop'],
  ])('%s is %s', (text, id) => {
    expect(resolveCategory(text)?.id).toBe(id)
  })

  it.each([
    '',
    ' ',
    '-',
    'planning',
    'closed',
    'regional',
    'contract',
    'large',
    'proprietor',
    'location',
    'beer',
    'yes',
    'bench',
    'highway=residential',
    'Solar',
    'solar installer',
  ])('%j is nothing', (text) => {
    expect(resolveCategory(text)).toBeNull()
  })
})

describe('resolveCategories', () => {
  it('includes narrower kinds', () => {
    const ids = resolveCategories('restaurant')
    expect(ids).toContain('amenity/restaurant')
    expect(ids).toContain('amenity/restaurant/italian')
    expect(ids).not.toContain('amenity/fast_food')
    expect(resolveCategories('brewery')).toContain('amenity/pub/microbrewery')
  })

  it('finds everything filed under the same words', () => {
    let checked = 0
    for (const { key } of categoryIndex().entries) {
      const filed = resolveCategory(key)
      if (!filed) continue
      checked++
      expect(resolveCategories(key), key).toContain(filed.id)
      expect(resolveCategories(filed.id), key).toContain(filed.id)
    }
    expect(checked).toBeGreaterThan(5000)
  })

  it('finds every kind by its id and English name', () => {
    for (const { id, label } of categoryIndex().byId.values()) {
      expect(resolveCategory(id)?.id).toBe(id)
      expect(resolveCategories(label), label).toContain(id)
    }
  })
})

describe('the chosen kinds', () => {
  it('include businesses and no street furniture', () => {
    const { byId } = categoryIndex()
    expect(byId.size).toBeGreaterThan(500)
    for (const id of ['highway/residential', 'amenity/bench', 'natural/tree', 'amenity/parking', 'amenity']) {
      expect(byId.has(id), id).toBe(false)
    }
  })
})

describe('findCategories', () => {
  const ids = (text: string, limit?: number) => findCategories(text, { limit }).map(({ id }) => id)

  it('ranks the exact name, then prefixes, then typos', () => {
    expect(ids('brewery')[0]).toBe('craft/brewery')
    expect(ids('rest')[0]).toBe('amenity/restaurant')
    expect(ids('resturant')[0]).toBe('amenity/restaurant')
    expect(ids('zahn')[0]).toBe('amenity/dentist')
    expect(ids('gym')[0]).toBe('leisure/fitness_centre')
  })

  it('respects the limit and returns nothing for an empty query', () => {
    expect(ids('shop', 5)).toHaveLength(5)
    expect(ids('  ')).toEqual([])
    expect(ids('qqqqqqqq')).toEqual([])
  })

  it('includes label and synonyms', () => {
    expect(findCategories('hairdresser')[0]).toMatchObject({
      id: 'shop/hairdresser',
      label: 'Hairdresser',
      terms: expect.arrayContaining(['Hair Salon']),
    })
    const [brewery] = findCategories('brewery')
    expect(brewery?.terms).toContain('microbrewery')
    expect(brewery?.terms).not.toContain('alcohol')
    expect(categoryLabel('craft/brewery')).toBe('Craft Brewery')
    expect(categoryLabel('no/such')).toBe('no/such')
  })
})
