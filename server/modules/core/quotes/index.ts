import { defineModule } from '#server/platform/module.ts'
import { removeOldQuotes } from './quotes-store.ts'

export {
  attachRun,
  keepForTool,
  promisedBy,
  readForTool,
  redeemQuote,
  releaseQuote,
  storeQuote,
} from './quotes.ts'

export const quotesModule = defineModule({
  housekeeping: (ctx) => ({ quotes: () => removeOldQuotes(ctx.db) }),
})
