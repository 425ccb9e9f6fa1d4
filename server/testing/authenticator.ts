import { createHmac } from 'node:crypto'
import { systemClock } from '#server/platform/clock.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The 30-second step of a time; now by default. */
export const stepAt = (moment: Date = systemClock.now()): number => Math.floor(moment.getTime() / 30_000)

/** The code of an authenticator app: an independent implementation of RFC 4226 and 6238, to check the library. */
export function appCode(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) as number) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** A code that is invalid in all steps around `step`. */
export function wrongCode(secret: string, step: number): string {
  const near = new Set([-2, -1, 0, 1, 2, 3].map((away) => appCode(secret, step + away)))
  const candidates = Array.from({ length: near.size + 1 }, (_, index) => String(index).repeat(6).slice(0, 6))
  return candidates.find((code) => !near.has(code)) as string
}
