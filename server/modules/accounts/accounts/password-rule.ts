import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Refuses a new password shorter than the installation asks for. @throws AppError validation_failed. */
export function checkNewPassword(password: string, minLength: number): void {
  if ([...password].length < minLength) throw invalidField('password', MESSAGES.passwordMin(minLength))
}
