import * as z from 'zod/mini'
import { dataReply, Timestamp } from '../core/common.ts'
import { CLOSING_DAYS } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'

/** Whether an account is closed, and what will be deleted. */
export const AccountClosing = z.object({
  closed_at: z.nullable(Timestamp),
  delete_at: z
    .nullable(Timestamp)
    .check(z.describe('When everything is deleted; null while the account is open')),
  proof: z
    .enum(['password', 'code', 'name'])
    .check(z.describe('Required beside the name of the account; `name`: nothing else')),
  loses: z.object({
    lists: z.int(),
    leads: z.int(),
    members: z.int().check(z.describe('Other members of the account')),
    runs: z.int().check(z.describe('Active runs, which stop')),
    webhooks: z.int(),
    api_keys: z.int(),
    credits: z.int().check(z.describe('Remaining credits; they are not paid out')),
  }),
  accounts_below: z.int().check(z.describe('Open accounts below this one; they have to be closed first')),
})
export type AccountClosing = z.output<typeof AccountClosing>

const api = defineArea({ tag: 'Account', access: { can: 'manage_account' } })

export const accountClosing = api.get('/api/account/closing', {
  name: 'accountClosing.show',
  whileClosed: true,
  reads: ['me'],
  summary: 'Whether the account is closed, and what closing it would delete',
  reply: dataReply(AccountClosing),
})

export const closeAccount = api.post('/api/account/closing', {
  name: 'accountClosing.close',
  whileLocked: true,
  changes: ['me', 'runs', 'team', 'sessions'],
  audit: 'account.closed',
  summary: 'Close the account',
  description: `Sessions of everyone else end, runs stop, webhooks are silent. After ${CLOSING_DAYS} days everything is deleted; until then an owner can sign in, download the data and reopen the account. An account with open accounts below it is refused with \`conflict\`.`,
  body: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(200),
        z.describe('The name of the account, as confirmation'),
      ),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    code: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(6),
          z.maxLength(40),
          z.describe('Second factor code, for people without a password'),
        ),
    ),
  }),
  reply: z.object({ data: AccountClosing, message: z.string() }),
  errors: ['conflict', 'forbidden', 'invalid_code', 'rate_limited'],
})

export const reopenAccount = api.delete('/api/account/closing', {
  name: 'accountClosing.reopen',
  whileClosed: true,
  changes: ['me', 'team'],
  audit: 'account.reopened',
  summary: 'Reopen a closed account',
  description: 'Runs stopped by closing do not restart.',
  reply: z.object({ data: AccountClosing, message: z.string() }),
  errors: ['conflict'],
})
