import { expect, it } from 'vitest'
import { loggedUrl } from './logged-url.ts'

it.each([
  ['/api/downloads/SECRET?x=1', '/api/downloads/…?x=1'],
  ['/api/in/in_SECRET', '/api/in/…'],
  ['/forms/confirm/SECRET', '/forms/confirm/…'],
  ['/webhooks/mail/sendgrid/SECRET', '/webhooks/mail/sendgrid/…'],
  ['/api/source-hooks/apollo/SECRET', '/api/source-hooks/apollo/…'],
  ['/api/unsubscribe/SECRET', '/api/unsubscribe/…'],
  ['/api/campaigns/12?page=2', '/api/campaigns/12?page=2'],
])('shows %s as %s in the log', (url, shown) => {
  expect(loggedUrl(url)).toBe(shown)
})
