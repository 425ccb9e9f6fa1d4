import * as z from 'zod/mini'
import { isHttps } from './addresses.ts'
import { MESSAGES } from './messages.ts'

/** An https address of up to 500 characters that a person is sent to. */
export const HttpsAddress = z
  .string()
  .check(z.trim(), z.maxLength(500), z.refine(isHttps, { error: MESSAGES.url }))
