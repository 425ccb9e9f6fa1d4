import * as z from 'zod/mini'
import { defineArea } from './define-area.ts'

const lookup = z.strictObject({
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
})

export const Category = z.object({ id: z.string(), label: z.string(), terms: z.array(z.string()) })

const api = defineArea({ tag: 'Search', access: { module: 'leads' }, scope: 'write' })

export const categories = api.get('/api/categories', {
  name: 'vocabulary.categories',
  summary: 'Business categories by name or synonym, best first',
  query: lookup,
  reply: z.object({ data: z.array(Category) }),
})

export const Place = z.object({
  label: z.string(),
  name: z.string(),
  region: z.nullable(z.string()),
  country: z.string(),
  lat: z.number(),
  lon: z.number(),
  population: z.int(),
})

export const places = api.get('/api/places', {
  name: 'vocabulary.places',
  summary: 'Cities by name for a place picker, best first',
  query: lookup,
  reply: z.object({ data: z.array(Place) }),
})
