import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TRAINING_DATA_PATHS } from '#contract/core/constants.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { withProject } from './checks/fixture-project.ts'
import { findHiddenFailures } from './checks/shown-failures.ts'
import { readSourceFiles } from './checks/source-files.ts'

const TREES = ['web/app', 'web/features', 'web/lib', 'web/ui']

/** Calls whose failure is shown in a way that the check cannot follow, or to nobody on purpose. */
const EXPLAINED: Record<string, string> = {
  'web/features/accounts/billing/received-requests.tsx decideCreditRequest':
    'quiet in the ConfirmDialog only; the button beside it leaves the toast to the call',
  'web/features/accounts/payments/problems-tab.tsx resolveProblem':
    'quiet in the ConfirmDialog only; "Fetch again" leaves the toast to the call',
  'web/features/identity/log-in-as/acting-bar.tsx setActingMode':
    'quiet in the ConfirmDialog only; the way back to reading leaves the toast to the call',
  'web/features/identity/team/team-page.tsx updateMember':
    'quiet in the ConfirmDialog only; "Reactivate" leaves the toast to the call',
  'web/features/leads/exports/export-leads.ts exportList':
    'an action on leads, loaded on first use; useRequestedAction shows what it throws, as the journey shows',
  'web/features/leads/lead-actions/put-in-bin.ts deleteLeads':
    'an action on leads: useRequestedAction shows what it throws, as the journey shows',
  'web/features/prospecting/enrichment/email-cell.ts findEmails':
    'an offer in a cell: useCellOffer shows what it throws, as the journey shows',
  'web/features/leads/lead-grid/views/use-views.ts chooseLeadView':
    'columns of the list on screen: they are shown, and only not remembered for the next one',
}

async function endpointsByName(): Promise<Map<string, Endpoint>> {
  const files = globSync('contract/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(`../${file}`) as Promise<object>))
  const all = new Set<unknown>(allEndpoints)
  return new Map(modules.flatMap((module) => Object.entries(module).filter(([, value]) => all.has(value))))
}

test('whatever a screen changes, a call that fails is shown', async () => {
  const known = await endpointsByName()
  const sources = readSourceFiles('.', TREES).filter(({ path }) => !path.includes('.test.'))
  const { calls, hidden } = findHiddenFailures(sources, (name) => {
    // One that is chosen while the program runs may change something.
    const endpoint = known.get(name)
    return {
      changes: !endpoint || endpoint.changes !== undefined,
      hasToast: !endpoint || !TRAINING_DATA_PATHS.test(endpoint.path),
    }
  })
  expect(calls).toBeGreaterThan(100)
  expect(hidden.filter(({ call }) => !EXPLAINED[call])).toEqual([])
  // What is shown by now leaves the list.
  expect(Object.keys(EXPLAINED).filter((name) => !hidden.some(({ call }) => call === name))).toEqual([])
})

test('nothing but the API client reaches the server', () => {
  const files = TREES.flatMap((tree) => globSync(`${tree}/**/*.{ts,tsx}`))
  const fetching = files.filter(
    (file) => !file.includes('.test.') && /(?<![.\w])fetch\(/.test(readFileSync(file, 'utf8')),
  )
  // The outlines of countries are a file of the application; the map is drawn without them. A missing file of the
  // application asks whether the server answers, and shows it.
  expect(fetching.sort()).toEqual(['web/lib/api.ts', 'web/lib/chunk-reload.ts', 'web/ui/map/outlines.ts'])
})

const QUIET = `call(rename, { quiet: true })`
const SHOWN = [
  `export const save = () => call(rename, {})`,
  `export const save = () => void call(rename, { quiet: 'message' }).catch(() => {})`,
  `export function A() { return <ConfirmDialog onConfirm={() => ${QUIET}} /> }`,
  `export function A() { confirm({ title: 'Sure?', onConfirm: () => ${QUIET} }) }`,
  `export function A() { useContractForm(rename, { send: async () => { await ${QUIET} } }) }`,
  `const save = async () => { await ${QUIET} }\nexport function A() { return <ConfirmDialog onConfirm={save} /> }`,
  `export function A() { const save = useMutation({ mutationFn: () => ${QUIET} }); return <b>{save.error}</b> }`,
  `export function A() { const { mutate, error } = useMutation({ mutationFn: () => ${QUIET} }); return error }`,
  `export function A() { const save = useMutation({ mutationFn: () => ${QUIET}, onError: (e) => show(e) }); save.mutate() }`,
  `export function A() { const save = useMutation({ mutationFn: () => ${QUIET} }); return <ConfirmDialog onConfirm={() => save.mutateAsync()} /> }`,
  `export async function save() { try { await ${QUIET} } catch (error) { show(error) } }`,
  `export const save = () => void ${QUIET}.catch((error) => show(error))`,
]
const HIDDEN = [
  `export const save = () => void ${QUIET}.catch(() => {})`,
  `export const save = () => { ${QUIET} }`,
  `export function A() { return <Button onClick={() => ${QUIET}} /> }`,
  `const save = async () => { await ${QUIET} }\nexport function A() { return <Button onClick={save} /> }`,
  `export function A() { const save = useMutation({ mutationFn: () => ${QUIET} }); return <Button onClick={() => save.mutate()} /> }`,
  `export function A() { const { mutate } = useMutation({ mutationFn: () => ${QUIET} }); mutate() }`,
  `export function A() { const save = useMutation({ mutationFn: () => ${QUIET}, onError: () => {} }); save.mutate() }`,
  `export async function save() { try { await ${QUIET} } catch { stop() } }`,
  `export async function save() { try { await ${QUIET} } catch (error) { stop() } }`,
  `export function A() { showUndoToast('Done', () => ${QUIET}) }`,
  `export function A() { confirm({ title: 'Sure?', onClose: () => ${QUIET} }) }`,
  `export function A() { useSaved(true, () => call(rename, { quiet: 'errors' })) }`,
  `export function A() { const quiet = true; const save = () => call(rename, { quiet }); return <Button onClick={save} /> }`,
]

const hiddenIn = (text: string): number =>
  withProject({ 'web/ui/a.tsx': text }, (root) => {
    const sources = readSourceFiles(root, ['web/ui'])
    return findHiddenFailures(sources, () => ({ changes: true, hasToast: true })).hidden.length
  })

test.each(SHOWN)('a failure is shown: %s', (text) => {
  expect(hiddenIn(text)).toBe(0)
})

test.each(HIDDEN)('a failure is lost: %s', (text) => {
  expect(hiddenIn(text)).toBeGreaterThan(0)
})

test('a failure is followed into the files that use it', () => {
  const save = `export const save = async () => { await ${QUIET} }`
  const use = (attribute: string) =>
    `import { save } from './save.ts'\nexport function A() { return <ConfirmDialog ${attribute}={() => save()} /> }`
  const count = (attribute: string) =>
    withProject({ 'web/ui/save.ts': save, 'web/ui/a.tsx': use(attribute) }, (root) => {
      const sources = readSourceFiles(root, ['web/ui'])
      return findHiddenFailures(sources, () => ({ changes: true, hasToast: true })).hidden.length
    })
  expect([count('onConfirm'), count('onClose')]).toEqual([0, 1])
})
