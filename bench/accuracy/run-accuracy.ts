import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureContacts } from './measure-contacts.ts'
import { measureLinking } from './measure-linking.ts'
import { measureSentences } from './measure-sentences.ts'
import { measureSignals, type SignalFigures } from './measure-signals.ts'
import { formatShare, type Halves, precisionOf, recallOf, type Tally } from './score.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PAGE = join(ROOT, 'docs', 'accuracy.md')

/** What each signal should reach. */
const GOAL = { precision: 0.95, recall: 0.85 }

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const shares = (tally: Tally): string[] => [formatShare(precisionOf(tally)), formatShare(recallOf(tally))]

const isBelow = (tally: Tally): boolean =>
  (precisionOf(tally) ?? 1) < GOAL.precision || (recallOf(tally) ?? 1) < GOAL.recall

function makeSignalTable({ tallies }: SignalFigures): string {
  const head = ['signal', 'claimed', 'true', 'precision', 'recall', 'tuned on', '', 'kept apart', '', 'goal']
  const rows = [...tallies].map(([id, { all, tuned, apart }]) =>
    row([
      `\`${id}\``,
      String(all.claimed),
      String(all.true),
      ...shares(all),
      ...shares(tuned),
      ...shares(apart),
      isBelow(all) ? 'missed' : isBelow(apart) ? 'missed on the half kept apart' : 'kept',
    ]),
  )
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}

function makeOtherTable(
  contacts: Awaited<ReturnType<typeof measureContacts>>,
  linking: Awaited<ReturnType<typeof measureLinking>>,
  { sentences, exact }: ReturnType<typeof measureSentences>,
): string {
  const missing = 'not measured: the shared data is missing'
  const halved = (what: string, on: string, { all, tuned, apart }: Halves) =>
    row([what, on, ...shares(all), ...shares(tuned), ...shares(apart)])
  const unmeasured = (what: string) => row([what, missing, ...Array.from({ length: 6 }, () => '–')])
  const rows = [
    ...(contacts
      ? [...contacts.tallies].map(([kind, halves]) =>
          halved(kind, `${halves.all.true || halves.all.claimed} values of ${contacts.pages} pages`, halves),
        )
      : [unmeasured('contacts')]),
    linking
      ? halved('linking places of two sources', `${linking.pairs} pairs without coordinates`, linking.halves)
      : unmeasured('linking places of two sources'),
  ]
  const head = ['what', 'on', 'precision', 'recall', 'tuned on', '', 'kept apart', '']
  return [
    row(head),
    row(head.map(() => '---')),
    ...rows,
    `\nOf ${sentences} sentences in six languages, ${exact} fill a search form exactly.`,
  ].join('\n')
}

const makePage = (
  figures: string[],
  { commit, date }: { commit: string; date: string },
): string => `# Accuracy

How often the program is right, measured by \`npm run bench -- --accuracy\`, which writes this page. Precision is the share of what it claims that is true, recall the share of what is true that it claims. Measured on ${date} with commit ${commit}.

${figures.join('\n\n')}

## How

- **Websites**: [invented ones](../bench/accuracy/sample-sites.ts) of this repository, made up with their labels, and, where the folder of shared test data is beside the repository, one page of each business of an open set (webstruct, MIT) and three open websites. Of a page alone, "no contact form" is about that page.
- **Labels** ([page-labels.json](../bench/accuracy/page-labels.json)) were written by reading a page’s title, head, links, forms, scripts and text, not by the rules. Where two readers could differ (a ticket shop: is that booking?) a trait isn’t counted, and technologies only where every script was read. Three labels of technologies were corrected when a mistake of the reader was found.
- **Halves**: websites are split by a hash of their host. Rules were mended by looking at mistakes of one half; the other only says how well they do. Both were labelled by the same reader, who knew the rules’ catalog.
- **Counted** are claims: \`yes\` of a signal, a year, a date, each language and each technology. A website without a claim counts for recall alone.
- **Contacts** are compared with labels set by the makers of the set. They label what a page says of the business, not all: a number in a text that they left out counts as wrong. All but phones and countries are judged on the pages with such a label. Labels of people name everybody whom a page mentions, such as customers and authors; the reader keeps who works there, so its recall of people of all kinds is low by design. Functions are labelled apart from people: a person is expected with a role where both stand within 40 characters, and a person found with a role is right if the name is labelled. Cities count where a street is labelled too: pages name many towns that they only serve. A street, city or postal code is right if it contains a label or is part of one. A company’s name is right if it is one of the page’s names for it, with or without legal form.
- **Linking**: pairs labelled by others (Tisha, Apache-2.0); the records have no coordinates, which the program otherwise uses.
- **Sentences** are filled without a language model, and count only if every field is right.

Not in these figures: what the connection and DNS show (\`dead_site\`, \`dead_reason\`, certificates, \`heavy\`, \`slow\`, \`broken_links\`, \`no_spf\`, \`no_dmarc\`, \`hosting\`). They follow from an answer and have tests with every kind of it. \`free_mail\` is a list of domains, \`outdated\` follows from \`last_update\`.
`

/** Measures, prints and writes docs/accuracy.md. */
export async function runAccuracy(): Promise<void> {
  const isTold = process.argv.includes('--mistakes')
  const signals = await measureSignals((line, isTuned) => {
    if (isTold && isTuned) console.log(line)
  })
  const contacts = await measureContacts()
  const linking = await measureLinking()
  const others = signals.websites - signals.invented
  if (!contacts)
    console.log('The shared test data is missing: measured on invented websites alone, nothing is written.')
  const figures = [
    `## Signals of websites\n\nOn ${signals.websites} websites and pages, ${signals.invented} of them invented and ${others} real. The goal is a precision of .95 and a recall of .85.`,
    makeSignalTable(signals),
    '## Everything else',
    makeOtherTable(contacts, linking, measureSentences()),
  ]
  console.log(figures.join('\n\n'))
  if (!contacts) return
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim()
  writeFileSync(PAGE, makePage(figures, { commit, date: new Date().toISOString().slice(0, 10) }))
}
