import { testNaughtyStrings } from '#server/testing/naughty-strings.ts'

testNaughtyStrings(8)
