import { testSamePlaces } from '#server/testing/same-places.ts'

testSamePlaces({ sources: 6, rows: 12_000 })
