import { expect, test } from 'vitest'
import { estimateArea } from '#contract/sources/corpus-areas.ts'
import { bodyOfDraft, durationLabel, findWarning } from './area-draft.ts'

const DRAFT = {
  by: 'place',
  near: 'Portland',
  radius_km: 10,
  west: '',
  south: '',
  east: '',
  north: '',
} as const
const accepts = (body: unknown) => estimateArea.body!.safeParse(body).success

test('a place has a radius in kilometers, a box has its sides', () => {
  expect(bodyOfDraft(DRAFT, 'km')).toEqual({ near: 'Portland', radius_km: 10 })
  expect(bodyOfDraft(DRAFT, 'mi')).toEqual({ near: 'Portland', radius_km: 16.093 })
  const box = { ...DRAFT, by: 'box', west: -123, south: 45, east: '-122.5', north: 46 } as const
  expect(bodyOfDraft(box, 'km')).toEqual({ bbox: { west: -123, south: 45, east: -122.5, north: 46 } })
  expect(accepts(bodyOfDraft(box, 'km'))).toBe(true)
  for (const side of ['west', 'south', 'east', 'north'] as const)
    expect(accepts(bodyOfDraft({ ...box, [side]: '' }, 'km'))).toBe(false)
})

test('rounds times to the precision of the estimate', () => {
  expect([5, 61, 600, 7100, 7200 * 3].map(durationLabel)).toEqual([
    'less than a minute',
    'about 1 min',
    'about 10 min',
    'about 118 min',
    'about 6 hours',
  ])
})

test('an area that is expensive to fetch has a warning', () => {
  const file = { name: 'a', places: 1, bytes: 1, whole: false }
  const estimate = { files: [file], disk_bytes: 1 } as never as Parameters<typeof findWarning>[0]
  expect(findWarning(estimate)).toBeNull()
  expect(findWarning({ ...estimate, disk_bytes: 2e10 })).toContain('20 GB of disk')
  expect(findWarning({ ...estimate, files: [{ ...file, whole: true }, file] })).toContain(
    '1 of 2 files do not include',
  )
})
