import { defineModule } from '#server/platform/module.ts'
import { removeOldAgentQuotes } from './agent-quotes-store.ts'
import { removeOldQuotes } from './quotes-store.ts'

export {
  attachRun,
  issueAgentQuote,
  readAgentQuote,
  redeemAgentQuote,
  releaseAgentQuote,
} from './agent-quotes.ts'
export { promisedBy, storeQuote } from './quotes.ts'

export const quotesModule = defineModule({
  housekeeping: (ctx) => ({
    quotes: () => removeOldQuotes(ctx.db),
    'agent quotes': () => removeOldAgentQuotes(ctx.db),
  }),
})
