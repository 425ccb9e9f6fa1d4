import { expect, test } from 'vitest'
import { type Origin, originLine, originName, sharedOrigins, vouchedLabel } from './value-origins.ts'

const origin = (change: Partial<Origin>): Origin => ({
  source: 'Open data',
  url: null,
  method: 'open_data_import',
  confidence: 0.8,
  observed_at: null,
  licence: 'CC0',
  record: '1',
  ...change,
})
const page = (change: Partial<Origin>) =>
  origin({ source: 'website', url: 'https://acme.example/contact', licence: null, record: null, ...change })

test('the source of most values comes first, with every method it used', () => {
  const provenance = {
    email: page({ method: 'mailto' }),
    phone: page({ method: 'tel_link' }),
    name: origin({}),
    city: origin({ observed_at: '2026-01-01T00:00:00Z', confidence: 0.9 }),
    street: origin({}),
    email_state: page({}),
  }
  const [most, other, ...more] = sharedOrigins(provenance, [
    'email',
    'phone',
    'name',
    'city',
    'street',
    'lat',
  ])
  expect(most?.fields).toEqual(['name', 'city', 'street'])
  expect(other).toMatchObject({ fields: ['email', 'phone'], methods: ['mailto', 'tel_link'] })
  expect(more).toEqual([])
  expect(sharedOrigins({}, ['name'])).toEqual([])
})

test('names a page by its address, data by its source and day, and marks inferred values', () => {
  const at = new Date().toISOString()
  expect(originLine(page({ method: 'mailto', observed_at: at }))).toBe('acme.example/contact, found just now')
  expect(originLine(origin({ observed_at: '2026-01-05T12:00:00Z' }))).toMatch(/^Open data, .*2026/)
  expect(originName(page({ method: 'inferred' }))).toBe('the pattern of other addresses at this domain')
  expect(originName(page({ method: 'table', url: null }))).toBe("The company's own website")
  expect(originLine(origin({ method: 'invented', observed_at: at }))).toBe('sample data')
})

test('names who confirmed an address and when, and that we have not checked it', () => {
  const hunter = origin({ source: 'hunter', observed_at: '2026-01-05T12:00:00Z' })
  expect(vouchedLabel(hunter, 'valid')).toBe(
    'Verified by Hunter on Jan 5, 2026. We haven’t checked this address ourselves.',
  )
  expect(vouchedLabel(undefined, 'catch_all')).toBe(
    'Marked “Accept-all”. We haven’t checked this address ourselves.',
  )
})
