import { randomUUID } from 'node:crypto'
import type { OutgoingMail, TestSendResult } from '#server/providers/mail/index.ts'
import type { MailSender } from './mail-senders.ts'

/** What a mail says. */
export type TestContent = Pick<OutgoingMail, 'subject' | 'html' | 'text'>

interface TestBrand {
  name: string
  url: string
}

/** A test mail of a brand, sent at once to show its server's reply. */
export async function sendTest(
  { name, url }: TestBrand,
  sender: MailSender,
  to: string,
  content: TestContent,
): Promise<TestSendResult & { signed: boolean }> {
  const host = new URL(url).hostname
  const trial = await sender.transport.testSend({
    ...content,
    from: { name, address: sender.from },
    to,
    ...(sender.replyTo && { replyTo: sender.replyTo }),
    messageId: `<${randomUUID()}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ehloName: host,
    ...(sender.dkim && { dkim: sender.dkim }),
  })
  return { ...trial, signed: sender.dkim !== null }
}
