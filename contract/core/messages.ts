import * as z from 'zod/mini'
import { PASSWORD_MIN_LENGTH } from './constants.ts'

/** The shared validation messages (spec section 5), once, for both sides. */
export const MESSAGES = {
  fillAll: 'Please fill out all the empty fields',
  required: 'Field is required',
  email: 'Field must be a valid email',
  url: 'Field must be a valid url',
  type: 'Type is not valid',
  passwordsMatch: 'Passwords must match',
  /** `min` is the site's own minimum if it is above the product's. */
  passwordMin: (min: number = PASSWORD_MIN_LENGTH) => `The password must be at least ${min} characters`,
  minLength: (min: number | bigint) => `Field must be at least ${min} characters`,
  min: (min: number | bigint) => `Field must be min ${min}`,
  max: (max: number | bigint) => `Field must be max ${max}`,
  greater: (more: number | bigint) => `Field must be greater than ${more}`,
  integer: 'Field must be an integer',
  unknownField: 'Unknown field',
  fileSize: (megabytes: number) => `Maximum allowed file size is ${megabytes}mb`,
} as const

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0]

const tooSmall = (issue: Issue & { code: 'too_small' }): string => {
  const empty = issue.minimum === 1 && (issue.origin === 'string' || issue.origin === 'array')
  if (empty) return MESSAGES.required
  if (issue.origin === 'string') return MESSAGES.minLength(issue.minimum)
  return issue.inclusive === false ? MESSAGES.greater(issue.minimum) : MESSAGES.min(issue.minimum)
}

const invalidType = (issue: Issue & { code: 'invalid_type' }): string => {
  if (issue.input === undefined || issue.input === null) return MESSAGES.required
  if (issue.expected === 'int') return MESSAGES.integer
  return MESSAGES.type
}

/** Turns a zod issue into the specified message. */
function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue as Issue & { code: 'too_small' })
    case 'too_big':
      return MESSAGES.max((issue as Issue & { code: 'too_big' }).maximum)
    case 'invalid_type':
      return invalidType(issue as Issue & { code: 'invalid_type' })
    case 'invalid_format':
      if (issue.input === '') return MESSAGES.required
      if (issue.format === 'email') return MESSAGES.email
      if (issue.format === 'url') return MESSAGES.url
      return MESSAGES.type
    case 'invalid_value':
      return issue.input === undefined ? MESSAGES.required : MESSAGES.type
    case 'unrecognized_keys':
      return MESSAGES.unknownField
    default:
      return MESSAGES.type
  }
}

z.config({ customError: (issue) => issueMessage(issue) })

/** Dotted path of a field; unknown names that clash with object members are renamed. */
const formatPath = (path: string, key: string): string => {
  const name = key === '__proto__' || key === '' ? '_' : key.slice(0, 100)
  return path ? `${path}.${name}` : name
}

/** Collects the issues of a failed parse as `{ 'a.b': message }`, the first message per field. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  const add = (name: string, sentence: string) => {
    // Not `??=`: a field may be called `constructor`.
    if (!Object.hasOwn(fields, name)) fields[name] = sentence
  }
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(formatPath(path, key), MESSAGES.unknownField)
    else add(path || '_', issue.message)
  }
  return fields
}
