import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyWithFifthListType, type ProgramCopy } from '#server/testing/fifth-list-type.ts'

let copy: ProgramCopy
beforeAll(() => {
  copy = copyWithFifthListType()
})
afterAll(() => copy.remove())

it('a fifth list type needs no other change of server and command line', async () => {
  expect(await copy.typeErrors('tsconfig.json')).toBe('')
})

it('a fifth list type needs no other change of the web application', async () => {
  expect(await copy.typeErrors('tsconfig.web.json')).toBe('')
})
