import { expect, it } from 'vitest'
import { copyWithFifthListType } from '#server/testing/fifth-list-type.ts'

it('a fifth list type needs no other change of the web application', async () => {
  const copy = copyWithFifthListType()
  try {
    expect(await copy.typeErrors('tsconfig.web.json')).toBe('')
  } finally {
    copy.remove()
  }
})
