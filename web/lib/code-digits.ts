import { MESSAGES } from '#contract/core/messages.ts'

/** Length of emailed and authenticator codes. */
export const CODE_LENGTH = 6

/** The digits of a typed or pasted text, at most six: `Your code: 123 456` becomes `123456`. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH)

export const isWholeCode = (code: string): boolean => code.length === CODE_LENGTH

/** Message for an incomplete code. */
export const CODE_LABELS = MESSAGES.minLength(CODE_LENGTH)
