import { createHash, createHmac } from 'node:crypto'
import type { Challenge } from 'altcha-lib'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { spendProof as storeProof } from './proofs-store.ts'

/** How long a page may be open before it is sent. */
export const CHALLENGE_MINUTES = 60
/** About 256 tries of 2,000 rounds: less than a second for a visitor, and dear for a thousand messages. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' }
/** Longer than any proof that is one. */
const MAX_LENGTH = 4000

/** What a challenge is for: it counts for nothing else, and only with the consent text that was shown. */
export interface ChallengeSubject {
  accountId: number
  /** Such as `form:KEY`. */
  purpose: string
  /** The text that the page shows; null where nothing is asked. */
  consent: string | null
}

const Proof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(WORK.algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(WORK.cost),
      keyLength: z.int(),
      keyPrefix: z.literal(WORK.keyPrefix),
      expiresAt: z.int(),
      data: z.record(z.string(), z.string()),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

const makeSecret = ({ secretKey }: Pick<Context, 'secretKey'>): string =>
  createHmac('sha256', secretKey).update('proof-of-work').digest('hex')

const describe = ({ accountId, purpose, consent }: ChallengeSubject) => ({
  for: `${accountId}:${purpose}`,
  consent: createHash('sha256')
    .update(consent ?? '')
    .digest('base64url'),
})

/** Work for a visitor’s browser, signed, so that nothing needs to be stored. */
export async function makeChallenge(ctx: Context, subject: ChallengeSubject): Promise<Challenge> {
  const [{ createChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ])
  return createChallenge({
    ...WORK,
    deriveKey,
    data: describe(subject),
    expiresAt: new Date(ctx.clock.now().getTime() + CHALLENGE_MINUTES * 60_000),
    hmacSignatureSecret: makeSecret(ctx),
  })
}

function readProof(text: string): z.output<typeof Proof> | null {
  if (text.length > MAX_LENGTH) return null
  try {
    return Proof.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** A proof that was checked, and can be spent once. */
interface CheckedProof {
  id: string
  expiresAt: Date
}

/** The proof of a solved challenge of this subject; null for anything else. Spend it with `spendProof`. */
export async function checkProof(
  ctx: Context,
  subject: ChallengeSubject,
  text: string,
): Promise<CheckedProof | null> {
  const proof = readProof(text)
  if (!proof) return null
  const { challenge, solution } = proof
  const wanted = describe(subject)
  const { data, expiresAt } = challenge.parameters
  if (data.for !== wanted.for || data.consent !== wanted.consent) return null
  const [{ verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ])
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: makeSecret(ctx),
  })
  // The library knows the machine’s clock only.
  if (!verified || expiresAt * 1000 < ctx.clock.now().getTime()) return null
  return { id: challenge.signature, expiresAt: new Date(expiresAt * 1000) }
}

/** Uses a proof up, in the caller’s transaction. @returns false if it was used before */
export const spendProof = (ctx: Context, accountId: number, proof: CheckedProof): Promise<boolean> =>
  storeProof(ctx.db, accountId, proof)
