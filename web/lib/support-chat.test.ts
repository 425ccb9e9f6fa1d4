import { expect, test } from 'vitest'
import { chatStart } from './support-chat.ts'

const person = { id: 7, first_name: 'Ada', last_name: '', email: 'ada@fox.example', hash_hmac: 'proof' }

test('identifies people to Intercom by id and to Crisp by email, each with a signature', () => {
  const intercom = chatStart({ vendor: 'intercom', app_id: 'a1' }, person)
  expect(intercom.src).toBe('https://widget.intercom.io/widget/a1')
  expect(intercom.globals.intercomSettings).toMatchObject({ user_id: '7', user_hash: 'proof', name: 'Ada' })
  const crisp = chatStart({ vendor: 'crisp', app_id: 'c1' }, person)
  expect(crisp.globals).toMatchObject({ CRISP_WEBSITE_ID: 'c1' })
  expect(crisp.globals.$crisp).toContainEqual(['set', 'user:email', ['ada@fox.example', 'proof']])
})
