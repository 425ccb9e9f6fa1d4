import { testSamePlaces } from '#server/testing/same-places.ts'

testSamePlaces({ sources: 4, rows: 3000 })
