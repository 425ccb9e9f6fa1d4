import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { type Context, perContext } from '../context.ts'

/** A key of 32 bytes for one purpose, derived from the installation's secret. */
export const derivedKey = (purpose: string): ((ctx: Context) => KeyObject) =>
  perContext((ctx) => createSecretKey(Buffer.from(hkdfSync('sha256', ctx.secretKey, '', purpose, 32))))
