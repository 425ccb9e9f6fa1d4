import { checkCredits } from '#contract/accounts/credits.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

/** `leadwright credits check`: compares the credits of all accounts with those issued. */
export const creditsCheckCommand = defineCommand({
  name: 'credits check',
  summary: 'Check that all issued credits are accounted for',
  notes: ['For administrators. Exits with 1 if credits are missing or accounts disagree.'],
  examples: ['leadwright credits check --json'],
  async run(call) {
    const { accounts, ...books } = (await callServer(call, checkCredits, {})).data
    const isRight = books.drift === 0 && accounts.length === 0
    if (accounts.length > 0)
      call.terminal.note(`Balance, transactions and grants disagree in account ${accounts.join(', ')}`)
    const sums = `${groupedNumber(books.issued)} credits issued, ${groupedNumber(books.sum)} accounted for`
    call.terminal.result(books, () => `${sums}${isRight ? '' : `: ${groupedNumber(books.drift)} differ`}`)
    return isRight ? EXIT.done.code : EXIT.failed.code
  },
})
