import { expect, it } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'
import { defineModule } from '#server/platform/module.ts'
import { testContext } from '#server/testing/test-context.ts'
import { findUndeliverable } from './deliverable.ts'
import { creditsToSell } from './signals.ts'

it('asks once for each seller what is left to sell, however many sales are open', async () => {
  const asked: number[] = []
  const wallet = defineModule({
    on: [
      creditsToSell.answer((_ctx, { sellerId }) => {
        asked.push(sellerId)
        return sellerId === 9 ? null : sellerId
      }),
    ],
  })
  const ctx = testContext({ db: null as unknown as Db, modules: [wallet] })
  const sale = (account_id: number, credits: number) => ({ account_id, credits })
  // The root, 9, sells without limit. What brings no credits is always delivered.
  const sales = [sale(5, 5), sale(5, 6), sale(7, 7), sale(5, 9), sale(9, 1000), sale(3, 0)]
  expect([...(await findUndeliverable(ctx, sales))]).toEqual([sales[1], sales[3]])
  expect(asked).toEqual([5, 7, 9])
})
