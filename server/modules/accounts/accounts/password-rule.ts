import { MESSAGES } from '#contract/core/messages.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Rejects a new password shorter than the installation's minimum. @throws AppError validation_failed. */
export function checkNewPassword(password: string, minLength: number): void {
  if ([...password].length < minLength) throw invalidField('password', MESSAGES.passwordMin(minLength))
}
