import { describe, expect, it } from 'vitest'
import { EnvError } from '#server/platform/env.ts'
import { parseSmtpUrl } from './config.ts'

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://mail.example.com',
      { host: 'mail.example.com', port: 587, secure: false, requireTls: false, auth: null },
    ],
    ['smtps://mail.example.com/', { port: 465, secure: true, requireTls: false }],
    [
      'smtp://ann:p%40ss%3A@mail.example.com:2525',
      { port: 2525, requireTls: true, auth: { user: 'ann', pass: 'p@ss:' } },
    ],
    ['smtps://a:b@mail.example.com:4650', { port: 4650, secure: true, requireTls: false }],
    // A relay on the same machine may get a password in clear text.
    ['smtp://a:b@127.0.0.1:25', { host: '127.0.0.1', requireTls: false }],
    ['smtp://a:b@localhost', { host: 'localhost', requireTls: false }],
    ['smtp://a:b@[::1]:25', { host: '::1', requireTls: false }],
    ['smtp://a:b@127.0.0.1.example.com', { requireTls: true }],
  ])('%s is parsed', (text, settings) => {
    expect(parseSmtpUrl(text)).toMatchObject(settings)
  })

  it.each([
    ['mail.example.com', /is not a URL/],
    ['http://ann:pass-word@mail.example.com', /must start with smtp/],
    ['smtp://', /has no host|is not a URL/],
    ['smtp://ann:pass-word@mail.example.com?tls.rejectUnauthorized=false', /not have options/],
    ['smtp://ann:pass-word@mail.example.com#x', /not have options/],
    ['smtp://ann:pass-word@mail.example.com/inbox', /not have a path/],
    ['smtp://ann@mail.example.com', /a user and a password/],
    ['smtp://:pass-word@mail.example.com', /a user and a password/],
    ['smtp://ann:pass-word%@mail.example.com', /not URL-encoded/],
    ['smtp://ann:pass-word@mail.example.com:99999', /is not a URL/],
  ])("%s is refused with the variable's name, without its password", (text, why) => {
    const read = () => parseSmtpUrl(text)
    expect(read).toThrow(EnvError)
    expect(read).toThrow(why)
    expect(read).toThrow(/^SMTP_URL /)
    expect(read).not.toThrow(/pass-word/)
  })
})
