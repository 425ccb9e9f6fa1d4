import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { nameLine, readKitText, writeKitYaml } from './kit-file.ts'

test('a document survives the way into a file and back', async () => {
  const kit = { kit: 'Agency', labels: { Hot: { color: 'red', rule: null } } }
  expect((await readKitText(await writeKitYaml(kit))).document).toEqual(kit)
  expect((await readKitText(JSON.stringify(kit))).document).toEqual(kit)
})

test('what the server refuses is named with its line', async () => {
  const file = await readKitText('kit: Agency\nlabels:\n  Hot:\n    color: red\n    colour: red\n')
  const refused = (field: string) =>
    nameLine(
      file,
      new ApiError({
        code: 'validation_failed',
        message: 'No',
        status: 422,
        fields: { [field]: 'Not right' },
      }),
    )
  expect(refused('document.labels.Hot.colour')).toEqual(new Error('Line 5: labels.Hot.colour: Not right'))
  expect(refused('document.labels.Hot.rule')).toEqual(new Error('Line 4: labels.Hot.rule: Not right'))
  expect(refused('name')).toBeInstanceOf(ApiError)
})

test('what can’t be a kit is refused at once', async () => {
  await expect(readKitText('kit: [')).rejects.toThrow('can’t be read')
  await expect(readKitText('')).rejects.toThrow('it has no name in “kit”')
})

test('aliases are bounded', async () => {
  const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [one, next] of ['ab', 'bc', 'cd'] as const)
    laughs.push(`${next}: &${next} [${Array.from({ length: 10 }, () => `*${one}`).join(', ')}]`)
  await expect(readKitText(laughs.join('\n'))).rejects.toThrow(/alias/i)
})
