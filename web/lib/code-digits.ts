import { MESSAGES } from '#contract/core/messages.ts'

/** Digits of a code that a mail or an authenticator app shows. */
export const CODE_LENGTH = 6

/** The digits of what was typed or pasted, at most six: `Your code: 123 456` becomes `123456`. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH)

/** Whether all digits are there. */
export const isWholeCode = (code: string): boolean => code.length === CODE_LENGTH

/** What is said about a code that is not whole. */
export const CODE_LABELS = MESSAGES.minLength(CODE_LENGTH)
