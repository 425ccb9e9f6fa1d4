import * as z from 'zod/mini'

/** A person's name on one line: control characters become spaces. */
export const personName = (max = 100) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()),
    ),
    z.string().check(z.minLength(1), z.maxLength(max)),
  )
