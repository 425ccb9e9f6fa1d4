export {
  attachRun,
  issueAgentQuote,
  readAgentQuote,
  releaseAgentQuote,
  takeAgentQuote,
} from './agent-quotes.ts'
export { removeOldAgentQuotes } from './agent-quotes-store.ts'
export { keepQuote, promisedBy } from './quotes.ts'
export { removeOldQuotes } from './quotes-store.ts'
