import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

const { groups } = parse(read('docs/examples/leadwright-alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const code = globSync('server/**/*.ts', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map(read)
  .join('\n')

it.each(rules)('$alert has a severity and text, and asks for metrics that exist', (rule) => {
  const { expr, labels, annotations } = rule
  expect(['critical', 'warning']).toContain(labels.severity)
  expect(annotations.summary.length).toBeGreaterThan(10)
  expect(annotations.description.length).toBeGreaterThan(20)
  const metrics = [...expr.matchAll(/leadwright_(\w+)/g)].map(([, name]) => name)
  for (const name of metrics) expect(code, name).toContain(`'${name}'`)
  if (rule.alert !== 'LeadwrightDown') expect(metrics.length).toBeGreaterThan(0)
})

it('says which lines of the log to look for as the program writes them', () => {
  const lines = rules.flatMap(({ annotations }) =>
    [...annotations.description.matchAll(/“([^”]+)”(?= (?:in the log|with))/g)].map(([, line]) => line),
  )
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(code).toContain(`'${line}'`)
})
