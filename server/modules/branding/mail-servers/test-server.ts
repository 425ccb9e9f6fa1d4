import { randomUUID } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import type { OutgoingMail, TestSendResult } from '#server/providers/mail/index.ts'
import { listAccountSenders } from './mail-senders.ts'

/** What a mail says. */
export type TestContent = Pick<OutgoingMail, 'subject' | 'html' | 'text'>

/** An account with its brand. */
interface TestSource {
  account: { id: number }
  brand: { name: string; url: string; from: string; supportEmail: string | null }
}

/** A mail by an account's first server, sent at once to show the server's reply. */
export async function sendTest(
  ctx: Context,
  { account, brand }: TestSource,
  to: string,
  content: TestContent,
): Promise<TestSendResult & { signed: boolean }> {
  const [sender] = await listAccountSenders(ctx, account.id, brand)
  if (!sender) throw new Error('An account has no way to send mail')
  const { name, url } = brand
  const host = new URL(url).hostname
  const result = await sender.transport.testSend({
    ...content,
    from: { name, address: sender.from },
    to,
    ...(sender.replyTo && { replyTo: sender.replyTo }),
    messageId: `<${randomUUID()}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ehloName: host,
    ...(sender.dkim && { dkim: sender.dkim }),
  })
  return { ...result, signed: sender.dkim !== null }
}
