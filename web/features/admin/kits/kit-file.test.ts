import { expect, test } from 'vitest'
import { readKitText, writeKitYaml } from './kit-file.ts'

test('a document survives the way into a file and back', async () => {
  const kit = { kit: 'Agency', labels: { Hot: { color: 'red', rule: null } } }
  expect(await readKitText(await writeKitYaml(kit))).toEqual(kit)
  expect(await readKitText(JSON.stringify(kit))).toEqual(kit)
})

test('what is wrong is named with its line', async () => {
  const kit = 'kit: Agency\nlabels:\n  Hot:\n    color: red\n'
  await expect(readKitText(`${kit}    colour: red\n`)).rejects.toThrow(
    'Line 5: labels.Hot.colour: there is no such key',
  )
  await expect(readKitText(kit.replace('red', 'dark'))).rejects.toThrow('Line 4: labels.Hot.color: ')
  await expect(readKitText('kit: [')).rejects.toThrow('can’t be read')
  await expect(readKitText('')).rejects.toThrow('Line 1: ')
})

test('aliases are bounded', async () => {
  const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [one, next] of ['ab', 'bc', 'cd'] as const)
    laughs.push(`${next}: &${next} [${Array.from({ length: 10 }, () => `*${one}`).join(', ')}]`)
  await expect(readKitText(laughs.join('\n'))).rejects.toThrow(/alias/i)
})
