import { expect, it } from 'vitest'
import { allEndpoints } from '../index.ts'

const VENDOR = 'calls another server in between; a transaction can’t wait for it'
const PERSON = 'asks a person in a browser for a password or code, counts tries, and ends or starts sign-ins'
/** POSTs of a signed-in caller that change something and take no Idempotency-Key. */
const WITHOUT: Record<string, string> = {
  'crm.createField': `${VENDOR}; the CRM refuses a second field of that name`,
  'crm.createMissingFields': `${VENDOR}; creates what is missing only`,
  'crm.readOutcomes': `${VENDOR}; a repeat finds it done`,
  'crm.readWins': `${VENDOR}; a repeat finds them marked`,
  'crm.test': `${VENDOR}; a repeat is another test`,
  'emailVerification.verify': `${VENDOR}; a repeat within the day costs nothing`,
  'mail.test': `${VENDOR}; a repeat is another test`,
  'payments.authorizeStripe': VENDOR,
  'payments.cancel': `${VENDOR}; a repeat finds it cancelled`,
  'payments.changePackage': `${VENDOR}; a repeat finds it changed`,
  'payments.checkout': `${VENDOR}; opens a page on which nothing is paid yet`,
  'payments.claimSale': `${VENDOR}; a repeat finds it claimed`,
  'payments.connectStripe': `${VENDOR}; its code works once`,
  'payments.createStripeAccount': `${VENDOR}, which has a key of ours`,
  'payments.portal': VENDOR,
  'payments.reconcile': `${VENDOR}; a repeat compares again`,
  'payments.refreshStripe': `${VENDOR}; a repeat reads again`,
  'subscriptions.import': 'each row has a transaction of its own; addresses that exist are left out',
  'accountClosing.close': PERSON,
  'auth.logout': PERSON,
  'logInAs.end': PERSON,
  'logInAs.mode': PERSON,
  'logInAs.start': PERSON,
  'me.mailChange': PERSON,
  'me.mailChangeConfirm': PERSON,
  'me.mailChangeResend': PERSON,
  'me.password': PERSON,
  'me.update': PERSON,
  'secondFactor.disable': PERSON,
  'secondFactor.enable': PERSON,
  'secondFactor.recoveryCodes': PERSON,
  'secondFactor.start': PERSON,
  'sessions.revokeOthers': PERSON,
}

it('every POST that changes something takes an Idempotency-Key, or is here with the reason', () => {
  // Without an account there is nobody whose key it is; the bytes of an upload are not compared.
  const changing = allEndpoints.filter(
    ({ method, access, kind, audit, name }) =>
      method === 'POST' && access !== 'public' && kind !== 'upload' && (audit || /\.create$/.test(name)),
  )
  expect(changing.length).toBeGreaterThan(150)
  const without = changing.filter(({ idempotent }) => !idempotent).map(({ name }) => name)
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort())
})
