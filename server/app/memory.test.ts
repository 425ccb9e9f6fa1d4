import { testMemoryOfWebsites } from '#server/testing/memory-of-websites.ts'

testMemoryOfWebsites(20)
