import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

const lookup = z.strictObject({
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
})

export const Category = z.object({ id: z.string(), label: z.string(), terms: z.array(z.string()) })

export const categories = defineEndpoint({
  name: 'vocabulary.categories',
  method: 'GET',
  path: '/api/categories',
  access: { module: 'leads' },
  scope: 'read',
  tag: 'Search',
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

export const places = defineEndpoint({
  name: 'vocabulary.places',
  method: 'GET',
  path: '/api/places',
  access: { module: 'leads' },
  scope: 'read',
  tag: 'Search',
  summary: 'Cities by name for a place picker, best first',
  query: lookup,
  reply: z.object({ data: z.array(Place) }),
})
