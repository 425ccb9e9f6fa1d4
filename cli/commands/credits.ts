import { randomUUID } from 'node:crypto'
import { checkCredits, giveCredits, takeBackCredits } from '#contract/accounts/credits.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { required, text } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

const options = { reason: required(text('R', 'Reason, shown in the transactions of both accounts')) }

/** Moves credits once, even if the response is lost and the call is repeated. */
const mover =
  (endpoint: typeof giveCredits | typeof takeBackCredits) =>
  async (call: CommandCall<typeof options>): Promise<number> => {
    const [account, credits] = call.positionals as [string, string]
    const params = { id: idArgument(account, 'ACCOUNT_ID') }
    const body = { amount: wholeNumber(1)(credits, 'N'), reason: call.values.reason }
    const { data, message } = await callServer(call, endpoint, { params, body }, { key: randomUUID() })
    call.terminal.result(data, () => `${message}. ${groupedNumber(data.available)} available`)
    return EXIT.done.code
  }

const positionals = ['ACCOUNT_ID', 'N']

/** `leadwright credits give`, `credits take` and `credits check`. */
export const CREDIT_COMMANDS = [
  defineCommand({
    name: 'credits give',
    summary: 'Give credits to an account below yours',
    positionals,
    options,
    notes: ['A reseller pays from its own balance; the platform account issues new credits.'],
    examples: ['leadwright credits give 12 500 --reason "Welcome" --json'],
    run: mover(giveCredits),
  }),
  defineCommand({
    name: 'credits take',
    summary: 'Take back credits that an account below yours has not used',
    positionals,
    options,
    notes: ['They return to the balance they came from, unless they have expired.'],
    examples: ['leadwright credits take 12 100 --reason "Given twice" --json'],
    run: mover(takeBackCredits),
  }),
  defineCommand({
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
  }),
]
