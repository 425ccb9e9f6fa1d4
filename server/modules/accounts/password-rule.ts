import { invalidField } from '#server/platform/errors.ts'

/** Refuses a new password shorter than the installation asks for. @throws AppError validation_failed. */
export function checkNewPassword(password: string, minLength: number): void {
  if ([...password].length < minLength)
    throw invalidField('password', `The password must be at least ${minLength} characters`)
}
