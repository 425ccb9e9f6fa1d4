import { describe, expect, it } from 'vitest'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import { isDisposableDomain } from './disposable-domains.ts'
import { isRoleName } from './role-names.ts'

describe('disposable domains', () => {
  it.each(['mailinator.com', 'yopmail.com', 'guerrillamail.com', 'my.own.mailinator.com'])('%s', (domain) => {
    expect(isDisposableDomain(domain)).toBe(true)
  })

  it.each(['acme.example', 'gmail.com', 'notmailinator.com.example', 'com', 'co.uk', ''])(
    'not %s',
    (domain) => {
      expect(isDisposableDomain(domain)).toBe(false)
    },
  )
})

describe('free domains', () => {
  it.each(['gmail.com', 'yahoo.com', 'gmx.de', 'web.de', 'outlook.com', 'icloud.com', 'mail.ru', 'qq.com'])(
    '%s',
    (domain) => {
      expect(isFreeDomain(domain)).toBe(true)
    },
  )

  it("a company's domain is not free", () => {
    expect(isFreeDomain('acme.example')).toBe(false)
  })
})

describe('names of roles', () => {
  it.each([
    'info',
    'INFO',
    'sales+web',
    'customer.service',
    'no-reply',
    'do_not_reply',
    'info2',
    'kontakt',
    'büro',
    'comptabilite',
    'ventas',
    'segreteria',
    'atendimento',
    'verkoop',
    'biuro',
    'postmottak',
    'satis',
  ])('“%s” is the name of a role', (local) => {
    expect(isRoleName(local)).toBe(true)
  })

  it.each(['ann', 'ann.lee', 'infobert', 'salesman.bob', '123', ''])('not %s', (local) => {
    expect(isRoleName(local)).toBe(false)
  })
})
