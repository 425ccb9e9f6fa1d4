import { expect, it } from 'vitest'
import { createConsoleTransport } from './console-transport.ts'

it('prints one readable text with the code in it', async () => {
  const printed: string[] = []
  await createConsoleTransport({ print: (text) => printed.push(text) }).send({
    from: { name: 'Fox', address: 'no-reply@fox.example' },
    to: 'ann@people.example\r\nforged line',
    subject: 'Confirm\nyour address',
    html: '<p>hidden</p>',
    text: 'Your code:\n\n123456\n',
    messageId: '<one@fox.example>',
  })
  expect(printed).toEqual([
    'Mail to ann@people.example forged line (not sent: SMTP_URL is not set)\nSubject: Confirm your address\n\nYour code:\n\n123456\n',
  ])
})
