import { expect, test } from 'vitest'
import { bringsNode, chooseNode } from './choose-node.js'

const PINNED = '/app/node_modules/.bin/node'
const RUNNING = '/usr/bin/node'
const choose = (platform, arch, version, pinned = null) =>
  chooseNode({ platform, arch, version, pinned, running: RUNNING })

test.each([
  ['linux', 'x64', true],
  ['linux', 'arm64', true],
  ['darwin', 'arm64', false],
  ['darwin', 'x64', false],
  ['win32', 'x64', false],
])('npm brings a Node for %s %s: %s', (platform, arch, expected) => {
  expect(bringsNode({ platform, arch })).toBe(expected)
})

test.each([
  ['linux', 'x64', 'v20.1.0'],
  ['linux', 'arm64', 'v26.0.0'],
])('the pinned Node runs the program wherever it is: %s %s under %s', (platform, arch, version) => {
  expect(choose(platform, arch, version, PINNED)).toEqual({ node: PINNED })
})

test.each(['v24.0.0', 'v26.10.0'])('without it, the running Node %s is new enough', (version) => {
  expect(choose('darwin', 'arm64', version)).toEqual({ node: RUNNING })
  expect(choose('linux', 'x64', version)).toEqual({ node: RUNNING })
})

test('else one sentence says what is missing', () => {
  expect(choose('darwin', 'arm64', 'v22.9.0').missing).toBe(
    'Install Node 24 or later and start again: npm brings one for Linux on x64 and arm64 only, and here, on darwin arm64, Node v22.9.0 runs.',
  )
  expect(choose('linux', 'arm64', 'v18.20.0').missing).toBe(
    'Node 24 is missing in node_modules: run `npm ci` again without leaving out optional packages.',
  )
})
