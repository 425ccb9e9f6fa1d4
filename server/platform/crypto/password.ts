import { verify as argonVerify, hash, type Options } from '@node-rs/argon2'

/** OWASP's argon2id minimum: 19 MiB of memory, 2 passes, 1 lane (about 20 ms of one core). */
const ARGON2ID: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

let dummyHash: Promise<string> | undefined

/** Hashes a password with argon2id and a random salt. Returns a PHC string (`$argon2id$v=19$...`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/**
 * Whether `password` matches `storedHash`. Pass null without a user or password: the result is false after the
 * same work, so that timing does not reveal who exists. An unreadable stored hash also gives false.
 * @param verify does the work; for tests that count it
 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  verify = argonVerify,
): Promise<boolean> {
  const readable = storedHash?.startsWith('$argon2id$') ? storedHash : null
  dummyHash ??= hashPassword('no user has this password')
  const matches = await verify(readable ?? (await dummyHash), password).catch(() => false)
  return readable !== null && matches
}
