import { testWalletStories } from '#server/testing/wallet-stories.ts'

testWalletStories(10)
