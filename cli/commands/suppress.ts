import * as api from '#contract/privacy/suppression.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { readInputText } from '../files/input-text.ts'
import { filledLines } from '../files/text-columns.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

/** The values of a file: one per line, or the first cell of each row of a table. */
const valuesIn = (content: string): string[] =>
  filledLines(content).map((line) => (line.split(/[,;\t]/)[0] ?? '').replace(/^"(.*)"$/, '$1'))

const NO_CHANGES: api.SuppressionAdded = {
  added: 0,
  already_listed: 0,
  unreadable: [],
  unreadable_count: 0,
  leads: 0,
  lists: 0,
  export_files: 0,
}

/** `leadwright suppress add`: adds values that must never be stored, shown or exported. */
export const suppressAddCommand = defineCommand({
  name: 'suppress add',
  summary: 'Suppress email addresses, domains, phones and profiles',
  positionals: ['VALUE...?'],
  options: {
    file: text('FILE', 'Values from a file: one per line, or the first column of a CSV; - is standard input'),
  },
  notes: [
    'The kind is detected from each value. Phones need a country code. A domain covers its subdomains and every address.',
    'Matching leads are hidden at once, in this account and those below it.',
  ],
  examples: [
    'leadwright suppress add ann@acme.example other.example',
    'leadwright suppress add --file unsubscribed.csv',
  ],
  async run(call) {
    const { values, positionals, env, terminal } = call
    if (positionals.length > 0 === (values.file !== undefined))
      throw usageError('Pass either values or --file FILE')
    const wanted =
      values.file === undefined
        ? positionals
        : valuesIn(await readInputText(env.workingFolder, values.file, terminal.input))
    const sum = { ...NO_CHANGES }
    for (let at = 0; at < wanted.length; at += api.MAX_SUPPRESSION_VALUES) {
      const part = wanted.slice(at, at + api.MAX_SUPPRESSION_VALUES)
      terminal.progress.update({ label: 'Adding', done: at, total: wanted.length })
      const { data } = await callServer(
        call,
        api.addSuppressions,
        { body: { values: part } },
        { patient: true },
      )
      for (const name of [
        'added',
        'already_listed',
        'unreadable_count',
        'leads',
        'lists',
        'export_files',
      ] as const)
        sum[name] += data[name]
      sum.unreadable = [...sum.unreadable, ...data.unreadable].slice(0, 100)
    }
    terminal.result(sum, () =>
      [
        `${groupedNumber(sum.added)} added, ${groupedNumber(sum.already_listed)} already on the list`,
        `${groupedNumber(sum.leads)} leads hidden, ${groupedNumber(sum.export_files)} saved export files removed`,
        ...(sum.unreadable_count > 0
          ? [`${groupedNumber(sum.unreadable_count)} left out: no email, domain, phone or profile`]
          : []),
      ].join('\n'),
    )
  },
})
