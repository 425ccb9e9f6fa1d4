import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { createOpenAiModel, type Model } from '#server/providers/models/index.ts'

/** The SDK's placeholder where a server needs no key. */
export const NO_KEY = 'none'
/** A test is one small request, without retries. */
const TEST_RETRIES = 1
const TEST_MS = 20_000
const secretContext = (accountId: number) => `model-key:${accountId}`

export const sealKey = (secretBox: SecretBox, accountId: number, key: string) =>
  secretBox.seal(key, secretContext(accountId))
export const openKey = (secretBox: SecretBox, accountId: number, sealed: string) =>
  secretBox.open(sealed, secretContext(accountId))

export interface ModelSetup {
  baseUrl: string
  key: string
  model: string
}

/** A model at a URL entered by an account. */
export const ownModel = (outbound: Outbound, setup: ModelSetup, forTest = false): Model =>
  createOpenAiModel({
    ...setup,
    outbound,
    key: setup.key || NO_KEY,
    ...(forTest && { retries: TEST_RETRIES, timeoutMs: TEST_MS }),
  })
