import { expect, it } from 'vitest'
import { createSending, firstOfEach } from './sending.ts'

const lead = (id: number, email: string | null = null, phone: string | null = null) => ({ id, email, phone })

it('a waiting lead blocks only its own slot', async () => {
  const [gate, sent] = [Promise.withResolvers<void>(), [] as number[]]
  const sending = createSending(2, async (item: { lead: ReturnType<typeof lead> }) => {
    if (item.lead.id === 1) await gate.promise
    sent.push(item.lead.id)
  })
  for (const id of [1, 2, 3, 4]) await sending.start({ lead: lead(id) })
  await sending.nextEnd()
  expect(sent).toEqual([2, 3, 4])
  expect(sending.leads().map(({ id }) => id)).toEqual([1])
  gate.resolve()
  await sending.allEnd()
  expect(sent).toEqual([2, 3, 4, 1])
  sending.throwFailure()
})

it('after a failure no lead starts, and those in progress are awaited', async () => {
  const [gate, sent] = [Promise.withResolvers<void>(), [] as number[]]
  const sending = createSending(2, async (item: { lead: ReturnType<typeof lead> }) => {
    if (item.lead.id === 1) await gate.promise
    else throw new Error('Lost')
    sent.push(item.lead.id)
  })
  await sending.start({ lead: lead(1) })
  await sending.start({ lead: lead(2) })
  await expect(sending.start({ lead: lead(3) })).rejects.toThrow('Lost')
  const rest = sending.allEnd()
  gate.resolve()
  await rest
  expect(sent).toEqual([1])
  expect(sending.throwFailure).toThrow('Lost')
})

it('leads that share an email or phone with an earlier or running one wait', () => {
  const leads = [
    lead(1, 'Ann@fox.example'),
    lead(2, 'ann@fox.example'),
    lead(3, 'bob@fox.example', '+491'),
    lead(4, null, '+491'),
    lead(5, null, '+492'),
    lead(6),
  ]
  const first = firstOfEach(leads, [lead(9, 'cat@fox.example', '+492')])
  expect(first.map(({ id }) => id)).toEqual([1, 3, 6])
})
