import { ReplyError } from './request-error.ts'

/**
 * Rethrows a lack of credits with the option that makes the command affordable: runs paid per address may stop at
 * any cost and deliver what they have found. The option is in the message, so that scripts see it too.
 */
export async function withSpendingHint<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ReplyError) || error.status !== 402) throw error
    const { available, left } = error.extra.details ?? {}
    const most = [available, left].find((amount) => typeof amount === 'number')
    if (typeof most === 'number' && most > 0) {
      error.message = `${error.message.replace(/\.$/, '')}. --max-cost ${most} spends your credits and stops then`
      delete error.extra.hint
    }
    throw error
  }
}
