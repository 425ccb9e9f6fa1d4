export {
  attachRun,
  issueAgentQuote,
  readAgentQuote,
  redeemAgentQuote,
  releaseAgentQuote,
} from './agent-quotes.ts'
export { removeOldAgentQuotes } from './agent-quotes-store.ts'
export { promisedBy, storeQuote } from './quotes.ts'
export { removeOldQuotes } from './quotes-store.ts'
